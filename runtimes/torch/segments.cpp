#include "torch/segments.hpp"

#include <cstdint>
#include <optional>
#include <vector>

#include "strew/strew.h"
#include "torch/arguments.hpp"
#include "torch/codes.hpp"
#include "torch/dtypes.hpp"
#include "torch/further.hpp"
#include "torch/options.hpp"
#include "torch/view.hpp"

namespace strew::torch {
namespace {

// What follows the tensors of all of them: the size of the result, then numbers.
struct segment_arguments {
  std::vector<std::int64_t> size;
  strew_segmentation by = STREW_SEGMENTATION_INIT;
  std::int64_t batch_dims = 0;
  strew_options options = STREW_OPTIONS_INIT;

  explicit segment_arguments(arguments& all) : size(all.next_integers()) {
    by.form = all.next_integer();
    batch_dims = all.next_integer();
    options = options_of(all.next_integer());
    const strew_options of_segments = options_of(all.next_integer());
    by.out_of_bounds = of_segments.out_of_bounds;
    by.ids_from_end = of_segments.negative_indices == STREW_NEGATIVE_FROM_END ? 1 : 0;
    set(all.next_optional_integer(), by.has_padding_index, by.padding_index);
    set(all.next_optional_integer(), by.has_padding_segment, by.padding_segment);
  }

 private:
  static void set(std::optional<std::int64_t> given, std::int32_t& is_given, std::int64_t& value) {
    is_given = given ? 1 : 0;
    value = given.value_or(0);
  }
};

tensor run_segments(std::int32_t kind, const segment_arguments& given, strew_operands& all, std::int32_t dtype,
                    std::int32_t mode = 0, const strew_quantization* codes = nullptr) {
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = kind, op.mode = mode, op.batch_dims = given.batch_dims;
  op.segmentation = &given.by, op.quantization = codes;
  return run_further(op, given.options, all, given.size, dtype);
}

// The tensors of segment_reduce, before what follows them.
struct reduced_tensors {
  given_tensor data, indices, segments, weights, base;

  explicit reduced_tensors(arguments& all)
      : data(all.next_tensor()),
        indices(all.next_optional_tensor()),
        segments(all.next_optional_tensor()),
        weights(all.next_optional_tensor()),
        base(all.next_optional_tensor()) {}

  [[nodiscard]] strew_operands all() const {
    strew_operands made = STREW_OPERANDS_INIT;
    made.data = data.native(), made.indices = indices.native(), made.segments = segments.native();
    made.weights = weights.native(), made.base = base.native();
    return made;
  }
};

void segment_reduce(stack_value* stack, std::uint64_t, std::uint64_t) {
  arguments rest(stack);
  const reduced_tensors of(rest);
  const segment_arguments given(rest);
  strew_operands all = of.all();
  stack[0] = run_segments(STREW_OPERATOR_SEGMENT_REDUCE, given, all, of.data.dtype()).release();
}

void segment_reduce_codes(stack_value* stack, std::uint64_t, std::uint64_t) {
  arguments rest(stack);
  const reduced_tensors of(rest);
  const code_tensors codes(rest);
  const segment_arguments given(rest);
  const code_arguments decoded(rest);
  strew_operands all = of.all();
  codes.add_to(all);
  stack[0] = run_segments(STREW_OPERATOR_SEGMENT_REDUCE, given, all, decoded.dtype, 0, &decoded.by).release();
}

// The positions of minima or maxima; those themselves go.
void segment_arg(stack_value* stack, std::uint64_t, std::uint64_t) {
  arguments rest(stack);
  const reduced_tensors of(rest);
  const segment_arguments given(rest);
  strew_operands all = of.all();
  new_tensor to{torch_dtype_of(STREW_DTYPE_I64)};
  to.make(given.size.data(), static_cast<std::int64_t>(given.size.size()));
  const view positions(layout_of(to.made), to.made.write());
  all.arg = positions.native();
  run_segments(STREW_OPERATOR_SEGMENT_REDUCE, given, all, of.data.dtype());
  stack[0] = to.made.release();
}

void segment_scan(stack_value* stack, std::uint64_t, std::uint64_t) {
  arguments rest(stack);
  const given_tensor data(rest.next_tensor()), indices(rest.next_optional_tensor());
  const given_tensor segments(rest.next_optional_tensor());
  segment_arguments given(rest);
  given.by.segment_count = rest.next_integer();
  const std::int32_t mode = rest.next_bool() ? STREW_SCAN_EXCLUSIVE : STREW_SCAN_INCLUSIVE;
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = data.native(), all.indices = indices.native(), all.segments = segments.native();
  stack[0] = run_segments(STREW_OPERATOR_SEGMENT_SCAN, given, all, data.dtype(), mode).release();
}

void sddmm(stack_value* stack, std::uint64_t, std::uint64_t) {
  arguments rest(stack);
  const given_tensor data(rest.next_tensor()), right(rest.next_tensor());
  const given_tensor indices(rest.next_optional_tensor()), segments(rest.next_optional_tensor());
  const segment_arguments given(rest);
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = data.native(), all.right = right.native();
  all.indices = indices.native(), all.segments = segments.native();
  stack[0] = run_segments(STREW_OPERATOR_SDDMM, given, all, data.dtype()).release();
}

}  // namespace

#define STREW_REDUCE_TENSORS "(Tensor data, Tensor? indices, Tensor? segments, Tensor? weights, Tensor? base, "
#define STREW_SEGMENT_NUMBERS                                                                       \
  "SymInt[] size, int form, int batch_dims, int options, int segment_options, int? padding_index, " \
  "int? padding_segment"

const own_operator segment_operators[5] = {
    {"segment_reduce", "segment_reduce" STREW_REDUCE_TENSORS STREW_SEGMENT_NUMBERS ") -> Tensor", segment_reduce},
    {"segment_reduce_codes",
     "segment_reduce_codes" STREW_REDUCE_TENSORS STREW_CODE_TENSORS ", " STREW_SEGMENT_NUMBERS ", " STREW_CODE_NUMBERS
     ") -> Tensor",
     segment_reduce_codes},
    {"segment_arg", "segment_arg" STREW_REDUCE_TENSORS STREW_SEGMENT_NUMBERS ") -> Tensor", segment_arg},
    {"segment_scan",
     "segment_scan(Tensor data, Tensor? indices, Tensor? segments, " STREW_SEGMENT_NUMBERS
     ", SymInt segment_count, bool is_exclusive) -> Tensor",
     segment_scan},
    {"sddmm",
     "sddmm(Tensor data, Tensor right, Tensor? indices, Tensor? segments, " STREW_SEGMENT_NUMBERS ") -> Tensor", sddmm},
};

}  // namespace strew::torch
