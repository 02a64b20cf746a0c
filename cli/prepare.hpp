// From options to a plan: shared by running and explaining an operator.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "device.hpp"
#include "operand.hpp"
#include "operator_spec.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "strew/problem.h"

namespace strew::cli {

struct plan_deleter {
  void operator()(strew_plan* plan) const { strew_plan_destroy(plan); }
};
using unique_plan = std::unique_ptr<strew_plan, plan_deleter>;
struct prepared_deleter {
  void operator()(strew_prepared* prepared) const { strew_prepared_destroy(prepared); }
};
using unique_prepared = std::unique_ptr<strew_prepared, prepared_deleter>;

// A result beside the output, in row-major order.
struct result_array {
  std::vector<std::int64_t> extents;
  files::buffer memory;
};

struct prepared_call {
  file_operand data;
  file_operand indices;
  file_operand updates;
  file_operand segments, weights, base;        // of a reduction, the first of all operators of segments
  file_operand right;                          // of a product
  file_operand scales, zero_points, codebook;  // of codes
  std::optional<std::int64_t> segment_count;   // where options or ids tell it
  std::vector<std::int64_t> output_extents;
  files::buffer output;  // unused where the operator is executed in place, on its target
  result_array arg, count;
  operator_call call;  // borrows from the members above
  call_info info;
  unique_plan plan;
  unique_host device;  // what executes the plan; null: the processor

  // Those that are read; without a file an operand has no elements.
  [[nodiscard]] std::vector<const file_operand*> inputs() const;
  // The operand that the output begins as.
  file_operand& target() { return call.base ? base : data; }
  [[nodiscard]] const file_operand& target() const { return call.base ? base : data; }
};

// Whether the output begins as an operand, of a call that is described.
inline bool has_target(const operator_spec& spec, const prepared_call& prepared) {
  return has_updates(spec.kind) || prepared.call.base.has_value();
}

// Reads the headers of the operands and makes the plan. The output is packed row-major and has no memory yet.
outcome prepare(const operator_spec& spec, const operator_options& options, progress& shown, prepared_call& prepared);

// The second half of it: `prepared` has its operands, whose elements may be missing.
outcome plan_call(const operator_spec& spec, const operator_options& options, prepared_call& prepared);

// Of what is loaded, into the call. An output that is executed in place, on its target, has none of its own.
void give_addresses(prepared_call& prepared);

// Null where a rule refuses the call.
unique_plan make_plan(operator_kind kind, const operator_call& call, strew_error& error);

// The elements of the call's operands, those that are loaded.
strew_operand_places places_of(operator_kind kind, const operator_call& call);

std::string plan_text(const strew_plan* plan, std::size_t (*text_of)(const strew_plan*, char*, std::size_t));

}  // namespace strew::cli
