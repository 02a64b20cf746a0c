// Structs with anything in their numbers, and arrays of exactly the length that these say.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "bytes.hpp"
#include "operand.hpp"
#include "problem.hpp"
#include "strew/strew.h"

namespace strew::fuzz {

// A list of exactly the length it says, or one that says it is longer than any that is read.
struct list {
  std::unique_ptr<std::int64_t[]> values;
  std::uint64_t count = 0;

  list(const numbers& from, bytes& in) : count(from.size()) {
    values = std::make_unique<std::int64_t[]>(from.size());
    std::copy(from.begin(), from.end(), values.get());
    if (in.one_in(128)) count = 1025 + in.below(~std::uint64_t{0} - 1025);
  }
  [[nodiscard]] bool is_true() const { return count <= 1024; }
  [[nodiscard]] strew_dims dims() const { return {values.get(), count}; }
};

inline numbers wild_numbers(bytes& in) {
  numbers made(static_cast<std::size_t>(in.below(6)));
  for (std::int64_t& one : made) one = static_cast<std::int64_t>(in.wild());
  return made;
}

// Extents that fit each other still do when all are multiplied, but for the length of a tuple. 0 and 1 stay.
inline void enlarge(form& shape, bytes& in) {
  const auto factor = static_cast<std::int64_t>(in.wild() >> 1);
  const auto grow = [factor](std::int64_t& extent) {
    std::int64_t grown = 0;
    if (extent > 1) extent = __builtin_mul_overflow(extent, factor, &grown) ? INT64_MAX : grown;
  };
  for (numbers* extents : {&shape.data, &shape.direct, &shape.sizes})
    std::for_each(extents->begin(), extents->end(), grow);
  for (std::size_t i = 0; i < shape.indices.size(); ++i)
    if (static_cast<std::int64_t>(i) != shape.component_axis) grow(shape.indices[i]);
}

inline form wild_form(operation what, bytes& in) {
  form made = any_form(what, in);
  if (!in.one_in(4)) enlarge(made, in);
  numbers* const lists[] = {&made.data, &made.indices, &made.direct, &made.sizes};
  if (in.one_in(8)) *lists[in.below(std::size(lists))] = wild_numbers(in);
  if (in.one_in(16)) made.axis = static_cast<std::int64_t>(in.wild());
  if (in.one_in(16)) made.batch_dims = static_cast<std::int64_t>(in.wild());
  return made;
}

struct wild_tensor {
  list extents;
  list strides;
  strew_tensor value = STREW_TENSOR_INIT;

  wild_tensor(const numbers& wanted, strew_dtype dtype, bytes& in)
      : extents(wanted, in), strides(wild_numbers(in), in) {
    value.dtype = in.one_in(64) ? static_cast<strew_dtype>(in.wild()) : dtype;
    value.element_bytes = in.one_in(64) ? in.wild() : dtype == STREW_OPAQUE ? 3 : 0;
    value.rank = extents.count;
    value.extents = extents.values.get();
    if (strides.is_true() && strides.count >= extents.count && in.one_in(2)) value.strides = strides.values.get();
    if (in.one_in(128)) value.extents = nullptr;
    if (in.one_in(128)) value.device = static_cast<std::uint32_t>(in.wild());
    if (in.one_in(128)) value.struct_size = static_cast<std::uint32_t>(in.wild());
    if (in.one_in(128)) value.version = static_cast<std::uint32_t>(in.wild());
  }
};

inline void set_options(strew_options& options, bytes& in) {
  static const double fill[4] = {1.5, 2.0, 3.0, 4.0};
  std::int32_t* const fields[] = {&options.reduction,    &options.out_of_bounds, &options.negative_indices,
                                  &options.exclude_self, &options.accumulate,    &options.unordered,
                                  &options.duplicates,   &options.partial_window};
  for (std::int32_t* field : fields)
    if (in.one_in(6)) *field = static_cast<std::int32_t>(in.one_in(16) ? in.wild() : in.below(10));
  if (in.one_in(16)) options.fill_dtype = static_cast<strew_dtype>(in.below(17));
  if (in.one_in(8)) options.fill_bytes = in.below(sizeof fill + 1);
  if (in.one_in(16)) options.fill_value = fill;
  if (in.one_in(8)) options.solver = in.one_in(2) ? strew_solver_name(in.below(20)) : "";
  if (in.one_in(128)) options.struct_size = static_cast<std::uint32_t>(in.wild());
  if (in.one_in(128)) options.version = static_cast<std::uint32_t>(in.wild());
}

// Everything that plans are made of.
struct given {
  operation what;
  strew_dtype dtype;
  form shape;
  wild_tensor data;
  wild_tensor indices;
  wild_tensor updates;
  wild_tensor output;
  strew_options options = STREW_OPTIONS_INIT;
  list lists[6];
  strew_gather_dimensions gather = STREW_GATHER_DIMENSIONS_INIT;
  strew_scatter_dimensions scatter = STREW_SCATTER_DIMENSIONS_INIT;

  explicit given(bytes& in)
      : what(static_cast<operation>(in.below(operations))),
        dtype(static_cast<strew_dtype>(in.below(16))),
        shape(wild_form(what, in)),
        data(shape.data, dtype, in),
        indices(shape.indices, in.one_in(8) ? STREW_U8 : STREW_I64, in),
        updates(shape.direct, dtype, in),
        output(is_scatter(what) ? shape.data : shape.direct, dtype, in),
        lists{list(shape.windows, in), list(shape.collapsed, in), list(shape.batching, in),
              list(shape.paired, in),  list(shape.map, in),       list(shape.sizes, in)} {
    set_options(options, in);
    gather.offset_dims = scatter.update_window_dims = lists[0].dims();
    gather.collapsed_slice_dims = scatter.inserted_window_dims = lists[1].dims();
    gather.operand_batching_dims = scatter.input_batching_dims = lists[2].dims();
    gather.start_indices_batching_dims = scatter.scatter_indices_batching_dims = lists[3].dims();
    gather.start_index_map = scatter.scatter_dims_to_operand_dims = lists[4].dims();
    gather.slice_sizes = lists[5].dims();
    gather.index_vector_dim = scatter.index_vector_dim = shape.index_vector_dim;
    if (in.one_in(128)) gather.struct_size = scatter.struct_size = 8;
    if (in.one_in(128)) gather.version = scatter.version = 2;
  }
};

}  // namespace strew::fuzz
