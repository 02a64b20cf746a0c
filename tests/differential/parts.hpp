// Executes a case a third time, by two parts of its table.
#pragma once

#include <string>

#include "cases/arena.hpp"
#include "differential/expect.hpp"

namespace strew::differential {

// Empty if parts along a dimension of the table together write what is expected, and if each one along a dimension that
// tuples address gives the record of a bad index of the whole. `expected` is success or an index error. `kind`: which
// dimension it was and what came of it; null where the case has no such parts, or has data outside of all of them.
std::string check_parts(const test_case& p, arena memory, const expectation& expected, const char*& kind);

// The kinds that a long run over all operators has.
inline constexpr const char* part_kinds[] = {"addressed", "addressed, index error", "traversed"};

}  // namespace strew::differential
