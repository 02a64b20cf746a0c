// Times of short pieces of work.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

namespace strew::engine {

class stopwatch {
 public:
  [[nodiscard]] double nanoseconds() const {
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start_).count();
  }

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
