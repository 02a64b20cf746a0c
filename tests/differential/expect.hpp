// The expected result of a call: status and rule, the index record, and all bytes afterwards.
#pragma once

#include <vector>

#include "cases/arena.hpp"
#include "cases/description.hpp"
#include "cases/overlap.hpp"
#include "oracle/indexing.hpp"

namespace strew::differential {

using namespace cases;

struct expectation {
  verdict answer;
  std::vector<oracle::memory> after;
  oracle::outcome done;                    // of the first run
  int32_t judged = STREW_OPERAND_INDICES;  // whose indices are bad, if some are
  bool has_bad_offset = false;             // of that operand
};

expectation expect(const test_case& p, const arena& memory);

}  // namespace strew::differential
