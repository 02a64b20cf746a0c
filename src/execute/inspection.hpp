// What is known of prepared indices beyond their values: computed from the copy when it is asked for, because most uses
// need none of it and sorting costs more than many executions.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/result.hpp"
#include "base/status.hpp"
#include "execute/duplicates.hpp"
#include "execute/memory.hpp"
#include "execute/number_list.hpp"
#include "execute/process_lock.hpp"
#include "execute/segments.hpp"
#include "facts/index_facts.hpp"
#include "kernel/kernel_set.hpp"
#include "problem/destinations.hpp"

namespace strew::engine {

struct inspection {
  number_list order;  // positions, sorted stably by destination, skipped ones at the end
  std::uint64_t skipped = 0;
  std::uint64_t runs = 0;  // one more than the positions before the destination of the one before them
  duplicate_report duplicates;
  index_facts facts;  // of destinations, skipped positions left out: all of them, and proven
};

// A fact that threads find at the same time: whoever finds it finds the same. One number, which needs no lock.
template <class Value>
class shared_fact {
 public:
  [[nodiscard]] fact<Value> load() const {
    const std::uint32_t bits = bits_.load();
    return {static_cast<Value>(bits & 0xffU), static_cast<source>(bits >> 8U)};
  }
  void store(const fact<Value>& found) {
    bits_.store(static_cast<std::uint32_t>(found.value) | static_cast<std::uint32_t>(found.by) << 8U);
  }

 private:
  std::atomic<std::uint32_t> bits_ = 0;
};

// A copy to be inspected. Any number of threads may ask; the first one computes.
class inspected {
 public:
  inspected() = default;

  // `order` has room for all positions. What is allocated later comes from `memory`.
  void set(const destinations& copy, const kernel::kernel_set& kernels, const std::byte* values, std::byte* order,
           const allocator& memory);

  // In a workspace of its own, in tasks of `pool`. MM1.
  result<const inspection*> inspect(const workers& pool) const;

  // The positions of each destination, in lists of their own beside the order. Inspects first. MM1.
  result<const cell_segments*> segments(const workers& pool) const;

  // Whether no two positions collide, if that can be told without sorting: by a bit for each cell, or because the
  // destinations ascend.
  std::optional<bool> is_unique(const workers& pool) const;

  // What is proven of destinations so far; and more that is.
  index_facts facts() const;
  void learn(const fact<index_order>& order, const fact<bool>& repeats) const;

  // In a workspace of search_workspace() bytes. Empty if cancelled.
  std::optional<duplicate_report> find_first_pair(std::byte* workspace, const execution_context& with) const;

 private:
  const inspection* compute(std::byte* workspace, const execution_context& with) const;
  const inspection* publish(const inspection& made) const;
  std::optional<duplicate_report> find(wanted_duplicates wanted, std::byte* workspace,
                                       const execution_context& with) const;

  const destinations* copy_ = nullptr;
  const kernel::kernel_set* kernels_ = nullptr;
  const std::byte* values_ = nullptr;
  std::byte* order_ = nullptr;
  allocator memory_;
  mutable process_lock computing_;
  mutable inspection found_;
  mutable std::atomic<bool> is_found_ = false;
  mutable kept_segments segments_;  // of the order that was found
  // Until then. Whoever finds one finds the same.
  mutable shared_fact<index_order> known_order_;
  mutable shared_fact<bool> known_repeats_;
  mutable shared_fact<bool> known_unique_;
  mutable std::atomic<bool> is_expensive_ = false;  // to tell if they are: only by sorting
};

}  // namespace strew::engine
