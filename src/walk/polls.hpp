// Polling for cancellation, in units of work: bytes moved. An index value that is looked at counts as a line of the
// cache.
#pragma once

#include <algorithm>
#include <cstdint>

#include "walk/cancel.hpp"

namespace strew::engine {

// Some milliseconds of work if each value is a cache miss, far less if they are contiguous.
constexpr std::uint64_t values_between_polls = 65536;
constexpr std::uint64_t bytes_between_polls = std::uint64_t{4} << 20;               // moved through indices
constexpr std::uint64_t copied_between_polls = std::uint64_t{16} << 20;             // bytes copied without indices
constexpr std::uint64_t polled_value = bytes_between_polls / values_between_polls;  // bytes

class poll_counter {
 public:
  // The first poll is after `left` bytes.
  explicit poll_counter(const cancellation& cancel, std::uint64_t left = bytes_between_polls)
      : cancel_(cancel), left_(left) {}

  // Called for `bytes` that are moved next, or were moved; false: stop.
  [[nodiscard]] bool go_on_bytes(std::uint64_t bytes) {
    if (bytes <= left_) {
      left_ -= bytes;
      return true;
    }
    left_ = bytes_between_polls - std::min(bytes, bytes_between_polls);
    return !cancel_.is_requested();
  }
  // The same for index values.
  [[nodiscard]] bool go_on(std::uint64_t values) {
    return go_on_bytes(std::min(values, values_between_polls) * polled_value);
  }

 private:
  const cancellation& cancel_;
  std::uint64_t left_;
};

// Calls visit(first, last) for consecutive pieces of [0, count); false if cancelled.
template <class Visit>
bool visit_in_pieces(std::uint64_t count, poll_counter& polls, const Visit& visit) {
  for (std::uint64_t first = 0; first < count; first += values_between_polls) {
    const std::uint64_t last = first + std::min(count - first, values_between_polls);
    if (!polls.go_on(last - first)) return false;
    visit(first, last);
  }
  return true;
}

}  // namespace strew::engine
