// Plans of recent calls. A call whose operator, types, extents, strides and options were met before finds its plan here
// instead of making it, so that a call of a few elements costs about what an execution costs.
//
// 128 slots for the whole process, in static memory; what plans of so few dimensions have beside them is at most 16 KiB
// each (tests/calls/recent_memory_test.cpp). No thread waits for another: a call that finds its slot taken makes its
// plan as if there were none. Unloading the library frees them.
#pragma once

#include <atomic>
#include <cstdint>

#include "api/convert.hpp"
#include "plan/plan.hpp"

namespace strew::api {

// The operators whose calls are remembered; the numbers of the others are lists.
enum class call_of : std::uint8_t { nothing, along_axis, elements, nd, tensor_scatter };

// Which operator is called, with what besides operands and options.
struct call_key {
  call_of operation = call_of::nothing;
  std::int64_t first = 0;
  std::int64_t second = 0;
};

struct recent_slot;

// Holds a plan in its slot while it is used.
class recent_plan {
 public:
  // Looks for the plan of a call whose structs have passed their checks.
  recent_plan(const call_key& key, const arguments& given, const strew_options* options);
  ~recent_plan();
  recent_plan(const recent_plan&) = delete;
  recent_plan& operator=(const recent_plan&) = delete;

  [[nodiscard]] const plan* found() const;

  // The plan that had to be made; kept when the same call comes a second time.
  void remember(const plan& made) const;

 private:
  const call_key& key_;
  const arguments& given_;
  const strew_options* options_;
  std::uint64_t hash_ = 0;       // 0: not a call that is remembered
  recent_slot* held_ = nullptr;  // read by this call
};

}  // namespace strew::api
