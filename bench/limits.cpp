#include "limits.hpp"

#include <algorithm>
#include <cstring>
#include <thread>
#include <vector>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace bench {
namespace {

constexpr std::size_t line_bytes = 64;
constexpr std::size_t table_bytes = std::size_t{512} << 20;
constexpr std::size_t copied_bytes = table_bytes / 2;
constexpr std::size_t lines_read = std::size_t{1} << 20;

constexpr limit table[] = {
    {"bound_copy/one", "bytes", true, false},
    {"bound_copy/all", "bytes", true, true},
    {"bound_lines/one", "lines", false, false},
    {"bound_lines/all", "lines", false, true},
};

// Task(first, count) for equal parts of `count`.
template <class Task>
void divide(std::size_t count, bool is_parallel, const Task& task) {
  const std::size_t parts = is_parallel ? std::max(1U, std::thread::hardware_concurrency()) : 1;
  std::vector<std::thread> others;
  for (std::size_t part = 1; part < parts; ++part)
    others.emplace_back(task, count * part / parts, count * (part + 1) / parts - count * part / parts);
  task(std::size_t{0}, count / parts);
  for (std::thread& other : others) other.join();
}

void copy_lines(const std::byte* from, std::byte* to, std::size_t lines) {
#if defined(__x86_64__)
  const auto* source = reinterpret_cast<const __m128i*>(from);
  auto* target = reinterpret_cast<__m128i*>(to);
  for (std::size_t i = 0; i < lines * (line_bytes / sizeof *source); ++i)
    _mm_stream_si128(target + i, _mm_load_si128(source + i));
  _mm_sfence();
#else
  std::memcpy(to, from, lines * line_bytes);
#endif
}

// The places do not depend on what is read.
std::uint64_t read_lines(const std::byte* from, std::uint64_t seed, std::size_t count) {
  std::uint64_t state = seed;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    std::uint64_t value = 0;
    std::memcpy(&value, from + (state >> 32) % (table_bytes / line_bytes) * line_bytes, sizeof value);
    sum += value;
  }
  return sum;
}

}  // namespace

std::span<const limit> limits::all() {
  return table;
}

void limits::allocate() {
  if (from_.data()) return;
  from_ = block(table_bytes);
  to_ = block(copied_bytes);
}

void limits::run(const limit& one) {
  allocate();
  const auto* from = static_cast<const std::byte*>(from_.data());
  auto* to = static_cast<std::byte*>(to_.data());
  const std::uint64_t seed = ++runs_ * 0x9E3779B97F4A7C15U;  // other lines in each run: not those in the caches
  if (one.is_copy)
    divide(copied_bytes / line_bytes, one.is_parallel, [&](std::size_t first, std::size_t count) {
      copy_lines(from + first * line_bytes, to + first * line_bytes, count);
    });
  else
    divide(lines_read, one.is_parallel, [this, from, seed](std::size_t first, std::size_t count) {
      seen_ += read_lines(from, seed + first, count);
    });
}

std::int64_t limits::amount(const limit& one) const {
  return static_cast<std::int64_t>(one.is_copy ? 2 * copied_bytes : lines_read);
}

}  // namespace bench
