// What an execution of a plan does, one after the other: checks, then steps. Where a step validates on the way, the
// schedule says what follows if an index was bad.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/assert.hpp"

namespace strew::engine {

// set_aside: copies the table to private memory, where the next step runs: on the stack of the execution if it is
// small, else at the beginning of the workspace. write_back: copies it to the output, which ends the execution.
enum class action : std::uint8_t { validate, find_duplicates, set_aside, run, write_back };

class schedule {
 public:
  static constexpr std::uint8_t nowhere = 0xff;
  struct entry {
    action what;
    std::uint8_t step;    // run: its number in the plan
    std::uint8_t on_bad;  // the entry that follows where a position had no start, or there was no memory
  };

  schedule() noexcept {}  // NOLINT(modernize-use-equals-default): = default would clear the entries

  void add(const entry& one) {
    STREW_ASSERT(count_ < all_.size());
    all_[count_++] = one;
  }

  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] const entry* begin() const { return all_.data(); }
  [[nodiscard]] const entry* end() const { return begin() + count_; }
  const entry& operator[](std::size_t n) const {
    STREW_ASSERT(n < count_);
    return all_[n];
  }
  [[nodiscard]] bool has(action what) const {
    return std::any_of(begin(), end(), [&](const entry& one) { return one.what == what; });
  }

  // One step in place, with one candidate for a single task, without workspace, whose indices are one line: see
  // execute/plain_call.hpp. Most small calls.
  bool is_plain = false;
  // Where an execution begins whose output's content does not matter after a failure: past the checks, if a step
  // validates on the way.
  std::uint8_t first_if_discarded = 0;
  // Where one begins whose indices seem to be in order: past a private copy, since the proof of the order validates.
  std::uint8_t first_check = 0;

 private:
  std::uint8_t count_ = 0;
  std::array<entry, 9> all_;  // at most set aside, run, write back; two checks; copy, load, main, store
};

}  // namespace strew::engine
