// Executes a problem from its view alone, as slowly and plainly as the header says it: what a backend of its own would
// start from. Only what a cell holds after its updates is left to the oracle.
#pragma once

#include <strew/problem.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "oracle/cell_updates.hpp"

namespace strew::testing {

// First elements, by operand: nothing, data, indices, updates, output, from, weights.
using operand_bytes = std::vector<unsigned char*>;

// How an operand is addressed: the same of the table and of the direct operand.
struct addressing {
  std::int32_t operand;
  strew_dtype dtype;
  std::int32_t out_of_bounds, negative_indices, partial_window;
  std::int64_t padding;
  const strew_problem_coordinate* coordinates;
  std::uint64_t coordinate_count;
  const strew_problem_position* positions;
  std::uint64_t position_rank;
  const strew_problem_member* members;
  std::uint64_t member_count;
  std::int64_t strew_problem_axis::*stride;
  const strew_problem_segments* segments;  // null: the indices are stored
  const strew_problem_kept* kept;          // null: all places
};

// The first bad position of an index operand, how many are bad, and its tuple: of 64 bits, sign-extended.
struct bad_index {
  std::uint64_t position = 0;
  std::uint64_t count = 0;
  std::vector<std::uint64_t> tuple;
  std::int32_t operand = STREW_OPERAND_INDICES;
};

// Elements of the table that are written, by the element of the direct operand that goes there: its distance in bytes.
using written_cells = std::multimap<unsigned char*, std::int64_t>;

class interpreter {
 public:
  interpreter(const strew_problem_view& view, operand_bytes at) : view_(view), at_(std::move(at)) {
    if (view.bound_indices != nullptr)
      at_[STREW_OPERAND_INDICES] = const_cast<unsigned char*>(static_cast<const unsigned char*>(view.bound_indices));
  }

  // STREW_STATUS_OK or STREW_STATUS_INDEX, before anything is written. Duplicates are not searched for.
  strew_status run() {
    if (find_bad()) return STREW_STATUS_INDEX;
    for (std::uint64_t n = 0; n < view_.step_count; ++n) run(view_.steps[n]);
    return STREW_STATUS_OK;
  }

  // The indices of updates are judged before those of the table.
  [[nodiscard]] std::optional<bad_index> find_bad() const {
    if (move().from != nullptr) {
      if (auto found = find_bad(from_of(move()))) return found;
    }
    return find_bad(table_of(move()));
  }

  // Of the table's indices.
  [[nodiscard]] bool is_good(const std::vector<std::int64_t>& x) const { return is_good(table_of(move()), x); }
  [[nodiscard]] std::vector<std::uint64_t> tuple_at(const std::vector<std::int64_t>& x) const {
    return tuple_at(table_of(move()), x);
  }
  [[nodiscard]] std::vector<std::int64_t> extents_of_positions() const { return extents_of(table_of(move())); }

  // Of a write with good indices, by elements of so many bytes.
  [[nodiscard]] written_cells cells(std::int64_t element_bytes) const {
    written_cells all;
    const strew_problem_step& step = move();
    for_each(extents_of_axes(step), [&](const std::vector<std::int64_t>& x) {
      const point at = point_at(step, x);
      for (std::int64_t i = 0; i < step.width && !at.is_skipped; i += element_bytes)
        all.emplace(at.table + i, at.direct - at_[static_cast<std::size_t>(step.direct)] + i);
    });
    return all;
  }

  // Calls visit(x) for all x, the last coordinate fastest.
  template <class Visit>
  static void for_each(const std::vector<std::int64_t>& extents, const Visit& visit) {
    for (const std::int64_t n : extents) {
      if (n == 0) return;
    }
    std::vector<std::int64_t> x(extents.size(), 0);
    for (std::size_t a = 1; a != 0;) {
      visit(x);
      a = x.size();
      while (a > 0 && ++x[a - 1] == extents[a - 1]) x[--a] = 0;
    }
  }

 private:
  __extension__ typedef __int128 number;

  [[nodiscard]] addressing table_of(const strew_problem_step& step) const {
    return {STREW_OPERAND_INDICES,
            step.index_dtype,
            step.out_of_bounds,
            step.negative_indices,
            step.partial_window,
            step.padding,
            step.coordinates,
            step.coordinate_count,
            view_.positions,
            view_.position_rank,
            view_.members,
            view_.member_count,
            &strew_problem_axis::index_stride,
            step.segments,
            step.kept};
  }
  static addressing from_of(const strew_problem_step& step) {
    const strew_problem_from& of = *step.from;
    return {STREW_OPERAND_FROM,
            of.index_dtype,
            of.out_of_bounds,
            of.negative_indices,
            STREW_PARTIAL_ELEMENT,
            of.padding,
            of.coordinates,
            of.coordinate_count,
            of.positions,
            of.position_rank,
            of.members,
            of.member_count,
            &strew_problem_axis::from_stride,
            of.segments,
            of.kept};
  }

  [[nodiscard]] number index_at(const addressing& of, std::int64_t offset) const {
    const strew_dtype type = of.dtype;
    const unsigned char* from = at_[static_cast<std::size_t>(of.operand)] + offset;
    const auto read = [&](auto value) {
      std::memcpy(&value, from, sizeof value);
      return static_cast<number>(value);
    };
    switch (type) {
      case STREW_DTYPE_I8:
        return read(std::int8_t{});
      case STREW_DTYPE_I16:
        return read(std::int16_t{});
      case STREW_DTYPE_I32:
        return read(std::int32_t{});
      case STREW_DTYPE_U8:
        return read(std::uint8_t{});
      case STREW_DTYPE_U16:
        return read(std::uint16_t{});
      case STREW_DTYPE_U32:
        return read(std::uint32_t{});
      case STREW_DTYPE_U64:
        return read(std::uint64_t{});
      default:
        return read(std::int64_t{});
    }
  }

  [[nodiscard]] const strew_problem_step& move() const { return view_.steps[view_.step_count - 1]; }

  static std::vector<std::int64_t> extents_of(const addressing& of) {
    std::vector<std::int64_t> extents;
    for (std::uint64_t a = 0; a < of.position_rank; ++a) extents.push_back(of.positions[a].extent);
    return extents;
  }

  [[nodiscard]] number stored(const addressing& of, const std::vector<std::int64_t>& x,
                              const strew_problem_member& m) const {
    std::int64_t offset = m.index_offset;
    for (std::uint64_t a = 0; a < x.size(); ++a) offset += x[a] * of.positions[a].index_stride;
    return index_at(of, offset);
  }

  [[nodiscard]] bool is_good(const addressing& of, const std::vector<std::int64_t>& x) const {
    for (std::uint64_t k = 0; k < of.member_count; ++k) {
      if (!is_good(of, of.members[k], stored(of, x, of.members[k]))) return false;
    }
    return true;
  }

  [[nodiscard]] std::vector<std::uint64_t> tuple_at(const addressing& of, const std::vector<std::int64_t>& x) const {
    std::vector<std::uint64_t> tuple;
    for (std::uint64_t k = 0; k < of.member_count; ++k)
      tuple.push_back(static_cast<std::uint64_t>(stored(of, x, of.members[k])));
    return tuple;
  }

  static std::int64_t positions_of_an_entry(const addressing& of) {
    std::int64_t count = 1;
    for (std::uint64_t n = of.segments->batch_rank; n < of.position_rank; ++n) count *= of.positions[n].extent;
    return count;
  }

  // Offset n of an entry of the batch, by the number of the entry.
  [[nodiscard]] number offset_at(const addressing& of, std::int64_t entry, std::int64_t n) const {
    std::int64_t at = n * of.segments->offset_stride;
    for (std::uint64_t b = of.segments->batch_rank; b-- > 0;) {
      at += entry % of.positions[b].extent * of.positions[b].index_stride;
      entry /= of.positions[b].extent;
    }
    return index_at(of, at);
  }

  // The segment that holds a position, by its number through all entries.
  [[nodiscard]] std::optional<std::int64_t> segment_of(const addressing& of, std::int64_t position) const {
    const std::int64_t entry = position / positions_of_an_entry(of);
    const number place = position % positions_of_an_entry(of);
    for (std::int64_t s = 0; s < of.coordinates[0].extent; ++s) {
      const bool is_last = s + 1 == of.segments->offset_count;
      if (offset_at(of, entry, s) <= place && (is_last || place < offset_at(of, entry, s + 1))) return s;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<bad_index> find_bad_offset(const addressing& of) const {
    bad_index found;
    std::int64_t entries = 1;
    for (std::uint64_t b = 0; b < of.segments->batch_rank; ++b) entries *= of.positions[b].extent;
    for (std::int64_t n = 0; n < entries * of.segments->offset_count; ++n) {
      const std::int64_t entry = n / of.segments->offset_count;
      const std::int64_t inside = n % of.segments->offset_count;
      const number value = offset_at(of, entry, inside);
      const number before = inside == 0 ? 0 : offset_at(of, entry, inside - 1);
      const bool is_bad = value < 0 || value < before || value > positions_of_an_entry(of);
      if (is_bad && found.count++ == 0)
        found = {static_cast<std::uint64_t>(n),
                 1,
                 {static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(before)},
                 of.operand};
    }
    return found.count == 0 ? std::nullopt : std::optional(found);
  }

  // Every position of the index space, every member.
  [[nodiscard]] std::optional<bad_index> find_bad(const addressing& of) const {
    if (of.segments != nullptr) return find_bad_offset(of);
    bad_index found;
    std::uint64_t position = 0;
    for_each(extents_of(of), [&](const std::vector<std::int64_t>& x) {
      if (!is_good(of, x) && found.count++ == 0) found = {position, 1, tuple_at(of, x), of.operand};
      ++position;
    });
    return found.count == 0 ? std::nullopt : std::optional(found);
  }

  // The value that the policy looks at: negatives from the end, once.
  static number counted(const addressing& of, number value, std::int64_t extent) {
    const bool counts = of.negative_indices == STREW_NEGATIVE_FROM_END && value < 0 && value >= -extent;
    return counts ? value + extent : value;
  }

  static bool is_good(const addressing& of, const strew_problem_member& m, number stored) {
    const number value = counted(of, stored, m.extent);
    const bool may_leave_out = of.out_of_bounds == STREW_OOB_SKIP || of.out_of_bounds == STREW_OOB_FILL;
    if (m.extent < m.window) return may_leave_out;
    if (of.negative_indices == STREW_NEGATIVE_REFUSE && stored < 0) return false;
    return of.out_of_bounds != STREW_OOB_ERROR || (value >= 0 && value <= m.extent - m.window);
  }

  // Where coordinate k stands at x, in places of its dimension; nothing: left out.
  static std::optional<std::int64_t> place_of(const addressing& of, number start, const strew_problem_coordinate& c,
                                              std::int64_t inside) {
    const number last = c.extent - c.window;
    if (of.out_of_bounds == STREW_OOB_CLAMP) start = start < 0 ? 0 : start > last ? last : start;
    if (of.out_of_bounds == STREW_OOB_WRAP) {
      const number place = (start % c.extent + inside) % c.extent;
      return static_cast<std::int64_t>((place + c.extent) % c.extent) - inside;
    }
    if (of.out_of_bounds == STREW_OOB_SKIP || of.out_of_bounds == STREW_OOB_FILL) {
      const bool is_whole = of.partial_window == STREW_PARTIAL_WHOLE;
      const number low = is_whole ? start : start + inside;
      const number high = is_whole ? start + c.window - 1 : start + inside;
      if (low < 0 || high >= c.extent) return std::nullopt;
    }
    return static_cast<std::int64_t>(start);
  }
  [[nodiscard]] std::optional<std::int64_t> place_of(const strew_problem_step& step, const addressing& of,
                                                     std::uint64_t k, const std::vector<std::int64_t>& x) const {
    const strew_problem_coordinate& c = of.coordinates[k];
    const bool is_table = of.operand == STREW_OPERAND_INDICES;
    std::int64_t offset = c.index_offset;
    std::int64_t inside = 0;  // the window
    for (std::uint64_t a = 0; a < x.size(); ++a) {
      offset += x[a] * step.axes[a].*of.stride;
      if (is_table && step.axes[a].window_of == static_cast<std::int64_t>(k)) inside = x[a];
    }
    if (of.segments != nullptr) return segment_of(of, offset);
    const auto place = place_of(of, counted(of, index_at(of, offset), c.extent), c, inside);
    if (!place || (of.padding >= 0 && *place == of.padding)) return std::nullopt;
    if (of.kept == nullptr) return place;
    const bool is_kept = *place >= of.kept[k].low && *place < of.kept[k].high;
    return is_kept ? std::optional(*place - of.kept[k].low) : std::nullopt;
  }

  // Bytes that all coordinates of a side add, by one of their strides; nothing: the position is left out.
  using stride = std::int64_t strew_problem_coordinate::*;
  [[nodiscard]] std::optional<std::int64_t> offset_of(const strew_problem_step& step, const addressing& of,
                                                      const std::vector<std::int64_t>& x,
                                                      stride by = &strew_problem_coordinate::table_stride) const {
    std::int64_t offset = 0;
    for (std::uint64_t k = 0; k < of.coordinate_count; ++k) {
      const auto place = place_of(step, of, k, x);
      if (!place) return std::nullopt;
      offset += *place * of.coordinates[k].*by;
    }
    return offset;
  }

  static std::vector<std::int64_t> extents_of_axes(const strew_problem_step& step) {
    std::vector<std::int64_t> extents;
    for (std::uint64_t a = 0; a < step.axis_count; ++a) extents.push_back(step.axes[a].extent);
    return extents;
  }

  void run(const strew_problem_step& step) {
    oracle::cell_updates updates;
    for_each(extents_of_axes(step), [&](const std::vector<std::int64_t>& x) { visit(step, x, updates); });
    updates.fold_into(
        static_cast<oracle::element>(step.dtype),
        {static_cast<oracle::reduction>(step.reduction), step.exclude_self == 0,
         static_cast<oracle::accumulate>(step.accumulate), static_cast<oracle::element>(step.weight_dtype)});
  }

  struct point {
    unsigned char* table = nullptr;
    unsigned char* direct = nullptr;
    unsigned char* weight = nullptr;
    bool is_skipped = false;
  };

  [[nodiscard]] point point_at(const strew_problem_step& step, const std::vector<std::int64_t>& x) const {
    std::int64_t table = 0;
    std::int64_t direct = 0;
    std::int64_t weight = 0;
    for (std::uint64_t a = 0; a < x.size(); ++a) {
      table += x[a] * step.axes[a].table_stride;
      direct += x[a] * step.axes[a].direct_stride;
      weight += x[a] * step.axes[a].weight_stride;
    }
    const auto to = offset_of(step, table_of(step), x);
    const auto from = step.from == nullptr ? 0 : offset_of(step, from_of(step), x);
    const bool has_weights = step.weight_dtype != STREW_DTYPE_OPAQUE;
    if (has_weights && to) weight += *offset_of(step, table_of(step), x, &strew_problem_coordinate::weight_stride);
    return {at_[static_cast<std::size_t>(step.table)] + table + to.value_or(0),
            at_[static_cast<std::size_t>(step.direct)] + direct + from.value_or(0),
            has_weights ? at_[STREW_OPERAND_WEIGHTS] + weight : nullptr, !to || !from};
  }

  void visit(const strew_problem_step& step, const std::vector<std::int64_t>& x, oracle::cell_updates& updates) const {
    const point at = point_at(step, x);
    const auto width = static_cast<std::size_t>(step.width);
    if (at.is_skipped) {
      if (step.out_of_bounds == STREW_OOB_FILL) fill(step, at.direct);
    } else if (step.direction == STREW_READ) {
      std::memcpy(at.direct, at.table, width);
    } else if (step.reduction == STREW_REDUCTION_NONE) {
      std::memcpy(at.table, at.direct, width);
    } else {
      const auto weight_bytes = static_cast<std::size_t>(strew_dtype_bytes(step.weight_dtype));
      updates.add({at.table, width}, {{at.direct, width}, {at.weight, weight_bytes}});
    }
  }

  static void fill(const strew_problem_step& step, unsigned char* to) {
    const auto* from = static_cast<const unsigned char*>(step.fill);
    for (std::int64_t i = 0; i < step.width; ++i) to[i] = from[static_cast<std::uint64_t>(i) % step.fill_bytes];
  }

  strew_problem_view view_;
  operand_bytes at_;
};

}  // namespace strew::testing
