#include "differential/interpreted.hpp"

#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <optional>

#include "differential/compare.hpp"
#include "problem/interpreter.hpp"
#include "problem/records.hpp"

namespace strew::differential {
namespace {

using plan_handle = std::unique_ptr<strew_plan, void (*)(strew_plan*)>;
using testing::interpreter;

testing::operand_bytes bytes_of_operands(const test_case& p, arena& memory) {
  testing::operand_bytes all(1, nullptr);
  for (int i = 0; i <= weights_operand; ++i)
    all.push_back(static_cast<unsigned char*>(memory.pointer_of(static_cast<operand_number>(i))));
  const auto replace = [&](int32_t operand, operand_number by) {
    all[static_cast<size_t>(operand)] = static_cast<unsigned char*>(memory.pointer_of(by));
  };
  if (p.move.has_offsets) replace(STREW_OPERAND_INDICES, offsets_operand);
  if (p.move.has_from_offsets) replace(STREW_OPERAND_FROM, from_offsets_operand);
  return all;
}

// Which positions collide is the oracle's answer: the view does not number the points of its axes.
strew_error record_of(const strew_plan* plan, const interpreter& elsewhere, const oracle::outcome& done) {
  strew_error made = STREW_ERROR_INIT;
  if (const auto bad = elsewhere.find_bad()) {
    testing::record_of(plan, *bad, made);
  } else if (done.found_duplicate) {
    testing::record_of(plan, {done.found_duplicate->position, done.found_duplicate->other_position},
                       tuples_of(elsewhere), made);
  }
  return made;
}

std::string record_differs(const test_case& p, arena& memory, const strew_plan* plan, const strew_error& found) {
  const arguments with(p, memory);
  const strew_error executed =
      execute(p, plan, with, p.no_indices ? nullptr : with.pointer(indices_operand)).front().error;
  if (std::memcmp(&found, &executed, sizeof found) == 0) return "";
  return fmt::format("the record of what is found elsewhere differs: {}, should be {}", found.message,
                     executed.message);
}

std::string run_differs(const test_case& p, arena& memory, interpreter elsewhere, const expectation& expected) {
  for (int64_t run = 0; run < p.runs; ++run) {
    if (elsewhere.run() != STREW_STATUS_OK) return "it finds a bad index";
  }
  return memory_differs(p, memory, expected.after);
}

std::string interpreted_differs(const test_case& p, arena& memory, const expectation& expected) {
  strew_plan* made = nullptr;
  const answer planned = make_plan(p, memory, &made);
  const plan_handle plan(made, strew_plan_destroy);
  if (made == nullptr) return fmt::format("no plan: {}", planned.error.message);
  strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
  if (strew_plan_view(made, &view, nullptr) != STREW_STATUS_OK) return "the plan has no view";
  const interpreter elsewhere(view, bytes_of_operands(p, memory));
  if (expected.answer.status == STREW_STATUS_OK) return run_differs(p, memory, elsewhere, expected);
  return record_differs(p, memory, made, record_of(made, elsewhere, expected.done));
}

}  // namespace

std::string check_interpreted(const test_case& p, arena memory, const expectation& expected) {
  test_case said = p;
  said.null_error = false;
  const std::string text = interpreted_differs(said, memory, expected);
  return text.empty() ? "" : "interpreted: " + text;
}

}  // namespace strew::differential
