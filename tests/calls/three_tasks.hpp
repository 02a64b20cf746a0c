// An executor that shares everything out among three tasks and leaves how they run to a test.
#pragma once

#include <strew/strew.h>

#include <cstdint>

namespace strew::testing {

inline strew_executor three_tasks(void* context, decltype(strew_executor::run) run) {
  strew_executor made = STREW_EXECUTOR_INIT;
  made.context = context;
  made.min_bytes = 1;
  made.concurrency = [](void*) { return std::uint64_t{3}; };
  made.is_inside = [](void*) { return 0; };
  made.run = run;
  return made;
}

}  // namespace strew::testing
