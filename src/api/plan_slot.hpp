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
  bool begin_writing() {
    int nobody = 0;
    return users.compare_exchange_strong(nobody, -1, std::memory_order_acquire);
  }
  void end_writing() { users.store(0, std::memory_order_release); }
  // The same where no other thread uses the slot meanwhile; a call may begin inside another one.
  bool begin_privately() {
    const bool is_free = users.load(std::memory_order_relaxed) == 0;
    if (is_free) users.store(-1, std::memory_order_relaxed);
    return is_free;
  }

  // Nothing is written while others use the slot.
  void remember(const call_key& of, std::uint64_t its_hash, const std::shared_ptr<const plan>& made) {
    if (!begin_writing()) return;
    key = of;
    held = made;
    hash.store(its_hash, std::memory_order_relaxed);
    end_writing();
  }
};

// How a plan is pinned in its slot while it is used: beside other readers; alone, which ends with a plain store instead
// of a locked one, which would wait for all that the call has written; alone, and no other thread uses the slot.
enum class use : std::uint8_t { shared, alone, privately };

class pinned_plan {
 public:
  pinned_plan() = default;
  // Of that call, a form or a key; empty where the slot has another one, or is in use otherwise.
  template <class Call>
  pinned_plan(plan_slot& slot, const Call& call, use how) : slot_(begin(slot, how) ? &slot : nullptr), how_(how) {
    if (slot_ == nullptr || slot.key == call) return;
    end();
    slot_ = nullptr;
  }
  pinned_plan(const pinned_plan&) = delete;
  pinned_plan(pinned_plan&& other) noexcept : slot_(std::exchange(other.slot_, nullptr)), how_(other.how_) {}
  pinned_plan& operator=(pinned_plan&& other) = delete;
  ~pinned_plan() {
    if (slot_ != nullptr) end();
  }

  explicit operator bool() const { return slot_ != nullptr; }
  const plan& operator*() const { return *slot_->held; }
  // To be remembered elsewhere too.
  [[nodiscard]] const std::shared_ptr<const plan>& shared() const { return slot_->held; }

 private:
  static bool begin(plan_slot& slot, use how) {
    if (how == use::privately) return slot.begin_privately();
    return how == use::alone ? slot.begin_writing() : slot.begin_reading();
  }
  void end() { how_ == use::shared ? slot_->end_reading() : slot_->end_writing(); }

  plan_slot* slot_ = nullptr;
  use how_ = use::shared;
};

}  // namespace strew::engine::api
