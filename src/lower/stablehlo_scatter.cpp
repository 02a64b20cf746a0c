// StableHLO's scatter of one input. Constraints C1 to C25 of its specification are SC2 to SC22 here; the others are
// guaranteed by the form of the call (C1, C3, C5) or are TY2 (C6, C25), TY4 (C23) and OU1 (C24).
#include <cstddef>
#include <cstdint>

#include "lower/dimension_lists.hpp"

namespace strew::engine {
namespace lower {
namespace {

constexpr index_rules scatter_numbers{rule::SC12, rule::SC13, rule::SC14, rule::SC15, rule::SC16,
                                      rule::SC17, rule::SC18, rule::SC20, rule::SC21};

index_dims index_dims_of(const scatter_dimensions& dims) {
  return {dims.input_batching_dims,
          dims.scatter_indices_batching_dims,
          dims.scatter_dims_to_operand_dims,
          dims.index_vector_dim,
          "input_batching_dims",
          "scatter_indices_batching_dims",
          "scatter_dims_to_operand_dims"};
}

bool is_kept(const scatter_dimensions& dims, std::int64_t d) {
  return !contains(dims.inserted_window_dims, d) && !contains(dims.input_batching_dims, d);
}

extents_list kept_dims(const scatter_dimensions& dims, std::size_t rank) {
  extents_list kept;
  for (std::size_t d = 0; d < rank; ++d) {
    if (is_kept(dims, static_cast<std::int64_t>(d))) kept.push_back(static_cast<std::int64_t>(d));
  }
  return kept;
}

status check_rank(const tensor& data, const scatter_dimensions& dims) {
  const std::size_t sum =
      dims.update_window_dims.size() + dims.inserted_window_dims.size() + dims.input_batching_dims.size();
  return check_rank_sum(data, sum, rule::SC2);
}

status check_window_dims(const scatter_dimensions& dims, const tensor& updates) {
  if (auto bad = check_sorted_and_unique(dims.update_window_dims, "update_window_dims", rule::SC7)) return bad;
  return check_in_range(dims.update_window_dims, updates.rank(), "update_window_dims", rule::SC8);
}

status check_inserted_dims(const tensor& data, const scatter_dimensions& dims) {
  return first_of(
      [&] {
        return check_unique(joined(dims.inserted_window_dims, dims.input_batching_dims),
                            "inserted_window_dims and input_batching_dims", rule::SC9);
      },
      [&] { return check_sorted(dims.inserted_window_dims, "inserted_window_dims", rule::SC10); },
      [&] { return check_in_range(dims.inserted_window_dims, data.rank(), "inserted_window_dims", rule::SC11); });
}

// Some lists that SC4 depends on are only checked by later rules; it fails if they are invalid.
status check_updates(const operands& ops, const scatter_dimensions& dims) {
  const extents_list positions = position_dims(ops.indices, dims.index_vector_dim);
  const extents_list kept = kept_dims(dims, ops.data.rank());
  const std::size_t rank = positions.size() + dims.update_window_dims.size();
  if (ops.updates.rank() != rank)
    return fail(rule::SC4, operand::updates, "their <rank> is {}, not {}", ops.updates.rank(), rank);
  std::size_t next_position = 0;
  std::size_t next_kept = 0;
  for (std::size_t u = 0; u < rank; ++u) {
    const std::int64_t n = ops.updates.extents[u];
    const bool is_window = contains(dims.update_window_dims, static_cast<std::int64_t>(u));
    if (is_window ? next_kept >= kept.size() : next_position >= positions.size()) return {};  // other rules report why
    const std::int64_t limit = is_window ? ops.data.extents[static_cast<std::size_t>(kept[next_kept++])]
                                         : ops.indices.extents[static_cast<std::size_t>(positions[next_position++])];
    if (is_window ? n <= limit : n == limit) continue;
    return fail(rule::SC4, operand::updates, "<extent {} is {}>, {} {}", u, n,
                is_window ? "more than the input's" : "that of scatter_indices is", limit);
  }
  return {};
}

status check_lists(const operands& ops, const scatter_dimensions& dims) {
  const index_dims shared = index_dims_of(dims);
  return first_of([&] { return dims.too_long; }, [&] { return check_rank(ops.data, dims); },
                  [&] { return check_updates(ops, dims); }, [&] { return check_window_dims(dims, ops.updates); },
                  [&] { return check_inserted_dims(ops.data, dims); },
                  [&] { return check_batching_operand(shared, ops.data, scatter_numbers); },
                  [&] { return check_batching_indices(shared, ops.data, ops.indices, scatter_numbers); },
                  [&] { return check_tuple_length(shared, ops.indices, rule::SC19); },
                  [&] { return check_tuple_dims(shared, ops.data, scatter_numbers); },
                  [&] { return check_index_vector_dim(shared, ops.indices, rule::SC22); });
}

// Length of the window along each table dimension: that of its update dimension, 1 where there is none.
extents_list windows_of(const operands& ops, const scatter_dimensions& dims, const extents_list& kept) {
  extents_list windows(ops.data.rank(), 1);
  for (std::size_t w = 0; w < kept.size(); ++w) {
    windows[static_cast<std::size_t>(kept[w])] =
        ops.updates.extents[static_cast<std::size_t>(dims.update_window_dims[w])];
  }
  return windows;
}

void build(builder& made, const operands& ops, const scatter_dimensions& dims) {
  const extents_list kept = kept_dims(dims, ops.data.rank());
  build_stablehlo(made, ops, index_dims_of(dims), dims.update_window_dims, kept, windows_of(ops, dims, kept));
  for (const std::int64_t d : dims.inserted_window_dims) {
    // Updates would be at 0 of an extent of 0: all are skipped.
    const bool is_addressed = contains(dims.scatter_dims_to_operand_dims, d);
    if (!is_addressed && ops.data.extents[static_cast<std::size_t>(d)] == 0)
      made.slice(static_cast<std::size_t>(d), 0, 0, 0);
  }
}

}  // namespace

result<operation> stablehlo_scatter(const operands& ops, const scatter_dimensions& dims,
                                    const operator_options& options) {
  return lower(
      ops, options, [&] { return check_lists(ops, dims); }, [&](builder& made) { build(made, ops, dims); });
}

}  // namespace lower
}  // namespace strew::engine
