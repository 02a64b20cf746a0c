// Plans of recent calls. A call whose operator, types, extents, strides and options were seen before finds its plan
// here instead of making it, so that a call of a few elements costs about what an execution costs.
//
// 128 slots for the whole process, in static memory; the plans are on the heap, each at most 16 KiB with all its lists
// (tests/calls/recent_memory_test.cpp). No thread waits for another: a call that finds its slot taken makes its plan as
// if there were none. Unloading the library frees them.
#pragma once

#include <cstdint>
#include <memory>

#include "api/call_key.hpp"
#include "plan/plan.hpp"

namespace strew::engine::api {

struct cache_slot;

// Holds a plan in its slot while it is used.
class cached_plan {
 public:
  // Looks for the plan of a call whose structs have passed their checks. The key stays the caller's.
  explicit cached_plan(const call_key& key);
  ~cached_plan();
  cached_plan(const cached_plan&) = delete;
  cached_plan& operator=(const cached_plan&) = delete;

  [[nodiscard]] const plan* found() const;

  // The plan that had to be made; kept when the same call comes a second time.
  void remember(const std::shared_ptr<const plan>& made) const;

 private:
  const call_key& key_;
  std::uint64_t hash_ = 0;      // 0: not a call that is remembered
  cache_slot* held_ = nullptr;  // read by this call
};

}  // namespace strew::engine::api
