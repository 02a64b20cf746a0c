// How long a call takes that is made again and again.
#pragma once

#include <cstdint>
#include <functional>

namespace strew::cli {

struct timing_limits {
  double seconds = 0;
  std::uint64_t repetitions = 0;  // at most; but fewest_repetitions in any case

  // For what is measured beside the call in question.
  timing_limits briefer() const;
};

// Nanoseconds of one call.
struct timing {
  double first = 0;  // of the first call of all
  double median = 0;
  double fastest = 0;
  double slowest = 0;
  double lower_quartile = 0;
  double upper_quartile = 0;
  double processors = 0;          // that were busy on average
  std::uint64_t repetitions = 0;  // 0: nothing was measured but `first`
  std::uint64_t calls = 0;        // in each repetition
};

// Makes the call until the limits are reached. False: it returned false, or a termination signal arrived; then `time`
// is that of the repetitions before.
bool time_calls(const std::function<bool()>& call, const timing_limits& limits, timing& time);

// The same for memcpy on one thread, of half as many bytes: it reads one half and writes the other. Without memory for
// that, and of no bytes, nothing is measured.
bool time_memcpy(std::uint64_t bytes_read_and_written, const timing_limits& limits, timing& time);

}  // namespace strew::cli
