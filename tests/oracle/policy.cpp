#include "oracle/policy.hpp"

#include <algorithm>
#include <stdexcept>

namespace strew::oracle {

integer after_negative_rule(const policy& rules, const member& m, integer value) {
  const bool counts_from_end = rules.negative == negative_indices::from_end && value < 0 && value >= -integer{m.extent};
  return counts_from_end ? value + m.extent : value;
}

bool is_bad(const policy& rules, const member& m, integer value) {
  if (rules.negative == negative_indices::refuse && value < 0) return true;
  if (rules.out_of_bounds == out_of_bounds::skip || rules.out_of_bounds == out_of_bounds::fill) return false;
  if (m.extent < m.window) return true;
  if (rules.out_of_bounds != out_of_bounds::error) return false;
  const integer start = after_negative_rule(rules, m, value);
  return start < 0 || start > m.extent - m.window;
}

namespace {

std::optional<int64_t> place_of_value(const policy& rules, const member& m, integer value, int64_t step) {
  integer start = after_negative_rule(rules, m, value);
  const integer last = m.extent - m.window;
  const bool whole_window_inside = start >= 0 && start <= last;
  switch (rules.out_of_bounds) {
    case out_of_bounds::clamp:
      start = std::clamp(start, integer{0}, last);
      break;
    case out_of_bounds::wrap:
      return static_cast<int64_t>(((start + step) % m.extent + m.extent) % m.extent);
    case out_of_bounds::skip:
    case out_of_bounds::fill:
      if (rules.partial == partial_window::whole && !whole_window_inside) return std::nullopt;
      break;
    case out_of_bounds::error:
    case out_of_bounds::assume:
      if (!whole_window_inside) throw std::logic_error("a bad index was not validated");
      break;
  }
  const integer here = start + step;
  if (here < 0 || here >= m.extent) return std::nullopt;
  return static_cast<int64_t>(here);
}

bool is_padding(const policy& rules, const member& m, int64_t here) {
  return rules.padding && here == (*rules.padding < 0 ? *rules.padding + m.extent : *rules.padding);
}

}  // namespace

std::optional<int64_t> place(const policy& rules, const member& m, integer value, int64_t step) {
  const std::optional<int64_t> here = place_of_value(rules, m, value, step);
  return here && is_padding(rules, m, *here) ? std::nullopt : here;
}

window_fate fate(const policy& rules, const member& m, integer value) {
  int64_t places = 0;
  bool grows = true;
  std::optional<int64_t> last;
  for (int64_t step = 0; step < m.window; ++step) {
    const std::optional<int64_t> here = place(rules, m, value, step);
    if (here && last && *here < *last) grows = false;
    if (here) last = here;
    places += here ? 1 : 0;
  }
  if (places == m.window) return grows ? window_fate::inside : window_fate::split;
  return places == 0 ? window_fate::outside : window_fate::cut;
}

allowed_range allowed(const policy& rules, const member& m) {
  if (m.extent < m.window) return {};
  if (rules.negative == negative_indices::refuse && rules.out_of_bounds == out_of_bounds::wrap) return {0, INT64_MAX};
  const bool below_zero = rules.negative == negative_indices::from_end;
  return {below_zero ? -m.extent : 0, m.extent - m.window};
}

}  // namespace strew::oracle
