// StableHLO's dimension numbers: lists as they came become lists inside.
#include <cstddef>
#include <cstdint>
#include <string>

#include "api/convert.hpp"

namespace strew::api {
namespace {

struct list_row {
  const strew_dims* from;
  extents_list* to;
  const char* name;
};

check read_list(const list_row& row, check& too_long) {
  const strew_dims& from = *row.from;
  if (from.values == nullptr && from.count != 0) return fail(rule::PT1, operand::none, "{} are null", row.name);
  if (from.count <= max_rank) {
    row.to->append(from.values, static_cast<std::size_t>(from.count));
  } else if (!too_long) {
    too_long = fail(rule::EX1, operand::none, "{} have {} entries, more than 1024", row.name, from.count);
  }
  return {};
}

template <class Struct>
check check_head(const Struct* given, const char* name) {
  if (given == nullptr) return fail(rule::PT1, operand::none, "the {} are null", name);
  if (given->struct_size == sizeof(Struct) && given->version == 1) return {};
  return fail(rule::PT2, operand::none, "{} have size {} and version {}", name, given->struct_size, given->version);
}

}  // namespace

result<gather_dimensions> to_dimensions(const strew_gather_dimensions* given) {
  if (auto bad = check_head(given, "gather dimensions")) return *bad;
  gather_dimensions made;
  made.index_vector_dim = given->index_vector_dim;
  const list_row rows[] = {
      {&given->offset_dims, &made.offset_dims, "offset_dims"},
      {&given->collapsed_slice_dims, &made.collapsed_slice_dims, "collapsed_slice_dims"},
      {&given->operand_batching_dims, &made.operand_batching_dims, "operand_batching_dims"},
      {&given->start_indices_batching_dims, &made.start_indices_batching_dims, "start_indices_batching_dims"},
      {&given->start_index_map, &made.start_index_map, "start_index_map"},
      {&given->slice_sizes, &made.slice_sizes, "slice_sizes"},
  };
  for (const list_row& row : rows) {
    if (auto bad = read_list(row, made.too_long)) return *bad;
  }
  return made;
}

result<scatter_dimensions> to_dimensions(const strew_scatter_dimensions* given) {
  if (auto bad = check_head(given, "scatter dimensions")) return *bad;
  scatter_dimensions made;
  made.index_vector_dim = given->index_vector_dim;
  const list_row rows[] = {
      {&given->update_window_dims, &made.update_window_dims, "update_window_dims"},
      {&given->inserted_window_dims, &made.inserted_window_dims, "inserted_window_dims"},
      {&given->input_batching_dims, &made.input_batching_dims, "input_batching_dims"},
      {&given->scatter_indices_batching_dims, &made.scatter_indices_batching_dims, "scatter_indices_batching_dims"},
      {&given->scatter_dims_to_operand_dims, &made.scatter_dims_to_operand_dims, "scatter_dims_to_operand_dims"},
  };
  for (const list_row& row : rows) {
    if (auto bad = read_list(row, made.too_long)) return *bad;
  }
  return made;
}

}  // namespace strew::api
