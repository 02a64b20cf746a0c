// Extents of the cases. Of elements of 4 bytes, 2 Ki fit in the first-level cache, 128 Ki in the second-level cache,
// 128 Mi in none.
#pragma once

#include <cstdint>

namespace bench::sizes {

constexpr std::int64_t k = 1024;
constexpr std::int64_t m = k * k;

}  // namespace bench::sizes
