// What a program would do, as amounts, and how long this machine takes for them.
#pragma once

#include <cstdint>

#include "cost/machine.hpp"

namespace strew::engine {

// Amounts of all tasks together, unless it says otherwise.
struct workload {
  double positions = 0;  // indices resolved and elements moved, as if all were in the first cache
  double by_each = 0;    // the same, done by every task alike
  double near = 0;       // bytes read and written in order, within the caches
  double streamed = 0;   // the same, beyond the caches
  double second = 0;     // random lines of the second cache
  double last = 0;       // ... of the last one
  double memory = 0;     // ... beyond the caches
  double exchanged = 0;  // lines that a task reads after another one has written them
  double passes = 1;     // times that tasks are given out and waited for
  double alone = 0;      // share of all this that one task has to do while the others wait
};

// Who does it.
struct crew {
  std::uint64_t tasks = 1;
  bool are_asleep = false;  // all but the caller have to be woken
};

double nanoseconds(const workload& of, const crew& by, const machine& with);

}  // namespace strew::engine
