// Times of short pieces of work.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

namespace strew::engine {

class stopwatch {
 public:
  // Counted without floats, whose flags are the caller's.
  [[nodiscard]] std::uint64_t count() const {
    const auto passed = std::chrono::steady_clock::now() - start_;
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(passed).count());
  }
  [[nodiscard]] double nanoseconds() const { return static_cast<double>(count()); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Of one run of `work`, repeated for so long that the clock is exact.
template <class Work>
double time_of(const Work& work) {
  constexpr double enough = 200'000;
  const stopwatch all;
  double runs = 0;
  do {
    work();
    ++runs;
  } while (all.nanoseconds() < enough);
  return all.nanoseconds() / runs;
}

// What disturbs a measurement makes it longer: the shortest of several that are made at different times.
class shortest {
 public:
  void add(double nanoseconds) { value_ = std::min(value_, nanoseconds); }
  [[nodiscard]] double value() const { return value_; }

 private:
  double value_ = std::numeric_limits<double>::max();
};

}  // namespace strew::engine
