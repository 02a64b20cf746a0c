#include "problem.hpp"

#include <algorithm>
#include <cstring>

namespace strew::fuzz {
namespace {

constexpr std::int64_t most_elements = 2048;
constexpr std::int64_t most_bytes = 1 << 15;

bool is_small(const numbers& extents, std::uint64_t width) {
  std::int64_t count = 1;
  for (const std::int64_t extent : extents) {
    count *= std::max<std::int64_t>(extent, 1);
    if (count > most_elements) return false;
  }
  return count * static_cast<std::int64_t>(width) <= most_bytes;
}

// The value of one member of a tuple: mostly valid, sometimes close by, sometimes anything.
std::int64_t any_index(std::int64_t limit, std::uint64_t kind, std::uint64_t number) {
  const std::int64_t valid = limit > 0 ? static_cast<std::int64_t>(number % static_cast<std::uint64_t>(limit)) : 0;
  switch (kind) {
    case 0:
    case 1:
    case 2:
      return valid;
    case 3:
      return limit > 0 && number % 3 == 0 ? valid - limit : valid;
    case 4:
      return static_cast<std::int64_t>(number % 12) - 4;
    default:
      return static_cast<std::int64_t>(number);
  }
}

void set_indices(problem& made, bytes& in) {
  operand& indices = made.indices;
  const form& shape = made.shape;
  const std::uint64_t kind = in.below(6);
  const std::int64_t sorted_step = in.one_in(4) ? in.between(0, 2) : -1;
  std::uint64_t state = in.any();
  const std::int64_t count = count_of(indices.extents);
  numbers at(indices.extents.size());
  for (std::int64_t n = 0; n < count; ++n) {
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < at.size(); ++i) offset += at[i] * indices.strides[i];
    const std::size_t member =
        shape.component_axis < 0 ? 0 : static_cast<std::size_t>(at.at(static_cast<std::size_t>(shape.component_axis)));
    state = state * 6364136223846793005U + 1442695040888963407U;
    const std::int64_t limit = member < shape.limits.size() ? shape.limits[member] : 4;
    const std::int64_t value = sorted_step < 0 ? any_index(limit, kind, state >> 20)
                                               : any_index(limit, 0, static_cast<std::uint64_t>(n * sorted_step));
    std::memcpy(indices.data() + offset, &value, static_cast<std::size_t>(indices.width));  // little end first
    for (std::size_t i = at.size(); i > 0 && ++at[i - 1] == indices.extents[i - 1]; --i) at[i - 1] = 0;
  }
}

std::int32_t any_enum(std::int32_t count, bytes& in) {
  if (in.one_in(64)) return static_cast<std::int32_t>(in.wild());
  return in.one_in(2) ? 0 : static_cast<std::int32_t>(in.below(static_cast<std::uint64_t>(count)));
}

void set_fill(problem& made, bytes& in) {
  strew_options& options = made.options;
  if (options.out_of_bounds != STREW_OOB_FILL || in.one_in(3)) return;
  constexpr strew_dtype types[] = {STREW_OPAQUE, STREW_I64, STREW_U64, STREW_F64, STREW_I8};
  options.fill_dtype = types[in.below(std::size(types))];
  options.fill_bytes = made.data.width;
  if (in.one_in(8)) options.fill_bytes = in.below(24);
  made.fill.assign(options.fill_dtype == STREW_OPAQUE ? static_cast<std::size_t>(options.fill_bytes) : 8, 0);
  if (in.one_in(2)) in.fill(made.fill);
  options.fill_value = made.fill.data();
}

void set_options(problem& made, bytes& in) {
  strew_options& options = made.options;
  if (made.what == operation::tensor_scatter && !in.one_in(8)) return;
  if (made.is_scatter) options.reduction = any_enum(10, in);
  options.out_of_bounds = any_enum(6, in);
  options.negative_indices = any_enum(2, in);
  options.exclude_self = any_enum(2, in);
  options.accumulate = any_enum(2, in);
  options.unordered = any_enum(2, in);
  options.duplicates = in.one_in(4) ? any_enum(2, in) : 0;
  options.partial_window = any_enum(2, in);
  if (in.one_in(4)) options.solver = strew_solver_name(in.below(20));
  set_fill(made, in);
}

// Another type of the same width.
strew_dtype other_type(strew_dtype of, std::uint64_t width, bytes& in) {
  const auto first = static_cast<strew_dtype>(in.below(16));
  for (strew_dtype n = 0; n < 16; ++n) {
    const strew_dtype type = (first + n) % 16;
    if (type != of && strew_dtype_bytes(type) == width) return type;
  }
  return of;
}

}  // namespace

bool is_scatter(operation what) {
  return what == operation::scatter || what == operation::scatter_elements || what == operation::scatter_nd ||
         what == operation::tensor_scatter || what == operation::stablehlo_scatter;
}

strew_tensor problem::data_view() const {
  return is_in_place ? output.view() : data.view();
}

bool read_problem(problem& made, bytes& in) {
  made.what = static_cast<operation>(in.below(operations));
  made.is_scatter = fuzz::is_scatter(made.what);
  made.shape = any_form(made.what, in);
  const auto type = static_cast<strew_dtype>(in.below(16));
  const std::uint64_t width = width_of(type, in);
  constexpr strew_dtype index_types[] = {STREW_I64, STREW_I32, STREW_I8,  STREW_I16,
                                         STREW_U8,  STREW_U16, STREW_U32, STREW_U64};
  const strew_dtype index_type = index_types[in.below(std::size(index_types))];
  const form& shape = made.shape;
  if (!is_small(shape.data, width) || !is_small(shape.direct, width) || !is_small(shape.indices, 8)) return false;
  made.indices = make_operand(shape.indices, index_type, strew_dtype_bytes(index_type), false, in);
  if (shape.component_axis < static_cast<std::int64_t>(shape.indices.size())) set_indices(made, in);
  made.data = make_operand(shape.data, type, width, false, in);
  if (made.is_scatter) made.updates = make_operand(shape.direct, type, width, false, in);
  made.output = make_operand(made.is_scatter ? shape.data : shape.direct, type, width, true, in);
  made.has_indices = made.what != operation::tensor_scatter || !in.one_in(6);
  made.is_in_place = made.is_scatter && in.one_in(3);
  set_options(made, in);
  return true;
}

void twist(problem& made, bytes& in) {
  strew_options& options = made.options;
  switch (in.below(6)) {
    case 0:
      made.data.dtype = made.updates.dtype = made.output.dtype = other_type(made.data.dtype, made.data.width, in);
      break;
    case 1:
      made.indices.dtype = other_type(made.indices.dtype, made.indices.width, in);
      break;
    case 2:
      made.is_in_place = made.is_scatter && !made.is_in_place;
      break;
    case 3:
      options.solver = strew_solver_name(in.below(20));
      break;
    case 4:
      if (!made.fill.empty()) in.fill(made.fill);
      break;
    default: {
      std::int32_t* const fields[] = {&options.out_of_bounds, &options.negative_indices, &options.exclude_self,
                                      &options.accumulate,    &options.duplicates,       &options.partial_window,
                                      &options.reduction};
      *fields[in.below(made.is_scatter ? 7 : 6)] = static_cast<std::int32_t>(in.below(4));
    }
  }
}

}  // namespace strew::fuzz
