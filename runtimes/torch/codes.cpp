#include "torch/codes.hpp"

#include <cstdint>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <vector>

#include "strew/strew.h"
#include "torch/arguments.hpp"
#include "torch/dtypes.hpp"
#include "torch/further.hpp"
#include "torch/options.hpp"
#include "torch/run.hpp"
#include "torch/tensor.hpp"

namespace strew::torch {
namespace {

// A number beyond 32 bits is none that the engine accepts, as is the one that stands for it.
std::int32_t narrow(std::int64_t number) {
  constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min();
  const auto kept = static_cast<std::int32_t>(number);
  return kept == number ? kept : least;
}

std::int32_t value_type_of(std::int64_t number) {
  constexpr strew_dtype types[] = {STREW_DTYPE_F32, STREW_DTYPE_F16, STREW_DTYPE_BF16};
  if (number < 0 || number >= static_cast<std::int64_t>(std::size(types)))
    throw std::runtime_error("AT1: value_type: it is none of the types of values");
  return torch_dtype_of(types[number]);
}

void gather_block_quantized(stack_value* stack, std::uint64_t, std::uint64_t) {
  arguments rest(stack);
  const given_tensor data(rest.next_tensor()), indices(rest.next_tensor());
  const code_tensors codes(rest);
  const std::vector<std::int64_t> size = rest.next_integers();
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = STREW_OPERATOR_GATHER_BLOCK_QUANTIZED;
  op.axis = rest.next_integer();
  op.batch_dims = rest.next_integer();
  strew_options options = options_of(rest.next_integer());
  const code_arguments decoded(rest);
  op.quantization = &decoded.by;
  const tensor fill = rest.next_optional_tensor();
  options.fill_value = fill_of(fill, decoded.dtype);
  options.fill_bytes = options.fill_value == nullptr ? 0 : element_type_of(decoded.dtype).bytes;
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = data.native(), all.indices = indices.native();
  codes.add_to(all);
  stack[0] = run_further(op, options, all, size, decoded.dtype).release();
}

}  // namespace

code_arguments::code_arguments(arguments& all) {
  by.bits = narrow(all.next_integer());
  by.packing = narrow(all.next_integer());
  by.block_size = all.next_integer();
  dtype = value_type_of(all.next_integer());
}

const own_operator code_operators[1] = {
    {"gather_block_quantized",
     "gather_block_quantized(Tensor data, Tensor indices, " STREW_CODE_TENSORS
     ", SymInt[] size, int axis, int batch_dims, int options, " STREW_CODE_NUMBERS ", Tensor? fill=None) -> Tensor",
     gather_block_quantized},
};

}  // namespace strew::torch
