// The difference between what a call did and what it had to do.
#pragma once

#include <string>
#include <vector>

#include "cases/call.hpp"
#include "differential/expect.hpp"

namespace strew::differential {

// Empty if there is none.
std::string difference(const problem& p, const std::vector<answer>& answers, const arena& after,
                       const expectation& expected);

// The first byte that is not as it must be; empty if all are.
std::string memory_differs(const problem& p, const arena& after, const std::vector<oracle::memory>& right);

// What a check covered.
struct sighting {
  expectation expected;
  std::vector<const char*> frontends;  // those the problem went through
  way failed;                          // in which the problem was wrong, if it was in one that it did not ask for
};

// Generates memory, calls, and compares; empty if all is right. A problem that asks for no way of working goes through
// all of them.
std::string check(const problem& p, sighting& seen);

}  // namespace strew::differential
