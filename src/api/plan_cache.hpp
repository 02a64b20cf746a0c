// A cache of plans of recent calls. A call with the same operator, types, extents, strides and options as an earlier
// one, in place like it or not, reuses its plan, so that a call on few elements costs about as much as an execution.
//
// 128 slots for the whole process, in static memory; the plans are on the heap, each at most 16 KiB with all its lists
// (tests/calls/plan_cache_memory_posix_test.cpp). Lookups never block: a call whose slot is in use makes its own plan.
// Unloading the library frees them.
#pragma once

#include <cstdint>
#include <memory>

#include "api/call_key.hpp"
#include "api/plan_slot.hpp"
#include "plan/plan.hpp"

namespace strew::engine::api {

pinned_plan find_cached(const call_key& key, std::uint64_t hash);
// Whether the plan of such a call, which was not found, was made before: then it is worth to be remembered. Records
// that it is made.
bool comes_again(std::uint64_t hash);
void remember(const call_key& key, std::uint64_t hash, const std::shared_ptr<const plan>& made);

}  // namespace strew::engine::api
