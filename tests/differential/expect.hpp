// What a call must do: the status and rule, the index record, and every byte afterwards.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "differential/arena.hpp"
#include "oracle/form.hpp"

namespace strew::differential {

struct verdict {
  strew_status status = STREW_OK;
  std::string_view rule;     // empty if status is STREW_OK
  bool at_plan = false;      // found while a plan is made
  bool may_be_sc4 = false;   // SC4 cannot be judged: its number is right too
  bool may_overlap = false;  // operands interleave without sharing a byte: a refusal is right too
};

struct expectation {
  verdict answer;
  std::vector<oracle::memory> after;
  oracle::outcome done;  // of the first run
};

// Whether types, options, shapes and sizes are in order, so that elements and indices have a meaning.
bool can_be_filled(const problem& p);
// Each stride spans the smaller ones; then no two elements share a byte.
bool is_nested(const view& operand);
bool shares_bytes_with_itself(const view& operand);
bool is_in_place(const problem& p);
int64_t count_of_positions(const problem& p);

// The first broken rule of the description: everything that does not depend on addresses and index values.
verdict judge_description(const problem& p);

expectation expect(const problem& p, const arena& memory);

}  // namespace strew::differential
