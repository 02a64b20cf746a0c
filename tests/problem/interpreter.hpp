// Executes a problem from its view alone, as slowly and plainly as the header says it: what a backend of its own would
// start from. Elements are 32-bit integers.
#pragma once

#include <strew/problem.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <vector>

namespace strew::testing {

// First elements, by operand: nothing, data, indices, updates, output.
using operand_bytes = std::vector<unsigned char*>;

class interpreter {
 public:
  interpreter(const strew_problem_view& view, operand_bytes at) : view_(view), at_(std::move(at)) {
    if (view.bound_indices != nullptr)
      at_[STREW_OPERAND_INDICES] = const_cast<unsigned char*>(static_cast<const unsigned char*>(view.bound_indices));
  }

  // STREW_STATUS_OK or STREW_STATUS_INDEX, before anything is written.
  strew_status run() {
    const strew_problem_step& move = view_.steps[view_.step_count - 1];
    if (!is_verified(move)) return STREW_STATUS_INDEX;
    for (std::uint64_t n = 0; n < view_.step_count; ++n) run(view_.steps[n]);
    return STREW_STATUS_OK;
  }

 private:
  __extension__ typedef __int128 number;
  // Of one cell that updates have met: their sum or latest value and their number.
  struct state {
    number value = 0;
    std::int64_t count = 0;
  };

  [[nodiscard]] number index_at(strew_dtype type, std::int64_t offset) const {
    const unsigned char* from = at_[STREW_OPERAND_INDICES] + offset;
    const auto read = [&](auto value) {
      std::memcpy(&value, from, sizeof value);
      return static_cast<number>(value);
    };
    switch (type) {
      case STREW_DTYPE_I8:
        return read(std::int8_t{});
      case STREW_DTYPE_U8:
        return read(std::uint8_t{});
      case STREW_DTYPE_I32:
        return read(std::int32_t{});
      case STREW_DTYPE_U64:
        return read(std::uint64_t{});
      default:
        return read(std::int64_t{});
    }
  }

  // The value that the policy looks at: negatives from the end, once.
  static number counted(const strew_problem_step& step, number value, std::int64_t extent) {
    const bool counts = step.negative_indices == STREW_NEGATIVE_FROM_END && value < 0 && value >= -extent;
    return counts ? value + extent : value;
  }

  [[nodiscard]] bool is_good(const strew_problem_step& step, const strew_problem_member& m, number stored) const {
    const number value = counted(step, stored, m.extent);
    const bool may_leave_out = step.out_of_bounds == STREW_OOB_SKIP || step.out_of_bounds == STREW_OOB_FILL;
    if (m.extent < m.window) return may_leave_out;
    if (step.negative_indices == STREW_NEGATIVE_REFUSE && stored < 0) return false;
    return step.out_of_bounds != STREW_OOB_ERROR || (value >= 0 && value <= m.extent - m.window);
  }

  // Every position of the index space, every member.
  [[nodiscard]] bool is_verified(const strew_problem_step& step) const {
    std::vector<std::int64_t> x(view_.position_rank, 0);
    for (std::uint64_t a = 0; a < view_.position_rank; ++a) {
      if (view_.positions[a].extent == 0) return true;
    }
    for (;;) {
      std::int64_t offset = 0;
      for (std::uint64_t a = 0; a < x.size(); ++a) offset += x[a] * view_.positions[a].index_stride;
      for (std::uint64_t k = 0; k < view_.member_count; ++k) {
        const strew_problem_member& m = view_.members[k];
        if (!is_good(step, m, index_at(step.index_dtype, offset + m.index_offset))) return false;
      }
      std::uint64_t a = x.size();
      while (a > 0 && ++x[a - 1] == view_.positions[a - 1].extent) x[--a] = 0;
      if (a == 0) return true;
    }
  }

  // Where coordinate k stands at x, in places of its dimension; nothing: left out.
  [[nodiscard]] std::optional<std::int64_t> place_of(const strew_problem_step& step, std::uint64_t k,
                                                     const std::vector<std::int64_t>& x) const {
    const strew_problem_coordinate& c = step.coordinates[k];
    std::int64_t offset = c.index_offset;
    std::int64_t inside = 0;  // the window
    for (std::uint64_t a = 0; a < x.size(); ++a) {
      offset += x[a] * step.axes[a].index_stride;
      if (step.axes[a].window_of == static_cast<std::int64_t>(k)) inside = x[a];
    }
    number start = counted(step, index_at(step.index_dtype, offset), c.extent);
    const number last = c.extent - c.window;
    if (step.out_of_bounds == STREW_OOB_CLAMP) start = start < 0 ? 0 : start > last ? last : start;
    if (step.out_of_bounds == STREW_OOB_WRAP) {
      const number place = (start % c.extent + inside) % c.extent;
      return static_cast<std::int64_t>((place + c.extent) % c.extent) - inside;
    }
    if (step.out_of_bounds == STREW_OOB_SKIP || step.out_of_bounds == STREW_OOB_FILL) {
      const bool is_whole = step.partial_window == STREW_PARTIAL_WHOLE;
      const number low = is_whole ? start : start + inside;
      const number high = is_whole ? start + c.window - 1 : start + inside;
      if (low < 0 || high >= c.extent) return std::nullopt;
    }
    return static_cast<std::int64_t>(start);
  }

  void run(const strew_problem_step& step) {
    states_.clear();
    std::vector<std::int64_t> x(step.axis_count, 0);
    for (std::uint64_t a = 0; a < step.axis_count; ++a) {
      if (step.axes[a].extent == 0) return;
    }
    for (;;) {
      visit(step, x);
      std::uint64_t a = x.size();
      while (a > 0 && ++x[a - 1] == step.axes[a - 1].extent) x[--a] = 0;
      if (a == 0) break;
    }
    for (const auto& [cell, met] : states_) finish(step, cell, met);
  }

  void visit(const strew_problem_step& step, const std::vector<std::int64_t>& x) {
    std::int64_t table = 0;
    std::int64_t direct = 0;
    for (std::uint64_t a = 0; a < x.size(); ++a) {
      table += x[a] * step.axes[a].table_stride;
      direct += x[a] * step.axes[a].direct_stride;
    }
    bool is_skipped = false;
    for (std::uint64_t k = 0; k < step.coordinate_count; ++k) {
      const auto place = place_of(step, k, x);
      is_skipped |= !place.has_value();
      table += place.value_or(0) * step.coordinates[k].table_stride;
    }
    unsigned char* const there = at_[static_cast<std::size_t>(step.table)] + table;
    unsigned char* const here = at_[static_cast<std::size_t>(step.direct)] + direct;
    const auto width = static_cast<std::size_t>(step.width);
    if (is_skipped) {
      if (step.out_of_bounds == STREW_OOB_FILL) fill(step, here);
    } else if (step.direction == STREW_READ) {
      std::memcpy(here, there, width);
    } else if (step.reduction == STREW_REDUCTION_NONE) {
      std::memcpy(there, here, width);
    } else {
      meet(step, there, here);
    }
  }

  static void fill(const strew_problem_step& step, unsigned char* to) {
    const auto* from = static_cast<const unsigned char*>(step.fill);
    for (std::int64_t i = 0; i < step.width; ++i) to[i] = from[static_cast<std::uint64_t>(i) % step.fill_bytes];
  }

  static std::int32_t element(const unsigned char* from) {
    std::int32_t value = 0;
    std::memcpy(&value, from, sizeof value);
    return value;
  }

  void meet(const strew_problem_step& step, unsigned char* cell, const unsigned char* update) {
    state& met = states_[cell];
    const number u = element(update);
    if (met.count == 0) met.value = element(cell);
    const bool takes_place = met.count == 0 && step.exclude_self != 0;
    met.value = takes_place ? u : combined(step.reduction, met.value, u);
    ++met.count;
  }

  static number combined(std::int32_t reduction, number old, number u) {
    const auto wrapped = [](number value) { return static_cast<number>(static_cast<std::int32_t>(value)); };
    switch (reduction) {
      case STREW_REDUCTION_ADD:
        return wrapped(old + u);
      case STREW_REDUCTION_SUB:
        return wrapped(old - u);
      case STREW_REDUCTION_MUL:
        return wrapped(old * u);
      case STREW_REDUCTION_MIN:
        return u < old ? u : old;
      case STREW_REDUCTION_MAX:
        return u > old ? u : old;
      case STREW_REDUCTION_AND:
        return old & u;
      case STREW_REDUCTION_OR:
        return old | u;
      case STREW_REDUCTION_XOR:
        return old ^ u;
      default:  // the sum of a mean
        return old + u;
    }
  }

  // A mean divides once and rounds down.
  static void finish(const strew_problem_step& step, unsigned char* cell, const state& met) {
    number value = met.value;
    if (step.reduction == STREW_REDUCTION_MEAN) {
      const number count = met.count + (step.exclude_self != 0 ? 0 : 1);
      value = met.value / count - (met.value % count < 0 ? 1 : 0);
    }
    const auto stored = static_cast<std::int32_t>(value);
    std::memcpy(cell, &stored, sizeof stored);
  }

  const strew_problem_view& view_;
  operand_bytes at_;
  std::map<unsigned char*, state> states_;
};

}  // namespace strew::testing
