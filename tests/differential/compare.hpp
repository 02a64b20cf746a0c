// The difference between what a call did and what it had to do.
#pragma once

#include <string>
#include <vector>

#include "differential/call.hpp"
#include "differential/expect.hpp"

namespace strew::differential {

// Empty if there is none.
std::string difference(const problem& p, const std::vector<answer>& answers, const arena& after,
                       const expectation& expected);

// The first byte that is not as it must be; empty if all are.
std::string memory_differs(const problem& p, const arena& after, const std::vector<oracle::memory>& right);

// What a check met.
struct sighting {
  expectation expected;
  std::vector<const char*> doors;  // those the problem went through
};

// Generates memory, calls, and compares; empty if all is right. `seen` gets what was met if it is not null.
std::string check(const problem& p, sighting* seen = nullptr);

}  // namespace strew::differential
