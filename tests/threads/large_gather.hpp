// A call that is large enough for several tasks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "operators/expect.hpp"
#include "operators/line.hpp"

namespace strew::testing {

constexpr std::int64_t large_table = 100'000, large_positions = 600'000;  // 2.4 MB are moved

inline std::int32_t large_value(std::int64_t row) {
  return static_cast<std::int32_t>(row * 7 + 1);
}

inline support::line<std::int32_t> large_gather() {
  support::line<std::int32_t> made{support::operator_kind::gather,
                                   std::vector<std::int32_t>(large_table),
                                   {},
                                   std::vector<std::int32_t>(large_positions)};
  for (std::int64_t n = 0; n < large_table; ++n) made.data[static_cast<std::size_t>(n)] = large_value(n);
  for (std::int64_t n = 0; n < large_positions; ++n) made.indices.push_back(n * n % large_table);
  return made;
}

inline bool is_gathered(const support::line<std::int32_t>& work) {
  for (std::size_t n = 0; n < work.indices.size(); ++n) {
    if (work.direct[n] != large_value(work.indices[n])) return false;
  }
  return true;
}

}  // namespace strew::testing
