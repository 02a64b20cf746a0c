// Index values and the index policy: where one member of a tuple leads.
#pragma once

#include <cstdint>
#include <optional>

#include "oracle/types.hpp"

namespace strew::oracle {

// Holds every value of every index type.
__extension__ typedef __int128 integer;

// One member of a tuple: the dimension it addresses, and how many consecutive places one tuple covers there.
struct member {
  int64_t extent = 0;
  int64_t window = 1;
};

struct policy {
  oracle::out_of_bounds out_of_bounds = oracle::out_of_bounds::error;
  negative_indices negative = negative_indices::from_end;
  partial_window partial = partial_window::element;
  std::optional<int64_t> padding = std::nullopt;  // the place that is neither read nor written, may count from the end
};

// from_end adds the extent once, to values in [-extent, -1] only.
integer after_negative_rule(const policy& rules, const member& m, integer value);

// Whether this value makes its position an error.
bool is_bad(const policy& rules, const member& m, integer value);

// The place of step `step` of the window that starts at `value`; nothing if that element is skipped or filled, or if
// the policy leads to padding. The value is not bad.
std::optional<int64_t> place(const policy& rules, const member& m, integer value, int64_t step);

// What the policy makes of one tuple's window along this member.
enum class window_fate { inside, cut, split, outside };
window_fate fate(const policy& rules, const member& m, integer value);

struct allowed_range {
  int64_t low = 0;
  int64_t high = -1;
};
// The values that no policy needs to touch; high < low if there are none.
allowed_range allowed(const policy& rules, const member& m);

}  // namespace strew::oracle
