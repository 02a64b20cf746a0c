// Conversion of StableHLO's dimension numbers to internal lists.
#include <cstddef>
#include <cstdint>
#include <string>

#include "api/convert.hpp"

namespace strew::engine::api {
namespace {

// A list of a struct, and its internal list.
template <class Given, class Made>
struct list_row {
  strew_dims Given::*from;
  extents_list Made::*to;
  const char* name;
};

using gathers = strew_gather_dimensions;
constexpr list_row<gathers, gather_dimensions> gather_rows[] = {
    {&gathers::offset_dims, &gather_dimensions::offset_dims, "offset_dims"},
    {&gathers::collapsed_slice_dims, &gather_dimensions::collapsed_slice_dims, "collapsed_slice_dims"},
    {&gathers::operand_batching_dims, &gather_dimensions::operand_batching_dims, "operand_batching_dims"},
    {&gathers::start_indices_batching_dims, &gather_dimensions::start_indices_batching_dims,
     "start_indices_batching_dims"},
    {&gathers::start_index_map, &gather_dimensions::start_index_map, "start_index_map"},
    {&gathers::slice_sizes, &gather_dimensions::slice_sizes, "slice_sizes"},
};

using scatters = strew_scatter_dimensions;
constexpr list_row<scatters, scatter_dimensions> scatter_rows[] = {
    {&scatters::update_window_dims, &scatter_dimensions::update_window_dims, "update_window_dims"},
    {&scatters::inserted_window_dims, &scatter_dimensions::inserted_window_dims, "inserted_window_dims"},
    {&scatters::input_batching_dims, &scatter_dimensions::input_batching_dims, "input_batching_dims"},
    {&scatters::scatter_indices_batching_dims, &scatter_dimensions::scatter_indices_batching_dims,
     "scatter_indices_batching_dims"},
    {&scatters::scatter_dims_to_operand_dims, &scatter_dimensions::scatter_dims_to_operand_dims,
     "scatter_dims_to_operand_dims"},
};

template <class Struct, class Rows>
status check_lists(const Struct* given, const char* name, const Rows& rows) {
  if (given == nullptr) return fail(rule::PT1, operand::none, "the {} are null", name);
  if (given->struct_size != sizeof(Struct) || given->version != 1) {
    return fail(rule::PT2, operand::none, "{} have size {} and version {}", name, given->struct_size, given->version);
  }
  for (const auto& row : rows) {
    const strew_dims& list = given->*row.from;
    if (list.values == nullptr && list.count != 0) return fail(rule::PT1, operand::none, "{} are null", row.name);
  }
  return {};
}

// EX1 of a list that is too long to be read is stored, to be reported in order.
template <class Made, class Struct, class Rows>
Made read_lists(const Struct& given, const Rows& rows) {
  Made made;
  made.index_vector_dim = given.index_vector_dim;
  for (const auto& row : rows) {
    const strew_dims& from = given.*row.from;
    if (from.count <= max_rank) {
      (made.*row.to).append(from.values, static_cast<std::size_t>(from.count));
    } else if (!made.too_long) {
      made.too_long = fail(rule::EX1, operand::none, "{} have {} entries, more than 1024", row.name, from.count);
    }
  }
  return made;
}

}  // namespace

status check_struct(const strew_gather_dimensions* given) {
  return check_lists(given, "gather dimensions", gather_rows);
}
status check_struct(const strew_scatter_dimensions* given) {
  return check_lists(given, "scatter dimensions", scatter_rows);
}

gather_dimensions to_dimensions(const strew_gather_dimensions& given) {
  return read_lists<gather_dimensions>(given, gather_rows);
}
scatter_dimensions to_dimensions(const strew_scatter_dimensions& given) {
  return read_lists<scatter_dimensions>(given, scatter_rows);
}

}  // namespace strew::engine::api
