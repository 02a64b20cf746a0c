// The difference between what a call did and what it had to do.
#pragma once

#include <string>
#include <vector>

#include "cases/call.hpp"
#include "differential/expect.hpp"

namespace strew::differential {

// Empty if there is none.
std::string difference(const test_case& p, const std::vector<answer>& answers, const arena& after,
                       const expectation& expected);

// The first byte that is not as it must be; empty if all are.
std::string memory_differs(const test_case& p, const arena& after, const std::vector<oracle::memory>& right);

// What a check covered.
struct sighting {
  expectation expected;
  std::vector<const char*> frontends;  // those the case went through
  engine_choice failed;                // in which the case was wrong, if it was in one that it did not name
};

// Generates memory, calls, and compares; empty if all is right. A case that names no way of working goes through
// all of them.
std::string check(const test_case& p, sighting& seen);

}  // namespace strew::differential
