// Finds index values with a constant step, by comparing values: slices given as indices, an index repeated along a row.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernel/kernel.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/index.hpp"

namespace strew::kernel {
namespace {

constexpr std::size_t run_chunk = 16;  // values compared before the search may stop

// Steps are 64-bit differences, which wrap.
template <class T>
std::uint64_t widened(T value) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

template <class T>
std::uint64_t load_plain(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return widened(value);
}

// Whether `count` values from `at` on and the one after them differ by `step` each. Contiguous ones are vectorised.
template <class T>
inline bool is_even(const std::byte* at, std::ptrdiff_t stride, std::size_t count, std::uint64_t step) {
  std::uint64_t differs = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto place = static_cast<std::ptrdiff_t>(i) * stride;
    differs |= (load_plain<T>(at + place + stride) - load_plain<T>(at + place)) ^ step;
  }
  return differs == 0;
}

// The number of values from the first on that have a constant step, rounded down to whole chunks unless all have.
template <class T>
std::size_t even_length(const index_column& column, std::uint64_t step) {
  constexpr auto dense = static_cast<std::ptrdiff_t>(sizeof(T));
  const std::ptrdiff_t stride = column.stride;
  const std::byte* at = column.first;
  const std::size_t most = column.count - 1;
  std::size_t steps = 0;
  if (stride == dense) {
    for (; steps + run_chunk <= most && is_even<T>(at, dense, run_chunk, step); at += run_chunk * sizeof(T))
      steps += run_chunk;
  } else {
    const auto next = static_cast<std::ptrdiff_t>(run_chunk) * stride;
    for (; steps + run_chunk <= most && is_even<T>(at, stride, run_chunk, step); at += next) steps += run_chunk;
  }
  const std::size_t rest = most - steps;
  return rest < run_chunk && is_even<T>(at, stride, rest, step) ? column.count : steps + 1;
}

// The run is computed from the first value and the step; the other values were only compared. Both ends are checked, so
// all starts between them are valid, even if another thread has modified the indices since.
template <class T>
even_run find(const index_column& column, const coordinate_rule& rule) {
  if (column.count < 2) return {};
  const T first = load_once<T>(column.first);
  const auto step = static_cast<std::int64_t>(widened(load_once<T>(column.first + column.stride)) - widened(first));
  const std::int64_t start = from_end(as_signed(first), rule);
  if (step > rule.extent || step < -rule.extent || !is_valid_start(start, rule)) return {};
  const std::size_t length = even_length<T>(column, static_cast<std::uint64_t>(step));
  if (length < 2) return {};
  std::int64_t reach = 0;
  std::int64_t end = 0;
  if (__builtin_mul_overflow(step, static_cast<std::int64_t>(length - 1), &reach) ||
      __builtin_add_overflow(start, reach, &end) || !is_valid_start(end, rule)) {
    return {};
  }
  return {start, step, length};
}

}  // namespace

namespace portable_kernels {

run_kernel find_run(index_type type) {
  constexpr std::array table = {
#define STREW_INDEX_TYPE(name, type) &find<type>,
#include "kernel/kernels.def"
#undef STREW_INDEX_TYPE
  };
  return table[static_cast<std::size_t>(type)];
}

}  // namespace portable_kernels
}  // namespace strew::kernel
