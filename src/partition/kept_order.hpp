// The order of positions by the cells that they write, as prepared indices keep it: executions of a plan that is bound
// to them sort nothing then.
#pragma once

#include <atomic>
#include <cstdint>

namespace strew::engine {

// The positions that are sorted: so many tuples, one after the other. Wherever they are the same positions, equal ones
// write one cell, so an order made for one plan serves others.
struct sorted_tuples {
  std::uint64_t count = 0;
  std::int64_t index_stride = 0;

  friend bool operator==(const sorted_tuples&, const sorted_tuples&) = default;
};

// The memory for the order of one set of positions. Nobody waits: who comes while it is made does without.
class kept_order {
 public:
  void set(std::uint32_t* room, std::uint64_t positions) {
    room_ = room;
    capacity_ = positions;
  }
  [[nodiscard]] bool has_room() const { return capacity_ != 0; }

  // The positions that have a start, stably sorted, and how many they are; null: they are not kept.
  const std::uint32_t* find(const sorted_tuples& wanted, std::uint64_t& size) const {
    if (stage_.load(std::memory_order_acquire) != stage::done || of_ != wanted) return nullptr;
    size = size_;
    return room_;
  }

  // Where whoever sorts them writes the positions, before end(); null: another thread does so or has done so, or there
  // is no memory for them.
  std::uint32_t* begin(const sorted_tuples& found) const {
    stage now = stage::none;
    if (found.count > capacity_ || !stage_.compare_exchange_strong(now, stage::begun)) return nullptr;
    of_ = found;
    return room_;
  }
  // `is_whole` false: the next one begins again.
  void end(bool is_whole, std::uint64_t size) const {
    size_ = size;
    stage_.store(is_whole ? stage::done : stage::none, std::memory_order_release);
  }

 private:
  enum class stage : std::uint8_t { none, begun, done };

  std::uint32_t* room_ = nullptr;
  std::uint64_t capacity_ = 0;
  mutable std::atomic<stage> stage_ = stage::none;
  mutable sorted_tuples of_;
  mutable std::uint64_t size_ = 0;
};

}  // namespace strew::engine
