#include "torch/make_plan.hpp"

#include <algorithm>
#include <cstddef>

#include "torch/dtypes.hpp"
#include "torch/failure.hpp"
#include "torch/options.hpp"

namespace strew::torch {
namespace {

// A layout as a view without data, with strides in bytes.
struct view {
  std::vector<std::int64_t> strides;
  strew_tensor tensor = STREW_TENSOR_INIT;

  explicit view(const layout& from) : strides(static_cast<std::size_t>(from.rank)) {
    const element_type type = element_type_of(from.dtype);
    for (std::size_t i = 0; i < strides.size(); ++i)
      strides[i] = from.strides[i] * static_cast<std::int64_t>(type.bytes);
    tensor.dtype = type.dtype;
    tensor.element_bytes = type.bytes;
    tensor.rank = strides.size();
    tensor.extents = from.sizes;
    tensor.strides = strides.data();
  }
};

strew_operator operator_of(const call& given) {
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = given.op;
  op.axis = given.axis;
  op.batch_dims = given.batch_dims;
  return op;
}

std::vector<std::int64_t> contiguous(const std::vector<std::int64_t>& sizes) {
  std::vector<std::int64_t> strides(sizes.size());
  std::int64_t next = 1;
  for (std::size_t i = sizes.size(); i-- > 0;) {
    strides[i] = next;
    // An empty tensor may have extents whose product is beyond 64 bits.
    if (sizes[i] > 1 && __builtin_mul_overflow(next, sizes[i], &next)) next = 0;
  }
  return strides;
}

std::vector<std::int64_t> sizes_of_gathered(const strew_operator& op, const view& data, const view& indices) {
  strew_error record;
  std::uint64_t rank = 0;
  check(strew_shape(&op, &data.tensor, &indices.tensor, 0, nullptr, &rank, &reset(record)), record);
  std::vector<std::int64_t> sizes(rank);
  check(strew_shape(&op, &data.tensor, &indices.tensor, rank, sizes.data(), &rank, &reset(record)), record);
  return sizes;
}

// Of a tensor whose size the engine has accepted.
std::uint64_t bytes_of(const std::vector<std::int64_t>& sizes, std::int32_t dtype) {
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return 0;
  std::uint64_t bytes = element_type_of(dtype).bytes;
  for (const std::int64_t size : sizes) bytes *= static_cast<std::uint64_t>(size);
  return bytes;
}

std::vector<std::int64_t> sizes_of_result(const call& given, const strew_operator& op) {
  if (given.kind == form::gather) return sizes_of_gathered(op, view(given.data), view(given.indices));
  if (given.kind == form::in_place) return {};
  return {given.data.sizes, given.data.sizes + given.data.rank};
}

// Raw bytes of the element type: nothing is converted.
void set_fill(strew_options& options, const call& given) {
  options.fill_value = given.fill;
  options.fill_bytes = given.fill == nullptr ? 0 : element_type_of(given.data.dtype).bytes;
}

}  // namespace

planned make_plan(const call& given) {
  const strew_operator op = operator_of(given);
  strew_options options = options_of(given.options);
  set_fill(options, given);
  planned made;
  made.sizes = sizes_of_result(given, op);
  made.strides = contiguous(made.sizes);

  const layout fresh{given.data.dtype, static_cast<std::int64_t>(made.sizes.size()), made.sizes.data(),
                     made.strides.data()};
  const view data(given.kind == form::zeros ? fresh : given.data), indices(given.indices), updates(given.updates);
  const view result(given.kind == form::in_place ? given.data : fresh);
  strew_plan* plan = nullptr;
  strew_error record;
  check(strew_plan_make(&op, &data.tensor, &indices.tensor, given.kind == form::gather ? nullptr : &updates.tensor,
                        &result.tensor, &options, &plan, &reset(record)),
        record);
  made.plan.reset(plan);
  made.bytes = bytes_of(made.sizes, given.data.dtype);
  return made;
}

}  // namespace strew::torch
