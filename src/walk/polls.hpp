// Polling for cancellation while indices are validated, reported, sorted or prepared.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernel/tuning.hpp"
#include "walk/cancel.hpp"

namespace strew::engine {

// Some milliseconds of work if each value is a cache miss, far less if they are contiguous.
constexpr std::uint64_t values_between_polls = kernel::tuning::poll_values;

class poll_counter {
 public:
  // The first poll is after `left` values.
  explicit poll_counter(const cancellation& cancel, std::uint64_t left = values_between_polls)
      : cancel_(cancel), left_(left) {}

  // Called before `count` values are processed; false: stop.
  [[nodiscard]] bool go_on(std::uint64_t count) {
    if (count <= left_) {
      left_ -= count;
      return true;
    }
    left_ = values_between_polls - std::min(count, values_between_polls);
    return !cancel_.is_requested();
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
