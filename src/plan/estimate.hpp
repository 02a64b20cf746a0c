// What an execution moves and about how long it takes, by a simple model that is stated in docs/explain.md. Integers
// alone: the caller's floating-point environment is not used.
#pragma once

#include <cstdint>
#include <string>

#include "plan/plan.hpp"

namespace strew::engine {

struct estimate {
  std::uint64_t bytes = 0;
  std::uint64_t threads = 1;
  std::uint64_t nanoseconds = 0;
};

estimate estimate_of(const plan& p, const plan_label& label);

// "1.2 ms"
std::string time_text(double nanoseconds);
// "reads and writes 264 MB on 2 threads, in about 14 ms if all is in memory"
std::string summary_text(const estimate& made);
// The numbers, and the model that they are from.
std::string model_text(const estimate& made);

}  // namespace strew::engine
