// What an execution moves and about how long it takes, by the costs that candidates state: see docs/explain.md. Called
// in the arithmetic of the contract.
#pragma once

#include <cstdint>
#include <string>

#include "plan/plan.hpp"

namespace strew::engine {

struct estimate {
  std::uint64_t bytes = 0;
  std::uint64_t threads = 1;
  double nanoseconds = 0;
};

estimate estimate_of(const plan& p, const plan_label& label);

// Of times that are too large, the largest one.
std::uint64_t whole_nanoseconds(double nanoseconds);
// "1.2 ms"
std::string time_text(double nanoseconds);
// "reads and writes 264 MB on 2 threads, in about 14 ms if all is in memory"
std::string summary_text(const estimate& made);
// The numbers, and the model that they are from.
std::string model_text(const estimate& made);

}  // namespace strew::engine
