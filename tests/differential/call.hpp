// Runs a problem through the C ABI.
#pragma once

#include <vector>

#include "differential/arena.hpp"

namespace strew::differential {

struct answer {
  strew_status status = STREW_OK;
  strew_error error = STREW_ERROR_INIT;
  bool at_plan = false;
};

// One answer a run; a refused plan is one answer.
std::vector<answer> call(const problem& p, arena& memory);

}  // namespace strew::differential
