#include "api/plan_cache.hpp"

#include <array>
#include <atomic>
#include <cstddef>

namespace strew::engine::api {
namespace {

constexpr std::size_t set_count = 32;  // a power of 2
constexpr std::size_t way_count = 4;   // places of a call in its set
constexpr std::size_t missed_count = 8;

}  // namespace

// `users` counts the calls that read the slot; -1: one call writes it. A reader that increments it from 0 or more
// acquires what the last writer released when it stored 0; the writer acquires what the last reader released, so key
// and plan need no atomics. `hash` is a hint: read relaxed, it only selects which slots are checked.
struct cache_slot {
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
};

namespace {

// A call belongs to one set, by its hash, and may be in any of its slots. Hashes of missed calls are hints too: a lost
// or duplicate one only causes a plan to be made again, or cached early.
struct cache_set {
  std::array<cache_slot, way_count> slots;
  std::array<std::atomic<std::uint64_t>, missed_count> missed = {};  // the last ones
  std::atomic<std::size_t> next_missed = 0;
  std::atomic<std::size_t> next_slot = 0;

  // Returns whether this call missed before, and records the miss if not.
  bool was_missed(std::uint64_t hash) {
    for (auto& one : missed) {
      std::uint64_t expected = hash;
      if (one.load(std::memory_order_relaxed) == hash &&
          one.compare_exchange_strong(expected, 0, std::memory_order_relaxed))
        return true;
    }
    const std::size_t place = next_missed.load(std::memory_order_relaxed);
    next_missed.store(place + 1, std::memory_order_relaxed);
    missed[place % missed_count].store(hash, std::memory_order_relaxed);
    return false;
  }

  cache_slot& place_for_new() {
    for (cache_slot& slot : slots) {
      // Does not wait for a slot that is being written; in a forked child it may remain in that state.
      if (slot.hash.load(std::memory_order_relaxed) == 0 && slot.users.load(std::memory_order_relaxed) >= 0)
        return slot;
    }
    return slots[next_slot.fetch_add(1, std::memory_order_relaxed) % way_count];
  }
};

// Zero-initialised static memory. Other threads may be inside a call while the process ends, so the slots themselves
// are never destroyed.
union cache_sets {
  std::array<cache_set, set_count> all;
  constexpr cache_sets() : all() {}
  ~cache_sets() {}  // NOLINT(modernize-use-equals-default): a default one would be deleted
};
constinit cache_sets sets;
static_assert(sizeof(cache_sets) <= std::size_t{128} << 10U);  // docs/abi.md

cache_set& set_of(std::uint64_t hash) {
  return sets.all[hash * 0x9E3779B97F4A7C15U >> 59U];
}
static_assert(set_count == std::size_t{1} << (64 - 59));

// Their plans are, when the library is unloaded or the process ends: unused slots are emptied and marked as taken, so
// that later calls neither find nor cache a plan.
struct emptied_at_the_end {
  ~emptied_at_the_end() {
    for (cache_set& set : sets.all) {
      for (cache_slot& slot : set.slots) {
        if (slot.begin_writing()) slot.held.reset();
      }
    }
  }
} const at_the_end;

}  // namespace

cached_plan::cached_plan(const call_key& key) : key_(key) {
  if (key.is_empty()) return;
  hash_ = key.hash();
  for (cache_slot& slot : set_of(hash_).slots) {
    if (slot.hash.load(std::memory_order_relaxed) != hash_ || !slot.begin_reading()) continue;
    if (slot.held && slot.key == key) {
      held_ = &slot;
      return;
    }
    slot.end_reading();
  }
}

cached_plan::~cached_plan() {
  if (held_ != nullptr) held_->end_reading();
}

const plan* cached_plan::found() const {
  return held_ == nullptr ? nullptr : held_->held.get();
}

bool cached_plan::comes_again() const {
  return hash_ != 0 && set_of(hash_).was_missed(hash_);
}

void cached_plan::remember(const std::shared_ptr<const plan>& made) const {
  STREW_ASSERT(hash_ != 0);
  cache_slot& slot = set_of(hash_).place_for_new();
  if (!slot.begin_writing()) return;
  slot.key = key_;
  slot.held = made;
  slot.hash.store(hash_, std::memory_order_relaxed);
  slot.end_writing();
}

}  // namespace strew::engine::api
