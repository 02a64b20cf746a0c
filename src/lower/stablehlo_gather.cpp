// StableHLO's gather. Constraints C1 to C23 of its specification are GC1 to GC22 here (C23, one element type, is TY2),
// and SH1. A batching dimension's slice size (0 or 1) changes nothing.
#include <cstddef>
#include <cstdint>
#include <utility>

#include "lower/dimension_lists.hpp"

namespace strew::engine {
namespace lower {
namespace {

constexpr index_rules gather_numbers{rule::GC10, rule::GC11, rule::GC13, rule::GC14, rule::GC15,
                                     rule::GC16, rule::GC17, rule::GC18, rule::GC19};

index_dims index_dims_of(const gather_dimensions& dims) {
  return {dims.operand_batching_dims, dims.start_indices_batching_dims, dims.start_index_map, dims.index_vector_dim,
          "operand_batching_dims",    "start_indices_batching_dims",    "start_index_map"};
}

bool is_kept(const gather_dimensions& dims, std::int64_t d) {
  return !contains(dims.collapsed_slice_dims, d) && !contains(dims.operand_batching_dims, d);
}

extents_list kept_dims(const gather_dimensions& dims, std::size_t rank) {
  extents_list kept;
  for (std::size_t d = 0; d < rank; ++d) {
    if (is_kept(dims, static_cast<std::int64_t>(d))) kept.push_back(static_cast<std::int64_t>(d));
  }
  return kept;
}

status check_rank(const tensor& data, const gather_dimensions& dims) {
  const std::size_t sum =
      dims.offset_dims.size() + dims.collapsed_slice_dims.size() + dims.operand_batching_dims.size();
  return check_rank_sum(data, sum, rule::GC1);
}

status check_offset_dims(const gather_dimensions& dims, std::size_t result_rank) {
  if (auto bad = check_sorted_and_unique(dims.offset_dims, "offset_dims", rule::GC4)) return bad;
  return check_in_range(dims.offset_dims, result_rank, "offset_dims", rule::GC5);
}

// Slice sizes of these dimensions are 0 or 1. Their existence is checked by GC20.
status check_thin(const extents_list& list, const gather_dimensions& dims, const char* name, rule number) {
  for (const std::int64_t d : list) {
    const auto at = static_cast<std::size_t>(d);
    if (at >= dims.slice_sizes.size() || dims.slice_sizes[at] <= 1) continue;
    return fail(number, operand::none, "slice size {} of dimension {} in {}", dims.slice_sizes[at], d, name);
  }
  return {};
}

status check_collapsed_dims(const tensor& data, const gather_dimensions& dims) {
  return first_of(
      [&] {
        return check_unique(joined(dims.collapsed_slice_dims, dims.operand_batching_dims),
                            "collapsed_slice_dims and operand_batching_dims", rule::GC6);
      },
      [&] { return check_sorted(dims.collapsed_slice_dims, "collapsed_slice_dims", rule::GC7); },
      [&] { return check_in_range(dims.collapsed_slice_dims, data.rank(), "collapsed_slice_dims", rule::GC8); },
      [&] { return check_thin(dims.collapsed_slice_dims, dims, "collapsed_slice_dims", rule::GC9); });
}

status check_slice_sizes(const tensor& data, const gather_dimensions& dims) {
  if (dims.slice_sizes.size() != data.rank()) {
    return fail(rule::GC20, operand::data, "there are {} slice sizes for <rank> {}", dims.slice_sizes.size(),
                data.rank());
  }
  for (std::size_t d = 0; d < data.rank(); ++d) {
    if (dims.slice_sizes[d] >= 0 && dims.slice_sizes[d] <= data.extents[d]) continue;
    return fail(rule::GC21, operand::data, "<slice size {} is {}, the extent is {}>", d, dims.slice_sizes[d],
                data.extents[d]);
  }
  return {};
}

// GC1 to GC21 against a result of this rank.
status check_lists(const tensor& data, const tensor& indices, const gather_dimensions& dims, std::size_t result_rank) {
  const index_dims shared = index_dims_of(dims);
  return first_of(
      [&] { return dims.too_long; }, [&] { return check_rank(data, dims); },
      [&] { return check_index_vector_dim(shared, indices, rule::GC2); },
      [&] { return check_tuple_length(shared, indices, rule::GC3); },
      [&] { return check_offset_dims(dims, result_rank); }, [&] { return check_collapsed_dims(data, dims); },
      [&] { return check_batching_operand(shared, data, gather_numbers); },
      [&] { return check_thin(dims.operand_batching_dims, dims, "operand_batching_dims", rule::GC12); },
      [&] { return check_batching_indices(shared, data, indices, gather_numbers); },
      [&] { return check_tuple_dims(shared, data, gather_numbers); }, [&] { return check_slice_sizes(data, dims); });
}

std::size_t result_rank_of(const tensor& indices, const gather_dimensions& dims) {
  return position_dims(indices, dims.index_vector_dim).size() + dims.offset_dims.size();
}

extents_list result_extents(const tensor& data, const tensor& indices, const gather_dimensions& dims) {
  const extents_list positions = position_dims(indices, dims.index_vector_dim);
  const extents_list kept = kept_dims(dims, data.rank());
  extents_list extents;
  std::size_t next_position = 0;
  std::size_t next_kept = 0;
  for (std::size_t u = 0; u < positions.size() + kept.size(); ++u) {
    const bool is_offset = contains(dims.offset_dims, static_cast<std::int64_t>(u));
    extents.push_back(is_offset ? dims.slice_sizes[static_cast<std::size_t>(kept[next_kept++])]
                                : indices.extents[static_cast<std::size_t>(positions[next_position++])]);
  }
  return extents;
}

status check_result(const operands& ops, const gather_dimensions& dims) {
  // With a wrong rank offset_dims cannot be interpreted.
  const std::size_t rank = result_rank_of(ops.indices, dims);
  if (ops.output.rank() != rank) {
    return fail(rule::GC22, operand::output, "its <rank> is {}, not {}", ops.output.rank(), rank);
  }
  if (auto bad = check_direct(ops, result_extents(ops.data, ops.indices, dims), rule::GC22)) return bad;
  for (const std::int64_t d : dims.collapsed_slice_dims) {
    if (ops.output.is_empty() || dims.slice_sizes[static_cast<std::size_t>(d)] != 0) continue;
    return fail(rule::SH1, operand::data, "collapsed dimension {} has slice size 0, and the result is not empty", d);
  }
  return {};
}

}  // namespace

result<extents_list> stablehlo_gather_extents(const tensor& operand, const tensor& start_indices,
                                              const gather_dimensions& dims) {
  if (auto bad = check_lists(operand, start_indices, dims, result_rank_of(start_indices, dims))) return std::move(*bad);
  return result_extents(operand, start_indices, dims);
}

result<operation> stablehlo_gather(const operands& ops, const gather_dimensions& dims,
                                   const operator_options& options) {
  return lower(
      ops, options,
      [&] {
        return first_of([&] { return check_lists(ops.data, ops.indices, dims, ops.output.rank()); },
                        [&] { return check_result(ops, dims); });
      },
      [&](builder& made) {
        build_stablehlo(made, ops, index_dims_of(dims), dims.offset_dims, kept_dims(dims, ops.data.rank()),
                        dims.slice_sizes);
      });
}

}  // namespace lower
}  // namespace strew::engine
