#include "problem/canonical.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>

#include "base/arithmetic.hpp"

namespace strew::engine {
namespace {

using axis_list = small_vector<axis>;

bool ordered(const problem& p, const axis& a, const guards& guard) {
  return is_ordered(p, a) && (guard.order_by_table || a.index_stride != 0);
}

void clear_moves(problem& p) {
  p.axes.clear();
  p.axes.push_back(axis{.extent = 0});
  p.coordinates.clear();
  if (p.decoding) p.decoding->along.clear();
  if (p.from) p.from->coordinates.clear();
}

void drop_ones(problem& p) {
  p.axes.erase_if([](const axis& a) { return a.extent == 1; });
}

// The start is 0 for every value: clamp of a window that fills its extent, wrap of an extent of 1.
bool is_constant(const indexed_side& of, const coordinate& c) {
  if (of.policy.below_zero == negative::refuse || of.omits_starts()) return false;
  if (of.policy.outside == out_of_bounds::clamp) return c.window == c.extent && c.extent >= 1;
  return of.policy.outside == out_of_bounds::wrap && c.extent == 1 && c.window == 1;
}

// Constant coordinates are removed from the move; they stay in the index space, which error reports use.
void drop_constants(problem& p) {
  for (std::size_t k = p.coordinates.size(); k-- > 0;) {
    if (!is_constant(p, p.coordinates[k])) continue;
    p.coordinates.erase(k);
    const auto number = static_cast<std::int32_t>(k);
    for (axis& a : p.axes) {
      if (a.window_of == number) {
        a.window_of = no_window;
      } else if (a.window_of > number) {
        --a.window_of;
      }
    }
  }
}

// Without coordinates, index strides are unused and would only prevent merges.
void forget_indices(problem& p) {
  if (!p.coordinates.empty()) return;
  for (axis& a : p.axes) a.index_stride = 0;
}

// The same two steps for the second side and for scales, and strides through other operands that are not read. A
// separate function, as few problems have any.
[[gnu::noinline]] void forget_unread(problem& p) {
  if (p.from) p.from->coordinates.erase_if([&](const coordinate& c) { return is_constant(*p.from, c); });
  const bool reads_from = p.from && !p.from->coordinates.empty();
  if (!p.is_weighted()) {
    for (coordinate& c : p.coordinates) c.weight_stride = 0;
  }
  for (axis& a : p.axes) {
    if (!reads_from) a.from_stride = 0;
    if (!p.has_weight_places()) a.weight_stride = 0;
    if (!p.names_positions) a.position_stride = 0;
    if (!p.decoding) a.codes = 0;
  }
  const bool finds_codes = p.is_write() ? reads_from : !p.coordinates.empty();
  if (p.decoding && !finds_codes) p.decoding->scale_stride = p.decoding->zero_stride = 0;
}

// A total order, so that axes with a free position get a unique one. Large strides of the direct operand come first.
bool is_before(const axis& left, const axis& right) {
  if (magnitude(left.direct_stride) != magnitude(right.direct_stride))
    return magnitude(left.direct_stride) > magnitude(right.direct_stride);
  const auto key = [](const axis& a) {
    return std::tuple(magnitude(a.table_stride), magnitude(a.index_stride), a.direct_stride, a.table_stride,
                      a.index_stride, a.extent, a.window_of, a.from_stride, a.weight_stride, a.position_stride,
                      a.codes);
  };
  return key(left) > key(right);
}

// The order of updates of one cell depends only on the ordered axes, so these keep their order, at the positions that
// they have after the sort; all other outer axes are free.
void restore_order(axis_list& sorted, const problem& p, const guards& guard) {
  if (!guard.keep_order_of_updates) return;
  std::size_t next = 0;
  const auto next_ordered = [&] {
    while (!ordered(p, p.axes[next], guard)) ++next;
    return p.axes[next++];
  };
  for (axis& a : sorted) {
    if (ordered(p, a, guard)) a = next_ordered();
  }
}

bool goes_out(const problem& p, const axis& a, const guards& guard) {
  const bool window_outside = !guard.windows_inside && a.window_of != no_window;
  return a.index_stride != 0 || a.from_stride != 0 || a.position_stride != 0 || ordered(p, a, guard) || window_outside;
}

// Few axes usually are, as the operator has listed them.
bool is_sorted(const problem& p, const guards& guard) {
  for (std::size_t i = 1; i < p.axes.size(); ++i) {
    const bool is_outer = goes_out(p, p.axes[i], guard);
    const bool follows_outer = goes_out(p, p.axes[i - 1], guard);
    if (is_outer != follows_outer ? is_outer : is_before(p.axes[i], p.axes[i - 1])) return false;
  }
  return true;
}

void order(problem& p, const guards& guard) {
  if (is_sorted(p, guard)) return;
  axis_list outer;
  axis_list inner;
  for (const axis& a : p.axes) (goes_out(p, a, guard) ? outer : inner).push_back(a);
  std::sort(outer.begin(), outer.end(), is_before);
  std::sort(inner.begin(), inner.end(), is_before);
  restore_order(outer, p, guard);
  p.axes = outer;
  p.axes.append(inner.data(), inner.size());
}

bool steps_through(std::int64_t outer, const axis& inner_axis, std::int64_t inner) {
  return static_cast<int128>(outer) == times(inner, inner_axis.extent);
}

bool steps_through_codes(const problem& p, const axis& a, const axis& b, const guards& guard) {
  const code_strides &outer = p.codes_along(a), &inner = p.codes_along(b);
  return (!guard.merge_by_scale || steps_through(outer.scale, b, inner.scale)) &&
         (!guard.merge_by_zero || steps_through(outer.zero, b, inner.zero)) &&
         (!guard.merge_by_column || steps_through(outer.column, b, inner.column));
}

// All of them are 0 where there is no second side and nothing is decoded.
bool steps_through_second(const problem& p, const axis& a, const axis& b, const guards& guard) {
  return (!guard.merge_by_from || steps_through(a.from_stride, b, b.from_stride)) &&
         (!guard.merge_by_weight || steps_through(a.weight_stride, b, b.weight_stride)) &&
         (!guard.merge_by_position || steps_through(a.position_stride, b, b.position_stride)) &&
         ((a.codes == 0 && b.codes == 0) || steps_through_codes(p, a, b, guard));
}

bool is_cut_window(const problem& p, const axis& a) {
  return a.window_of != no_window && can_cut_windows(p.policy);
}

// True if no other ordered axis stands between the two.
bool is_next_ordered(const problem& p, std::size_t a, std::size_t b, const guards& guard) {
  if (!guard.keep_order_of_updates) return true;
  if (a > b) return false;
  for (std::size_t i = a + 1; i < b; ++i) {
    if (ordered(p, p.axes[i], guard)) return false;
  }
  return true;
}

bool can_merge(const problem& p, std::size_t outer, std::size_t inner, const guards& guard) {
  const axis& a = p.axes[outer];
  const axis& b = p.axes[inner];
  if (!steps_through(a.table_stride, b, b.table_stride) || !steps_through(a.direct_stride, b, b.direct_stride) ||
      !steps_through(a.index_stride, b, b.index_stride) || !steps_through_second(p, a, b, guard)) {
    return false;
  }
  if (guard.keep_cut_windows && (is_cut_window(p, a) || is_cut_window(p, b))) return false;
  return !ordered(p, a, guard) || is_next_ordered(p, outer, inner, guard);
}

// The merged axis visits the same points in the same order as the outer and the inner one did.
bool merge_one(problem& p, const guards& guard) {
  for (std::size_t a = 0; a < p.axes.size(); ++a) {
    for (std::size_t b = 0; b < p.axes.size(); ++b) {
      if (a == b || !can_merge(p, a, b, guard)) continue;
      p.axes[b].extent *= p.axes[a].extent;
      if (p.axes[b].window_of == no_window) p.axes[b].window_of = p.axes[a].window_of;
      p.axes.erase(a);
      return true;
    }
  }
  return false;
}

bool can_widen(const problem& p, const axis& a, const guards& guard) {
  if (p.decoding) return false;  // a unit is a row of codes, or a value of one
  if (is_outer(p, a) || a.table_stride != p.width || a.direct_stride != p.width) return false;
  if (a.window_of == no_window) return true;
  if (guard.keep_cut_windows && can_cut_windows(p.policy)) return false;
  return !guard.keep_written_windows || !p.is_write() || is_unique(p);
}

// The bytes of one step of the other axes are contiguous on both sides: they become one unit.
bool widen_one(problem& p, const guards& guard) {
  if (guard.keep_reductions && p.reduce != reduction::none) return false;
  for (std::size_t i = 0; i < p.axes.size(); ++i) {
    if (!can_widen(p, p.axes[i], guard)) continue;
    p.width *= p.axes[i].extent;
    p.axes.erase(i);
    return true;
  }
  return false;
}

// The strides of axes that are left, in their order.
[[gnu::noinline]] void number_codes(problem& p) {
  decoding& of = *p.decoding;
  const small_vector<code_strides> all = of.along;
  of.along.clear();
  for (axis& a : p.axes) {
    const code_strides strides = a.codes == 0 ? no_code_strides : all[static_cast<std::size_t>(a.codes) - 1];
    a.codes = 0;
    if (!(strides == no_code_strides)) of.put(a, strides);
  }
}

}  // namespace

void make_canonical(problem& p, const guards& guard) {
  if (p.moves_nothing()) return clear_moves(p);
  drop_ones(p);
  drop_constants(p);
  forget_indices(p);
  if (p.is_paired()) forget_unread(p);
  order(p, guard);
  bool has_merged = false;
  while (merge_one(p, guard)) has_merged = true;
  if (has_merged) order(p, guard);  // an ordered axis may have fewer possible positions
  while (widen_one(p, guard)) {
  }
  if (p.decoding) number_codes(p);
}

}  // namespace strew::engine
