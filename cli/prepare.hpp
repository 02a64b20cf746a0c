// From options to a plan: shared by running and explaining an operator.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "operand.hpp"
#include "operator_spec.hpp"
#include "options.hpp"
#include "progress.hpp"

namespace strew::cli {

struct plan_deleter {
  void operator()(strew_plan* plan) const { strew_plan_destroy(plan); }
};
using unique_plan = std::unique_ptr<strew_plan, plan_deleter>;
struct prepared_deleter {
  void operator()(strew_prepared* prepared) const { strew_prepared_destroy(prepared); }
};
using unique_prepared = std::unique_ptr<strew_prepared, prepared_deleter>;

struct prepared_call {
  file_operand data;
  file_operand indices;
  file_operand updates;
  std::vector<std::int64_t> output_extents;
  files::buffer output;  // unused where a scatter is executed in place, on its data
  operator_call call;    // borrows from the members above
  call_info info;
  unique_plan plan;
};

// Reads the headers of the operands and makes the plan. The output is packed row-major and has no memory yet.
outcome prepare(const operator_spec& spec, const operator_options& options, progress& shown, prepared_call& prepared);

// The second half of it: `prepared` has its operands, whose elements may be missing.
outcome plan_call(const operator_spec& spec, const operator_options& options, prepared_call& prepared);

// Null where a rule refuses the call.
unique_plan make_plan(operator_kind kind, const operator_call& call, strew_error& error);

std::string plan_text(const strew_plan* plan, std::size_t (*text_of)(const strew_plan*, char*, std::size_t));

}  // namespace strew::cli
