// A cache of plans of recent calls. A call with the same operator, types, extents, strides and options as an earlier
// one, in place like it or not, reuses its plan, so that a call on few elements costs about as much as an execution.
//
// 128 slots for the whole process, in static memory; the plans are on the heap, each at most 16 KiB with all its lists
// (tests/calls/plan_cache_memory_test.cpp). Lookups never block: a call whose slot is in use makes its own plan.
// Unloading the library frees them.
#pragma once

#include <cstdint>
#include <memory>

#include "api/call_key.hpp"
#include "plan/plan.hpp"

namespace strew::engine::api {

struct cache_slot;

// Pins a plan in its slot while it is used.
class cached_plan {
 public:
  // Looks up the plan of a call whose structs have passed their checks. The key remains owned by the caller.
  explicit cached_plan(const call_key& key);
  ~cached_plan();
  cached_plan(const cached_plan&) = delete;
  cached_plan& operator=(const cached_plan&) = delete;

  [[nodiscard]] const plan* found() const;

  // Whether the plan of such a call, which was not found, was made before: then it is worth to be remembered. Records
  // that it is made.
  [[nodiscard]] bool comes_again() const;
  void remember(const std::shared_ptr<const plan>& made) const;

 private:
  const call_key& key_;
  std::uint64_t hash_ = 0;      // 0: the call is not cached
  cache_slot* held_ = nullptr;  // read by this call
};

}  // namespace strew::engine::api
