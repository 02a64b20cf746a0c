#include "api/plan_cache.hpp"

#include <array>
#include <atomic>
#include <cstddef>

namespace strew::engine::api {
namespace {

constexpr std::size_t set_count = 32;  // a power of 2
constexpr std::size_t way_count = 4;   // places of a call in its set
constexpr std::size_t missed_count = 8;

// A call belongs to one set, by its hash, and may be in any of its slots. Hashes of missed calls are hints too: a lost
// or duplicate one only causes a plan to be made again, or cached early.
struct cache_set {
  std::array<plan_slot, way_count> slots;
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

  plan_slot& place_for_new() {
    for (plan_slot& slot : slots) {
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
      for (plan_slot& slot : set.slots) {
        if (slot.begin_writing()) slot.held.reset();
      }
    }
  }
} const at_the_end;

}  // namespace

pinned_plan find_cached(const call_key& key, std::uint64_t hash) {
  for (plan_slot& slot : set_of(hash).slots) {
    if (slot.hash.load(std::memory_order_relaxed) != hash) continue;
    if (pinned_plan found(slot, key, use::shared); found) return found;
  }
  return {};
}

bool comes_again(std::uint64_t hash) {
  return set_of(hash).was_missed(hash);
}

void remember(const call_key& key, std::uint64_t hash, const std::shared_ptr<const plan>& made) {
  set_of(hash).place_for_new().remember(key, hash, made);
}

}  // namespace strew::engine::api
