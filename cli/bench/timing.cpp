#include "bench/timing.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <ctime>
#include <vector>

#include "bench/bench_options.hpp"
#include "interrupt.hpp"

namespace strew::cli {
namespace {

using steady = std::chrono::steady_clock;

// Reading the clock twice takes some 50 ns: a repetition is long enough that this is less than half a percent of it.
constexpr double shortest_repetition = 20e3;
// A longer measurement has longer repetitions rather than more of them.
constexpr double repetitions_aimed_at = 10e3;
constexpr double warm_up_part = 0.1;
constexpr double longest_warm_up = 0.5;
constexpr double per_second = 1e9;

class repeated_call {
 public:
  explicit repeated_call(const std::function<bool()>& call) : call_(call) {}

  // Nanoseconds of so many calls; negative if one failed, or a termination signal arrived.
  double time_of(std::uint64_t calls) const {
    const auto start = steady::now();
    for (std::uint64_t i = 0; i < calls; ++i) {
      if (!call_()) return -1;
    }
    const std::chrono::duration<double, std::nano> spent = steady::now() - start;
    return is_interrupted() ? -1 : spent.count();
  }

  // Returns the calls of a repetition; 0 if one failed.
  std::uint64_t warm_up(double seconds) const {
    const double least = std::max(shortest_repetition, seconds * per_second / repetitions_aimed_at);
    const double long_enough = std::min(seconds * warm_up_part, longest_warm_up) * per_second;
    std::uint64_t calls = 1;
    for (double total = 0;;) {
      const double spent = time_of(calls);
      if (spent < 0) return 0;
      total += spent;
      if (spent >= least && total >= long_enough) return calls;
      if (spent < least) calls *= 2;
    }
  }

 private:
  const std::function<bool()>& call_;
};

double quantile(const std::vector<double>& sorted, double part) {
  const double place = part * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

void describe_samples(std::vector<double> samples, timing& time) {
  time.repetitions = samples.size();
  if (samples.empty()) return;
  std::sort(samples.begin(), samples.end());
  time.fastest = samples.front();
  time.lower_quartile = quantile(samples, 0.25);
  time.median = quantile(samples, 0.5);
  time.upper_quartile = quantile(samples, 0.75);
  time.slowest = samples.back();
}

}  // namespace

timing_limits timing_limits::briefer() const {
  constexpr double part = 0.25;
  return {std::min(seconds, 1.0) * part, repetitions};
}

bool time_calls(const std::function<bool()>& call, const timing_limits& limits, timing& time) {
  const repeated_call repeated(call);
  const double first = repeated.time_of(1);
  if (first < 0) return false;
  time.first = first;
  time.calls = repeated.warm_up(limits.seconds);
  if (time.calls == 0) return false;
  std::vector<double> samples;
  double total = 0;
  bool goes_on = true;
  const std::clock_t started = std::clock();
  const auto is_enough = [&] {
    const std::uint64_t most = std::max(limits.repetitions, fewest_repetitions);
    return samples.size() >= most || (samples.size() >= fewest_repetitions && total >= limits.seconds * per_second);
  };
  while (goes_on && !is_enough()) {
    const double spent = repeated.time_of(time.calls);
    goes_on = spent >= 0;
    if (!goes_on) break;
    total += spent;
    samples.push_back(spent / static_cast<double>(time.calls));
  }
  const double busy = static_cast<double>(std::clock() - started) / CLOCKS_PER_SEC * per_second;
  if (total > 0) time.processors = busy / total;
  describe_samples(std::move(samples), time);
  return goes_on;
}

}  // namespace strew::cli
