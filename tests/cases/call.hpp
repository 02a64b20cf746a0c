// Runs a case through the C ABI.
#pragma once

#include <optional>
#include <vector>

#include "cases/arena.hpp"
#include "cases/arguments.hpp"

namespace strew::cases {

struct answer {
  strew_status status = STREW_STATUS_OK;
  strew_error error = STREW_ERROR_INIT;
  bool at_plan = false;
};

struct shape_answer {
  strew_status status = STREW_STATUS_OK;
  strew_error error = STREW_ERROR_INIT;
  uint64_t rank = 0;
  shape extents;  // as many as fit into the array
};

// The result of the helper for the extents of the direct operand; empty if the operator has no helper.
std::optional<shape_answer> call_shape(const test_case& p, arena& memory);

// A plan does not read data pointers: in half of the cases they are null while it is made.
answer make_plan(const test_case& p, arena& memory, strew_plan** plan);

// One answer per run.
std::vector<answer> execute(const test_case& p, const strew_plan* plan, const arguments& with, const void* indices);

// One answer per run; a refused plan is one answer.
std::vector<answer> call(const test_case& p, arena& memory);

}  // namespace strew::cases
