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

struct row_type {
  dtype type;
  std::int64_t width;
};

class mpi_problem {
 public:
  mpi_problem(unsigned seed, std::uint64_t ranks, bool has_many) : draw_(seed), ranks_(ranks) {
    const row_type types[] = {{dtype::f32, 4}, {dtype::f64, 8},  {dtype::i32, 4}, {dtype::u64, 8},
                              {dtype::f16, 2}, {dtype::bf16, 2}, {dtype::u8, 1}};
    of = types[below(7)];
    columns = 1 + below(has_many ? 40 : 5);
    rows = 1 + below(has_many ? 3000 : 60);
    positions = below(has_many ? 6000 : 120);
    kind = below(3) == 0 ? exchange_kind::gather : exchange_kind::scatter;
    set_options();
    set_layout();
    set_operands();
    budget = below(2) == 0 ? 0 : static_cast<std::uint64_t>(1 + below(has_many ? 60000 : 2000));
  }

  [[nodiscard]] std::int64_t row_bytes() const { return of.width * columns; }
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
    switch (of.type) {
      case dtype::f32:
        return {reinterpret_cast<float*>(at.data()), {n, columns}};
      case dtype::f64:
        return {reinterpret_cast<double*>(at.data()), {n, columns}};
      case dtype::i32:
        return {reinterpret_cast<std::int32_t*>(at.data()), {n, columns}};
      case dtype::u64:
        return {reinterpret_cast<std::uint64_t*>(at.data()), {n, columns}};
      case dtype::f16:
        return {reinterpret_cast<f16*>(at.data()), {n, columns}};
      case dtype::bf16:
        return {reinterpret_cast<bf16*>(at.data()), {n, columns}};
      default:
        return {at.data(), {n, columns}};
    }
  }

  // One call with all positions.
  result<void> serial(bytes& whole, bytes& all_rows) const {
    view t = rows_of(whole, rows), r = rows_of(all_rows, positions);
    const const_view at(indices.data(), {positions});
    return kind == exchange_kind::gather ? try_gather(t, at, r, 0, how) : try_scatter(t, at, r, t, 0, how);
  }

  row_type of{};
  std::int64_t columns = 1, rows = 1, positions = 0;
  exchange_kind kind = exchange_kind::scatter;
  options how;
  layout rows_at = layout::blocks(1, 1);
  std::vector<std::uint64_t> owners;
  std::vector<std::int64_t> cuts, indices;
  bytes table, updates;
  std::uint64_t budget = 0;

 private:
  std::int64_t below(std::int64_t n) { return static_cast<std::int64_t>(draw_() % static_cast<std::uint64_t>(n)); }

  void set_options() {
    const bool is_real =
        of.type == dtype::f32 || of.type == dtype::f64 || of.type == dtype::f16 || of.type == dtype::bf16;
    how.reduction = static_cast<reduction>(kind == exchange_kind::gather ? 0 : below(is_real ? 7 : 10));
    how.include_self = how.reduction == reduction::none || below(3) != 0;
    const out_of_bounds policies[] = {out_of_bounds::error, out_of_bounds::clamp, out_of_bounds::wrap,
                                      out_of_bounds::skip};
    how.out_of_bounds = policies[below(4)];
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
    const std::int64_t few = 1 + below(rows);
    const bool has_bad = below(4) == 0;
    for (std::int64_t p = 0; p < positions; ++p) {
      std::int64_t row = below(2) == 0 ? below(few) : below(rows);
      if (below(4) == 0) row -= rows;
      if ((has_bad || how.out_of_bounds != out_of_bounds::error) && below(40) == 0) row += 2 * rows + below(100);
      indices.push_back(row);
    }
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
