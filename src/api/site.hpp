// What a strew_site remembers: one call with its plan, found without a search.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <new>

#include "api/plan_slot.hpp"
#include "strew/site.h"

namespace strew::engine::api {

class site {
 public:
  // Null: there is none, and nothing is found or remembered.
  explicit site(strew_site* given) : given_(given) {}

  [[nodiscard]] bool is_given() const { return given_ != nullptr; }
  // Only of a site that is given. Empty, too, while another call uses the site.
  [[nodiscard]] pinned_plan find(const call_form& call) const {
    entry* const known = place().load(std::memory_order_acquire);
    const use how = given_->is_private != 0 ? use::privately : use::alone;
    return known == nullptr ? pinned_plan() : pinned_plan(known->slot, call, how);
  }
  // A call that was not found here, with its plan. It takes the place of another one when it comes twice in a row.
  void note(const call_key& key, std::uint64_t hash, const std::shared_ptr<const plan>& made) const {
    if (given_ == nullptr) return;
    entry* const known = find_or_make();
    if (known == nullptr) return;
    if (known->slot.hash.load(std::memory_order_relaxed) == 0 ||
        known->missed.exchange(hash, std::memory_order_relaxed) == hash)
      known->slot.remember(key, hash, made);
  }
  void clear() const { delete place().exchange(nullptr, std::memory_order_acquire); }

 private:
  struct entry {
    plan_slot slot;
    std::atomic<std::uint64_t> missed = 0;  // the hash of the last call that was noted
  };

  // Null without memory. Of several threads that make one the first one's stays.
  [[nodiscard]] entry* find_or_make() const {
    entry* known = place().load(std::memory_order_acquire);
    if (known != nullptr) return known;
    std::unique_ptr<entry> made(new (std::nothrow) entry);
    if (place().compare_exchange_strong(known, made.get(), std::memory_order_acq_rel)) known = made.release();
    return known;
  }
  // The pointer in the caller's struct is this one.
  [[nodiscard]] std::atomic<entry*>& place() const {
    static_assert(sizeof(std::atomic<entry*>) == sizeof given_->remembered);
    return *reinterpret_cast<std::atomic<entry*>*>(&given_->remembered);
  }

  strew_site* given_;
};

}  // namespace strew::engine::api
