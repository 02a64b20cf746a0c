// Distributions of index values over an extent.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "cases/random.hpp"

namespace strew::cases {

enum class spread {
  uniform,
  skewed,      // few destinations get most of the indices
  sorted,      // uniform, ascending
  reversed,    // uniform, descending
  permuted,    // no value twice
  contiguous,  // a run of consecutive values
  strided,     // a run with the largest step that fits
  runs,        // runs of 28 consecutive values, each at a random start
  same,        // one value
  half,        // half of the indices are one value, the others uniform
  zipf,        // the value of rank r with a probability near 1 / r; popular ones lie apart
  clustered,   // runs of 64 indices, each within 256 places from a random start
  displaced,   // uniform, ascending, then one value in 64 exchanged with the one 16 places on
  blocks,      // uniform, 1024 at a time ascending
  outside      // uniform, except that one value in 64 is beyond the end
};

namespace spreads {

using values = std::vector<int64_t>;

inline int64_t below(random_source& draw, int64_t limit) {
  return draw.between(0, limit - 1);
}

inline int64_t skewed(random_source& draw, int64_t extent) {
  return below(draw, below(draw, below(draw, extent) + 1) + 1);
}

inline values permuted(random_source& draw, int64_t count, int64_t extent) {
  values all(static_cast<size_t>(extent));
  std::iota(all.begin(), all.end(), 0);
  for (int64_t i = 0; i < count; ++i)
    std::swap(all[static_cast<size_t>(i)], all[static_cast<size_t>(draw.between(i, extent - 1))]);
  all.resize(static_cast<size_t>(count));
  return all;
}

// In the middle of the extent.
inline values run(int64_t count, int64_t extent, int64_t step) {
  values made(static_cast<size_t>(count));
  int64_t next = (extent - count * step) / 2;
  for (int64_t& value : made) {
    value = next;
    next += step;
  }
  return made;
}

// Steps through the extent by a number without common factors, so that every rank has a place of its own.
inline values zipf(random_source& draw, int64_t count, int64_t extent) {
  int64_t step = extent * 5 / 8 + 1;
  while (std::gcd(step, extent) != 1) ++step;
  const double scale = std::log(static_cast<double>(extent));
  values made(static_cast<size_t>(count));
  for (int64_t& value : made) {
    const double share = static_cast<double>(draw.between(0, 1 << 30)) / ((1 << 30) + 1.0);
    value = static_cast<int64_t>(std::exp(share * scale)) - 1;
    value = std::min(value, extent - 1) * step % extent;
  }
  return made;
}

inline values clustered(random_source& draw, int64_t count, int64_t extent) {
  values made(static_cast<size_t>(count));
  int64_t start = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (i % 64 == 0) start = below(draw, extent);
    made[static_cast<size_t>(i)] = (start + draw.between(0, 255)) % extent;
  }
  return made;
}

inline values runs(random_source& draw, int64_t count, int64_t extent) {
  const int64_t length = std::min<int64_t>(extent, 28);
  values made(static_cast<size_t>(count));
  int64_t next = 0;
  for (int64_t i = 0; i < count; ++i, ++next) {
    if (i % length == 0) next = below(draw, extent - length + 1);
    made[static_cast<size_t>(i)] = next;
  }
  return made;
}

inline void sort_blocks(values& all) {
  constexpr int64_t length = 1024;
  for (auto first = all.begin(); first != all.end();) {
    const auto last = first + std::min<int64_t>(length, all.end() - first);
    std::sort(first, last);
    first = last;
  }
}

inline void exchange_some(values& all) {
  for (size_t i = 0; i + 16 < all.size(); i += 64) std::swap(all[i], all[i + 16]);
}

}  // namespace spreads

// `count` values of [0, extent), except those of `outside` that are out of bounds. A run and a permutation have at most
// `extent`.
inline std::vector<int64_t> draw_spread(spread kind, random_source& draw, int64_t count, int64_t extent) {
  if (kind == spread::permuted) return spreads::permuted(draw, count, extent);
  if (kind == spread::contiguous) return spreads::run(count, extent, 1);
  if (kind == spread::strided) return spreads::run(count, extent, extent / std::max<int64_t>(count, 1));
  if (kind == spread::runs) return spreads::runs(draw, count, extent);
  if (kind == spread::zipf) return spreads::zipf(draw, count, extent);
  if (kind == spread::clustered) return spreads::clustered(draw, count, extent);
  std::vector<int64_t> drawn(static_cast<size_t>(count), extent / 2);
  if (kind == spread::same) return drawn;
  for (int64_t& value : drawn)
    if (kind != spread::half || draw.between(0, 1) == 0)
      value = kind == spread::skewed ? spreads::skewed(draw, extent) : spreads::below(draw, extent);
  if (kind == spread::sorted || kind == spread::displaced) std::sort(drawn.begin(), drawn.end());
  if (kind == spread::displaced) spreads::exchange_some(drawn);
  if (kind == spread::blocks) spreads::sort_blocks(drawn);
  if (kind == spread::reversed) std::sort(drawn.rbegin(), drawn.rend());
  for (int64_t& value : drawn)
    if (kind == spread::outside && draw.between(0, 63) == 0) value += extent;
  return drawn;
}

}  // namespace strew::cases
