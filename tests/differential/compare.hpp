// The difference between the actual and the expected result of a call.
#pragma once

#include <string>
#include <vector>

#include "cases/call.hpp"
#include "differential/expect.hpp"

namespace strew::differential {

// Empty if there is none.
std::string difference(const test_case& p, const std::vector<answer>& answers, const arena& after,
                       const expectation& expected);

// The first byte that differs from the expected one; empty if none does.
std::string memory_differs(const test_case& p, const arena& after, const std::vector<oracle::memory>& right);

// What a check has covered.
struct sighting {
  expectation expected;
  std::vector<const char*> frontends;  // those that ran the case
  const char* parts = nullptr;         // the kind of its parts, if it was executed by parts too
  engine_choice failed;                // for which the case failed, if the case did not request it
};

// Fills memory, calls and compares; empty if there is no difference. A case that requests no solver or executor is run
// with all of them.
std::string check(const test_case& p, sighting& seen);

}  // namespace strew::differential
