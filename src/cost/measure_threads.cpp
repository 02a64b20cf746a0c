#include "cost/measure_threads.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "cost/stopwatch.hpp"

namespace strew::engine {
namespace {

constexpr std::size_t exchanged_line = 64;
constexpr std::size_t exchanged_lines = 1024;
constexpr double longest_measurement = 400'000'000;  // where tasks rarely meet

// Two tasks that wait for one another, though not for long: one thread may have to run both.
class meeting {
 public:
  // True in both tasks, or in neither.
  bool wait() {
    state before = state::empty;
    if (!state_.compare_exchange_strong(before, state::one_waits))
      return before == state::one_waits && state_.compare_exchange_strong(before, state::met);
    const stopwatch waited;
    while (state_.load() == state::one_waits && waited.nanoseconds() < longest) {
    }
    before = state::one_waits;
    return !state_.compare_exchange_strong(before, state::given_up);
  }

 private:
  enum class state : std::uint8_t { empty, one_waits, met, given_up };
  static constexpr double longest = 5'000'000;
  std::atomic<state> state_ = state::empty;
};

// The lower quartile of the times that were found: where other work is done too, the greater half is about that. Empty:
// there are too few.
std::optional<double> typical(std::vector<double> times) {
  constexpr std::size_t least = 10;
  if (times.size() < least) return std::nullopt;
  const auto quarter = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 4);
  std::nth_element(times.begin(), quarter, times.end());
  return *quarter;
}

// Until both tasks have begun, and until both have ended.
struct meeting_times {
  double begun = 0;
  double ended = 0;
};

std::optional<meeting_times> meet(const workers& pool) {
  meeting place;
  std::atomic<double> begun = 0;
  const stopwatch all;
  const bool met = for_each(pool, 2, arithmetic::contract, [&](std::uint64_t /*task*/) {
    if (!place.wait()) return false;
    begun.store(all.nanoseconds());
    return true;
  });
  if (!met) return std::nullopt;
  return meeting_times{begun.load(), all.nanoseconds()};
}

void measure_wakes(const workers& pool, machine& to) {
  constexpr int wakes = 50;
  constexpr std::chrono::milliseconds until_asleep(4);
  std::vector<double> times;
  const stopwatch all;
  for (int n = 0; n < wakes && all.nanoseconds() < longest_measurement; ++n) {
    std::this_thread::sleep_for(until_asleep);
    if (const auto found = meet(pool)) times.push_back(found->begun);
  }
  to.wake = typical(std::move(times)).value_or(to.wake);
}

void measure_handovers(const workers& pool, machine& to) {
  constexpr int handovers = 1000;
  std::vector<double> times;
  const stopwatch all;
  for (int n = 0; n < handovers && all.nanoseconds() < longest_measurement; ++n) {
    if (const auto found = meet(pool)) times.push_back(found->ended);
  }
  to.handover = typical(std::move(times)).value_or(to.handover);
}

using exchanged_block = std::array<std::byte, exchanged_line * exchanged_lines>;

std::uint64_t sum_of_lines(const exchanged_block& block) {
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < block.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t value = 0;
    std::memcpy(&value, block.data() + at, sizeof value);
    sum += value;
  }
  return sum;
}

// Each task writes a block, then reads that of the other.
void measure_exchanges(const workers& pool, machine& to) {
  constexpr int exchanges = 200;
  std::vector<exchanged_block> blocks(2);
  std::vector<double> times;
  std::atomic<std::uint64_t> used = 0;
  const stopwatch all;
  for (int n = 0; n < exchanges && all.nanoseconds() < longest_measurement; ++n) {
    meeting place;
    std::array<double, 2> took = {};
    const bool met = for_each(pool, 2, arithmetic::contract, [&](std::uint64_t task) {
      std::memset(blocks[task].data(), n, blocks[task].size());
      if (!place.wait()) return false;
      const stopwatch reading;
      used.fetch_add(sum_of_lines(blocks[1 - task]));
      took[task] = reading.nanoseconds();
      return true;
    });
    if (met) times.insert(times.end(), took.begin(), took.end());
  }
  const auto found = typical(std::move(times));
  if (found) to.exchange = *found / static_cast<double>(exchanged_lines);
}

}  // namespace

void measure_threads(const workers& pool, machine& to) {
  measure_wakes(pool, to);
  measure_handovers(pool, to);
  measure_exchanges(pool, to);
}

}  // namespace strew::engine
