// A random gather or scatter of rows that all ranks know whole, of which each one does its part.
#pragma once

#include <strew/mpi.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

namespace strew::testing {

using bytes = std::vector<unsigned char>;

// Who holds which rows of a table, and which of them each rank reads or adds to.
struct graph {
  const char* name;
  std::vector<std::int64_t> sizes;                // rows of each rank
  std::vector<std::vector<std::int64_t>> leaves;  // of each rank, the rows of its positions
};

class mpi_problem {
 public:
  mpi_problem(unsigned seed, std::uint64_t ranks, bool has_many) : draw_(seed), ranks_(ranks) {
    type = static_cast<dtype>(below(STREW_DTYPE_F8_E5M2 + 1));
    width = type == dtype::opaque ? 1 + below(9) : static_cast<std::int64_t>(strew::width(type));
    columns = below(30) == 0 ? 0 : 1 + below(has_many ? 40 : 5);
    rows = below(30) == 0 ? 0 : 1 + below(has_many ? 3000 : 60);
    positions = rows == 0 ? 0 : below(has_many ? 6000 : 120);
    kind = below(3) == 0 ? exchange_kind::gather : exchange_kind::scatter;
    set_options();
    set_layout();
    set_operands();
    budget = below(2) == 0 ? 0 : static_cast<std::uint64_t>(1 + below(has_many ? 60000 : 2000));
  }
  // Of rows of three f32, whose sums are rounded.
  mpi_problem(const graph& from, exchange_kind what) : kind(what), draw_(1), ranks_(from.sizes.size()) {
    columns = 3;
    how.reduction = kind == exchange_kind::scatter ? reduction::add : reduction::none;
    std::vector<std::int64_t> starts = {0};
    cuts = {0};
    for (std::uint64_t r = 0; r < ranks_; ++r) {
      starts.push_back(starts.back() + from.sizes[r]);
      owners.insert(owners.end(), static_cast<std::size_t>(from.sizes[r]), r);
      indices.insert(indices.end(), from.leaves[r].begin(), from.leaves[r].end());
      cuts.push_back(static_cast<std::int64_t>(indices.size()));
    }
    rows = starts.back();
    positions = cuts.back();
    rows_at = layout::blocks(starts);
    for (std::int64_t n = 0; n < 3 * (rows + positions); ++n) {
      const float one = static_cast<float>(below(1000)) / 7.0F;
      bytes& to = n < 3 * rows ? table : updates;
      to.insert(to.end(), reinterpret_cast<const unsigned char*>(&one),
                reinterpret_cast<const unsigned char*>(&one + 1));
    }
  }

  [[nodiscard]] std::int64_t row_bytes() const { return width * columns; }
  [[nodiscard]] std::int64_t first(std::uint64_t rank) const { return cuts[rank]; }
  [[nodiscard]] std::int64_t count(std::uint64_t rank) const { return cuts[rank + 1] - cuts[rank]; }

  // The rows that a rank has, from a table of all.
  [[nodiscard]] bytes shard(const bytes& whole, std::uint64_t rank) const {
    bytes made;
    for (std::int64_t row = 0; row < rows; ++row) {
      if (owners[static_cast<std::size_t>(row)] != rank) continue;
      made.insert(made.end(), whole.begin() + row * row_bytes(), whole.begin() + (row + 1) * row_bytes());
    }
    return made;
  }
  view rows_of(bytes& at, std::int64_t n) const {
    return {static_cast<void*>(at.data()), type, {n, columns}, static_cast<std::uint64_t>(width)};
  }
  // Of one rank, or of all.
  const_view indices_of(std::int64_t from, std::int64_t n) const {
    if (narrow_indices.empty()) return {indices.data() + from, {n}};
    return {narrow_indices.data() + from, {n}};
  }

  // One call with all positions.
  result<void> serial(bytes& whole, bytes& all_rows) const {
    view t = rows_of(whole, rows), r = rows_of(all_rows, positions);
    const const_view at = indices_of(0, positions);
    return kind == exchange_kind::gather ? try_gather(t, at, r, 0, how) : try_scatter(t, at, r, t, 0, how);
  }

  dtype type = dtype::f32;
  std::int64_t width = 4, columns = 1, rows = 1, positions = 0;
  exchange_kind kind = exchange_kind::scatter;
  options how;
  layout rows_at = layout::blocks(1, 1);
  std::vector<std::uint64_t> owners;
  std::vector<std::int64_t> cuts, indices;
  std::vector<std::int32_t> narrow_indices;  // the same, if the call has such
  bytes table, updates;
  std::uint64_t budget = 0;

 private:
  std::int64_t below(std::int64_t n) { return static_cast<std::int64_t>(draw_() % static_cast<std::uint64_t>(n)); }

  void set_options() {
    const bool is_moved = kind == exchange_kind::gather || !strew::has_reductions(type);
    do {
      how.reduction = static_cast<reduction>(is_moved ? 0 : below(10));
    } while (!is_offered());
    how.include_self = how.reduction == reduction::none || below(3) != 0;
    if (below(4) == 0) how.accumulate = accumulate::native;
    if (below(4) == 0) how.negative_indices = negative_indices::invalid;
    const out_of_bounds policies[] = {out_of_bounds::error, out_of_bounds::clamp, out_of_bounds::wrap,
                                      out_of_bounds::skip};
    how.out_of_bounds = policies[below(4)];
  }

  [[nodiscard]] bool is_offered() const {
    const bool is_complex = type == dtype::c64 || type == dtype::c128;
    const bool is_real = type == dtype::f16 || type == dtype::bf16 || type == dtype::f32 || type == dtype::f64;
    if (is_complex) return how.reduction <= reduction::mul;
    if (is_real) return how.reduction <= reduction::mean;
    return type != dtype::boolean || how.reduction != reduction::mean;
  }

  void set_layout() {
    const std::int64_t width = 1 + below(5);
    const auto n = static_cast<std::int64_t>(ranks_);
    const std::int64_t which = below(4);
    std::vector<std::int64_t> starts(ranks_ + 1), sizes(ranks_);
    for (std::size_t r = 0; r < starts.size(); ++r) starts[r] = r == 0 ? 0 : r == ranks_ ? rows : below(rows + 1);
    std::sort(starts.begin(), starts.end());
    for (std::int64_t row = 0; row < rows; ++row) {
      std::uint64_t owner = 0;
      if (which == 0) {
        while (row >= rows * static_cast<std::int64_t>(owner + 1) / n) ++owner;
      } else if (which == 1) {
        owner = static_cast<std::uint64_t>(row / width % n);
      } else if (which == 2) {
        while (row >= starts[owner + 1]) ++owner;
      } else {
        owner = static_cast<std::uint64_t>(below(n));
      }
      owners.push_back(owner);
      places_.push_back(sizes[owner]++);
    }
    if (which == 0) rows_at = layout::blocks(rows, ranks_);
    if (which == 1) rows_at = layout::cycles(rows, ranks_, width);
    if (which == 2) rows_at = layout::blocks(starts);
    if (which == 3)
      rows_at = layout::located(sizes, [of = owners, at = places_](std::int64_t row) {
        return row_place{of[static_cast<std::size_t>(row)], at[static_cast<std::size_t>(row)]};
      });
  }

  void set_operands() {
    cuts.assign(ranks_ + 1, 0);
    for (std::int64_t& one : cuts) one = below(positions + 1);
    cuts.front() = 0;
    cuts.back() = positions;
    std::sort(cuts.begin(), cuts.end());
    const std::int64_t few = 1 + below(std::max<std::int64_t>(rows, 1));
    const bool has_bad = below(4) == 0;
    for (std::int64_t p = 0; p < positions; ++p) {
      std::int64_t row = below(2) == 0 ? below(few) : below(rows);
      if (how.negative_indices == negative_indices::from_end && below(4) == 0) row -= rows;
      if ((has_bad || how.out_of_bounds != out_of_bounds::error) && below(40) == 0) row += 2 * rows + below(100);
      indices.push_back(row);
    }
    if (below(3) == 0) narrow_indices.assign(indices.begin(), indices.end());
    table.resize(static_cast<std::size_t>(rows * row_bytes()));
    updates.resize(static_cast<std::size_t>(positions * row_bytes()));
    for (unsigned char& byte : table) byte = static_cast<unsigned char>(draw_());
    for (unsigned char& byte : updates) byte = static_cast<unsigned char>(draw_());
  }

  std::mt19937 draw_;
  std::uint64_t ranks_;
  std::vector<std::int64_t> places_;
};

}  // namespace strew::testing
