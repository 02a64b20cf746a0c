#include "torch/index_put.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "strew/strew.h"
#include "torch/arguments.hpp"
#include "torch/dtypes.hpp"
#include "torch/options.hpp"
#include "torch/run.hpp"

namespace strew::torch {
namespace {

constexpr std::size_t most_dims = 16;  // more are left to PyTorch

// A layout with sizes and strides of its own.
struct shape {
  std::size_t rank = 0;
  std::array<std::int64_t, 2 * most_dims> sizes, strides;

  void push(std::int64_t size, std::int64_t stride) { sizes[rank] = size, strides[rank] = stride, ++rank; }
  [[nodiscard]] layout as_layout(std::int32_t dtype) const {
    return {dtype, static_cast<std::int64_t>(rank), sizes.data(), strides.data()};
  }
};

bool is_apart(const layout& data) {
  std::array<std::size_t, most_dims> order;
  const auto rank = static_cast<std::size_t>(data.rank);
  if (rank > most_dims) return false;
  for (std::size_t i = 0; i < rank; ++i) order[i] = i;
  std::sort(order.begin(), order.begin() + rank,
            [&](std::size_t left, std::size_t right) { return data.strides[left] < data.strides[right]; });
  std::int64_t span = 1;
  for (std::size_t i = 0; i < rank; ++i) {
    const std::int64_t size = data.sizes[order[i]], stride = data.strides[order[i]];
    if (size <= 1) continue;
    if (stride < span) return false;
    span += stride * (size - 1);
  }
  return true;
}

bool is_contiguous(const layout& data) {
  std::int64_t next = 1;
  for (std::int64_t i = data.rank; i-- > 0;) {
    if (data.sizes[i] != 1 && data.strides[i] != next) return false;
    next *= data.sizes[i];
  }
  return true;
}

bool has_sums(std::int32_t dtype) {
  const strew_dtype known = element_type_of(dtype).dtype;
  return known != STREW_DTYPE_OPAQUE && known != STREW_DTYPE_U16 && known != STREW_DTYPE_U32 &&
         known != STREW_DTYPE_U64;
}

bool is_index_type(std::int32_t dtype) {
  const strew_dtype known = element_type_of(dtype).dtype;
  return known == STREW_DTYPE_I64 || known == STREW_DTYPE_I32;
}

// The index tensors of x[...], which may have a slice before, between and behind them.
struct expression {
  std::array<layout, most_dims> indices;
  std::array<const tensor*, most_dims> tensors;
  std::array<std::size_t, most_dims> dims;  // that they address
  std::size_t count = 0;
  shape positions;  // that they broadcast to; strides are those of a tensor of its own

  // False if strew takes no such expression.
  bool read(const tensor* given, std::size_t size, const layout& data);
  [[nodiscard]] bool is_adjacent() const { return dims[count - 1] - dims[0] == count - 1; }
  [[nodiscard]] bool is_index(std::size_t dim) const {
    return std::find(dims.begin(), dims.begin() + count, dim) != dims.begin() + count;
  }

 private:
  bool broadcast();
};

bool expression::read(const tensor* given, std::size_t size, const layout& data) {
  if (data.rank == 0 || size > static_cast<std::size_t>(data.rank) || data.rank > std::int64_t{most_dims}) return false;
  for (std::size_t dim = 0; dim < size; ++dim) {
    if (!given[dim].is_given()) continue;
    const layout index = layout_of(given[dim]);
    if (!is_index_type(index.dtype) || index.rank > std::int64_t{most_dims}) return false;
    indices[count] = index, tensors[count] = &given[dim], dims[count] = dim, ++count;
  }
  return count != 0 && broadcast();
}

bool expression::broadcast() {
  for (std::size_t n = 0; n < count; ++n)
    positions.rank = std::max(positions.rank, static_cast<std::size_t>(indices[n].rank));
  std::fill_n(positions.sizes.begin(), positions.rank, 1);
  for (std::size_t n = 0; n < count; ++n) {
    const std::size_t ahead = positions.rank - static_cast<std::size_t>(indices[n].rank);
    for (std::size_t i = ahead; i < positions.rank; ++i) {
      const std::int64_t size = indices[n].sizes[i - ahead];
      if (size == 1) continue;
      if (positions.sizes[i] != 1 && positions.sizes[i] != size) return false;
      positions.sizes[i] = size;
    }
  }
  std::int64_t next = 1;
  for (std::size_t i = positions.rank; i-- > 0; next *= std::max<std::int64_t>(positions.sizes[i], 1))
    positions.strides[i] = next;
  return true;
}

// `from` broadcast to these sizes; false if it is not.
bool expand(shape& to, const layout& from) {
  if (from.rank > static_cast<std::int64_t>(to.rank)) return false;
  const std::size_t ahead = to.rank - static_cast<std::size_t>(from.rank);
  for (std::size_t i = 0; i < to.rank; ++i) {
    const bool is_one = i < ahead || from.sizes[i - ahead] == 1;
    if (!is_one && from.sizes[i - ahead] != to.sizes[i]) return false;
    to.strides[i] = is_one ? 0 : from.strides[i - ahead];
  }
  return true;
}

// The dimensions of x[...]: where the indices are adjacent their positions stand in their place, else in front.
struct result_dims {
  std::array<std::size_t, most_dims> others;  // dimensions of x without an index
  std::size_t count = 0;
  std::size_t before;  // how many of them stand in front of the positions
  shape values;        // as they broadcast to it

  result_dims(const expression& of, const layout& data) : before(of.is_adjacent() ? of.dims[0] : 0) {
    for (std::size_t dim = 0; dim < static_cast<std::size_t>(data.rank); ++dim)
      if (!of.is_index(dim)) others[count++] = dim;
    for (std::size_t i = 0; i < before; ++i) values.push(data.sizes[others[i]], 0);
    for (std::size_t i = 0; i < of.positions.rank; ++i) values.push(of.positions.sizes[i], 0);
    for (std::size_t i = before; i < count; ++i) values.push(data.sizes[others[i]], 0);
  }
};

std::int64_t load(const void* memory, bool is_wide, std::int64_t place) {
  return is_wide ? static_cast<const std::int64_t*>(memory)[place] : static_cast<const std::int32_t*>(memory)[place];
}

// One index for each position, as component `n` of the tuples.
void write_component(std::vector<std::int64_t>& tuples, const expression& of, std::size_t n) {
  shape places = of.positions;
  expand(places, of.indices[n]);
  const void* const memory = of.tensors[n]->read();
  const bool is_wide = element_type_of(of.indices[n].dtype).bytes == sizeof(std::int64_t);
  std::array<std::int64_t, most_dims> at{};
  std::int64_t place = 0;
  for (std::size_t next = n; next < tuples.size(); next += of.count) {
    tuples[next] = load(memory, is_wide, place);
    for (std::size_t i = places.rank; i-- > 0;) {
      place += places.strides[i];
      if (++at[i] < places.sizes[i]) break;
      place -= places.strides[i] * places.sizes[i];
      at[i] = 0;
    }
  }
}

std::vector<std::int64_t> tuples_of(const expression& of) {
  std::size_t positions = 1;
  for (std::size_t i = 0; i < of.positions.rank; ++i) positions *= static_cast<std::size_t>(of.positions.sizes[i]);
  std::vector<std::int64_t> tuples(positions * of.count);
  for (std::size_t n = 0; n < of.count; ++n) write_component(tuples, of, n);
  return tuples;
}

void put_along(call& given, const tensor& data, const tensor& values, const expression& of, const result_dims& dims) {
  given.op = STREW_OPERATOR_SCATTER;
  given.axis = static_cast<std::int64_t>(of.dims[0]);
  given.indices = of.indices[0];
  given.updates = dims.values.as_layout(given.data.dtype);
  void* const output = data.write();
  run_in_place(given, output, of.tensors[0]->read(), values.read());
}

// Several indices as tuples; the dimensions of data and values that belong to them come first.
void put_tuples(call& given, const tensor& data, const tensor& values, const expression& of, const result_dims& dims) {
  shape table, updates, tuples = of.positions;
  for (std::size_t n = 0; n < of.count; ++n) table.push(given.data.sizes[of.dims[n]], given.data.strides[of.dims[n]]);
  for (std::size_t i = 0; i < dims.count; ++i)
    table.push(given.data.sizes[dims.others[i]], given.data.strides[dims.others[i]]);
  const auto take = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) updates.push(dims.values.sizes[i], dims.values.strides[i]);
  };
  const std::size_t after = dims.before + of.positions.rank;
  take(dims.before, after), take(0, dims.before), take(after, dims.values.rank);
  const auto depth = static_cast<std::int64_t>(of.count);
  for (std::size_t i = 0; i < tuples.rank; ++i) tuples.strides[i] *= depth;
  tuples.push(depth, 1);

  const std::int32_t dtype = given.data.dtype;
  given.op = STREW_OPERATOR_SCATTER_ND;
  given.data = table.as_layout(dtype), given.updates = updates.as_layout(dtype);
  given.indices = tuples.as_layout(torch_dtype_of(STREW_DTYPE_I64));
  const std::vector<std::int64_t> memory = tuples_of(of);
  void* const output = data.write();
  run_in_place(given, output, memory.data(), values.read());
}

bool put(const tensor& data, const tensor* indices, std::size_t size, const tensor& values, bool adds) {
  call given;
  given.kind = form::in_place;
  given.data = layout_of(data);
  const layout updates = layout_of(values);
  if (given.data.dtype != updates.dtype || (adds && !has_sums(updates.dtype))) return false;
  expression of;
  if (!of.read(indices, size, given.data) || !is_apart(given.data)) return false;
  result_dims dims(of, given.data);
  if (!expand(dims.values, updates)) return false;
  given.options = pack_native(adds ? STREW_REDUCTION_ADD : STREW_REDUCTION_NONE);
  (of.count == 1 ? put_along : put_tuples)(given, data, values, of, dims);
  return true;
}

void index_put(stack_value* stack, std::uint64_t, std::uint64_t) {
  arguments all(stack);
  const tensor data = all.next_tensor();
  const std::vector<tensor> indices = all.next_optional_tensors();
  const tensor values = all.next_tensor();
  stack[0] = put(data, indices.data(), indices.size(), values, all.next_bool()) ? 1 : 0;
}

void index_put_rows(stack_value* stack, std::uint64_t, std::uint64_t) {
  arguments all(stack);
  const tensor data = all.next_tensor(), index = all.next_tensor(), values = all.next_tensor();
  stack[0] = put(data, &index, 1, values, all.next_bool()) ? 1 : 0;
}

// Of contiguous data, whose rows are contiguous in PyTorch's result too: compiled code relies on its strides.
tensor gather(tensor data, std::vector<tensor> indices) {
  const layout table = layout_of(data);
  expression of;
  if (!of.read(indices.data(), indices.size(), table) || of.count != 1 || !is_contiguous(table)) return tensor();
  call given;
  given.axis = static_cast<std::int64_t>(of.dims[0]);
  operands tensors;
  tensors.data = std::move(data), tensors.indices = std::move(indices[of.dims[0]]);
  return run(given, tensors);
}

void index(stack_value* stack, std::uint64_t, std::uint64_t) {
  arguments all(stack);
  tensor data = all.next_tensor();
  tensor result = gather(std::move(data), all.next_optional_tensors());
  stack[0] = result.is_given() ? reinterpret_cast<stack_value>(new stack_value(result.release())) : 0;
}

void is_apart_operator(stack_value* stack, std::uint64_t, std::uint64_t) {
  const tensor data = arguments(stack).next_tensor();
  stack[0] = is_apart(layout_of(data)) ? 1 : 0;
}

}  // namespace

const own_operator index_operators[4] = {
    {"_index", "_index(Tensor x, Tensor?[] indices) -> Tensor?", index},
    {"_index_put", "_index_put(Tensor(a!) x, Tensor?[] indices, Tensor values, bool adds) -> bool", index_put},
    {"_index_put_rows", "_index_put_rows(Tensor(a!) x, Tensor index, Tensor values, bool adds) -> bool",
     index_put_rows},
    {"_is_apart", "_is_apart(Tensor x) -> bool", is_apart_operator},
};

}  // namespace strew::torch
