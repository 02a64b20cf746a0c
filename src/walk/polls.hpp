// How often a cancel is looked for while values are looked at: indices validated, reported, sorted, prepared.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernel/tuning.hpp"
#include "walk/cancel.hpp"

namespace strew::engine {

// Some milliseconds' work where each value comes from memory by itself, far less where they lie side by side.
constexpr std::uint64_t values_between_polls = kernel::tuned.poll_values;

class poll_counter {
 public:
  // Polls for the first time after `left` values.
  explicit poll_counter(const cancellation& cancel, std::uint64_t left = values_between_polls)
      : cancel_(cancel), left_(left) {}

  // Said before `count` values are looked at; false: stop.
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

// Calls visit(first, last) for pieces of [0, count) until all is visited; false if it was cancelled.
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
