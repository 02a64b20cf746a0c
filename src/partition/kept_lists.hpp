// Which positions each owner of a range of cells takes, as lists that prepared indices keep: executions of a plan that
// is bound to them then read no index of another owner. Whatever the number of tasks, a cell belongs to one list, in
// which its positions keep their order.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace strew::engine {

constexpr std::size_t max_owners = 64;

struct owner_lists {
  std::uint32_t* positions = nullptr;
  std::uint64_t owners = 0;                      // for which they were made
  std::uint64_t size = 0;                        // as many, or fewer
  std::array<std::uint64_t, max_owners> ends{};  // of each list, which begins where the one before it ends

  [[nodiscard]] const std::uint32_t* first(std::uint64_t n) const { return positions + (n == 0 ? 0 : ends[n - 1]); }
  [[nodiscard]] const std::uint32_t* last(std::uint64_t n) const { return positions + ends[n]; }
  [[nodiscard]] std::uint64_t longest() const {
    std::uint64_t most = 0;
    for (std::uint64_t n = 0; n < size; ++n) most = std::max(most, static_cast<std::uint64_t>(last(n) - first(n)));
    return most;
  }
};

// The positions that are listed: so many tuples, one after the other. Wherever they are the same positions, equal ones
// write one cell, so lists made for one plan serve others.
struct listed_tuples {
  std::uint64_t count = 0;
  std::int64_t index_stride = 0;

  friend bool operator==(const listed_tuples&, const listed_tuples&) = default;
};

// The memory for the lists of one set of positions. Nobody waits: who comes while they are made does without.
class kept_lists {
 public:
  void set(std::uint32_t* room, std::uint64_t positions) {
    room_ = room;
    capacity_ = positions;
  }

  // The lists, which make(lists) fills in if nobody did. Null: there is no memory for them, or it has those of other
  // positions, or another thread makes them, or make() returned false.
  template <class Make>
  const owner_lists* find(const listed_tuples& wanted, const Make& make) const {
    if (wanted.count > capacity_) return nullptr;
    stage now = stage_.load(std::memory_order_acquire);
    if (now == stage::none && stage_.compare_exchange_strong(now, stage::begun, std::memory_order_acquire)) {
      of_ = wanted;
      lists_.positions = room_;
      now = make(lists_) ? stage::done : stage::none;
      stage_.store(now, std::memory_order_release);
    }
    return now == stage::done && of_ == wanted ? &lists_ : nullptr;
  }

 private:
  enum class stage : std::uint8_t { none, begun, done };

  std::uint32_t* room_ = nullptr;
  std::uint64_t capacity_ = 0;
  mutable std::atomic<stage> stage_ = stage::none;
  mutable listed_tuples of_;
  mutable owner_lists lists_;
};

}  // namespace strew::engine
