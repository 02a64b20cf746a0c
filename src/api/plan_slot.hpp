// The place of one remembered call: its key and its plan. Nobody waits for it: a call that finds it busy has no plan
// from it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "api/call_key.hpp"
#include "plan/plan.hpp"

namespace strew::engine::api {

// `users` counts the calls that read the slot; -1: one call writes it. A reader that increments it from 0 or more
// acquires what the last writer released when it stored 0; the writer acquires what the last reader released, so key
// and plan need no atomics. `hash` is a hint: read relaxed, it only selects which slots are checked.
struct plan_slot {
  std::atomic<int> users = 0;
  std::atomic<std::uint64_t> hash = 0;  // of the key; 0: there is no plan
  call_key key;
  std::shared_ptr<const plan> held;

  bool begin_reading() {
    int count = users.load(std::memory_order_relaxed);
    while (count >= 0) {
      if (users.compare_exchange_weak(count, count + 1, std::memory_order_acquire)) return true;
    }
    return false;
  }
  void end_reading() { users.fetch_sub(1, std::memory_order_release); }
  // Of a slot that one thread uses at a time; a call may begin inside another one.
  void begin_reading_alone() { users.store(users.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }
  void end_reading_alone() { users.store(users.load(std::memory_order_relaxed) - 1, std::memory_order_relaxed); }
  bool begin_writing() {
    int nobody = 0;
    return users.compare_exchange_strong(nobody, -1, std::memory_order_acquire);
  }
  void end_writing() { users.store(0, std::memory_order_release); }

  // Nothing is written while others use the slot.
  void remember(const call_key& of, std::uint64_t its_hash, const std::shared_ptr<const plan>& made) {
    if (!begin_writing()) return;
    key = of;
    held = made;
    hash.store(its_hash, std::memory_order_relaxed);
    end_writing();
  }
};

// Pins the plan of a call in its slot while it is used.
class pinned_plan {
 public:
  pinned_plan() = default;
  // Of that call, a form or a key; empty where the slot has another one. `is_alone`: no other thread uses the slot
  // meanwhile.
  template <class Call>
  pinned_plan(plan_slot& slot, const Call& call, bool is_alone) : is_alone_(is_alone) {
    if (is_alone) {
      if (!(slot.key == call)) return;
      slot.begin_reading_alone();
      slot_ = &slot;
    } else if (slot.begin_reading()) {
      if (slot.key == call)
        slot_ = &slot;
      else
        slot.end_reading();
    }
  }
  pinned_plan(const pinned_plan&) = delete;
  pinned_plan(pinned_plan&& other) noexcept : slot_(std::exchange(other.slot_, nullptr)), is_alone_(other.is_alone_) {}
  pinned_plan& operator=(pinned_plan&& other) = delete;
  ~pinned_plan() {
    if (slot_ != nullptr) is_alone_ ? slot_->end_reading_alone() : slot_->end_reading();
  }

  explicit operator bool() const { return slot_ != nullptr; }
  const plan& operator*() const { return *slot_->held; }
  // To be remembered elsewhere too.
  [[nodiscard]] const std::shared_ptr<const plan>& shared() const { return slot_->held; }

 private:
  plan_slot* slot_ = nullptr;
  bool is_alone_ = false;
};

}  // namespace strew::engine::api
