// What a plan says of itself, by its keys: the lines of its text, and the fields of --json.
#pragma once

#include <string_view>
#include <vector>

#include "json.hpp"
#include "operator_spec.hpp"
#include "strew/strew.h"

namespace strew::cli {

// A line of the text of a plan: "not runs   too few positions". One without a key continues the line before.
struct plan_line {
  std::string_view key;
  std::string_view value;
};

// Of strew_plan_explain. They borrow the text.
std::vector<plan_line> plan_lines(std::string_view text);

// Element types and extents of the operands that the call has.
json_object operands_json(const operator_call& call, operator_kind kind);

// What is said for people, and its numbers: summary, threads, expected_ns.
json_object estimate_json(const strew_plan* plan);

// The fields of the text of a plan: options, validates, the solvers of each step.
json_object plan_json(const strew_plan* plan);

}  // namespace strew::cli
