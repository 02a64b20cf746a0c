#include "differential/moves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>

#include "differential/compare.hpp"
#include "differential/random_move.hpp"
#include "strew/strew.h"
#include "threads/executors.hpp"

namespace strew::differential {
namespace {

using plan_handle = std::unique_ptr<strew_plan, void (*)(strew_plan*)>;
using prepared_handle = std::unique_ptr<strew_prepared, void (*)(strew_prepared*)>;

std::map<std::string, uint64_t>& seen() {
  static std::map<std::string, uint64_t> counts;
  return counts;
}

struct expected_move {
  oracle::move_outcome done;
  move_memory after;
};

// How a move is run.
struct way {
  const char* solver = nullptr;  // null: the library's choice
  uint64_t tasks = 0;            // of an executor; 0: the library's
  bool is_prepared = false;
  bool has_prepared_from = false;
};

std::string text_of(const way& how) {
  return fmt::format("solver {}, {} tasks{}", how.solver == nullptr ? "any" : how.solver, how.tasks,
                     how.is_prepared ? ", prepared" : "");
}

std::string record_differs(const strew_error& is, const oracle::move_outcome& right) {
  const bool is_offset =
      right.judged == oracle::move_operand::offsets || right.judged == oracle::move_operand::from_offsets;
  const bool is_from = right.judged == oracle::move_operand::from || right.judged == oracle::move_operand::from_offsets;
  const std::string rule = !right.error ? "IX2" : is_offset ? "OF1" : "IX1";
  if (is.rule != rule) return fmt::format("the rule is {}, should be {}", is.rule, rule);
  return right.error ? index_error_differs(is, *right.error, is_from ? STREW_OPERAND_FROM : STREW_OPERAND_INDICES)
                     : duplicate_differs(is, *right.found_duplicate);
}

std::string move_memory_differs(const move_memory& is, const move_memory& right) {
  for (size_t n = 0; n < part_count; ++n) {
    const auto [left, other] = std::mismatch(is.of[n].begin(), is.of[n].end(), right.of[n].begin());
    if (left == is.of[n].end()) continue;
    return fmt::format("byte {} of operand {} is {:02x}, should be {:02x}", left - is.of[n].begin(), n, *left, *other);
  }
  return "";
}

// Where a bad index or a duplicate refuses to be prepared, nothing is executed.
strew_status run(const random_move& move, const strew_plan* plan, move_memory& memory, const way& how,
                 strew_error& error) {
  support::watching_executor pool(std::max<uint64_t>(how.tasks, 1));
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.executor = how.tasks == 0 ? nullptr : &pool.made;
  execution.threads = how.tasks;
  strew_operand_places at = move.places(memory);
  if (!how.is_prepared) return strew_execute_at(plan, &at, &execution, &error);
  strew_prepared* prepared = nullptr;
  if (const auto bad = strew_prepare(plan, at.indices, &execution, &prepared, &error)) return bad;
  const prepared_handle kept(prepared, strew_prepared_destroy);
  strew_plan* made = nullptr;
  if (const auto bad = strew_plan_bind(plan, prepared, &made, &error)) return bad;
  const plan_handle bound(made, strew_plan_destroy);
  at.indices = nullptr;
  return strew_execute_at(bound.get(), &at, &execution, &error);
}

std::string check_way(const random_move& move, const expected_move& expected, const way& how) {
  strew_error error = STREW_ERROR_INIT;
  strew_plan* made = nullptr;
  const strew_status planned = strew_plan_from_problem(&move.problem(), how.solver, &made, &error);
  const plan_handle plan(made, strew_plan_destroy);
  if (planned != STREW_STATUS_OK)
    return how.solver != nullptr && std::strcmp(error.rule, "AT5") == 0 ? ""
                                                                        : fmt::format("no plan: {}", error.message);
  // Prepared indices are judged before those of updates.
  const bool is_from = expected.done.error && (expected.done.judged == oracle::move_operand::from ||
                                               expected.done.judged == oracle::move_operand::from_offsets);
  if (how.is_prepared && (is_from || move.problem().steps->segments != nullptr)) return "";
  move_memory memory = move.memory();
  const strew_status is = run(move, plan.get(), memory, how, error);
  const bool is_bad = expected.done.error || expected.done.found_duplicate;
  if ((is == STREW_STATUS_OK) == is_bad || (is != STREW_STATUS_OK && is != STREW_STATUS_INDEX))
    return fmt::format("status {}: {}", is, error.message);
  if (is_bad) {
    if (std::string text = record_differs(error, expected.done); !text.empty())
      return fmt::format("{} ({})", text, error.message);
  }
  ++seen()[how.solver == nullptr ? "any" : how.solver];
  return move_memory_differs(memory, expected.after);
}

void note(const random_move& move, const expected_move& expected) {
  auto& counts = seen();
  ++counts["moves"];
  counts["with weights"] += move.has_weights() ? 1 : 0;
  counts["with padding"] += move.has_padding() ? 1 : 0;
  counts["with offsets"] += move.has_offsets() ? 1 : 0;
  counts["in order"] += move.has_from() ? 0 : 1;
  counts["IX1"] += expected.done.error ? 1 : 0;
  counts["IX2"] += expected.done.found_duplicate ? 1 : 0;
  counts["with repeated cells"] += expected.done.repeated != 0 ? 1 : 0;
}

}  // namespace

std::string check_move(uint64_t seed) {
  const random_move move(seed);
  expected_move expected{{}, move.memory()};
  const oracle::move_operands operands = move.operands(expected.after);
  if (const auto fault = oracle::move_fault(operands, move.rule()); !fault.empty())
    return fmt::format("the test drew a move that does not fit: {}", fault);
  expected.done = oracle::move(operands, move.rule(),
                               move.refuses_duplicates() ? oracle::duplicates::error : oracle::duplicates::allow);
  note(move, expected);
  const uint64_t tasks = 2 + seed % 4;
  std::vector<way> ways = {{nullptr, 0, false}, {nullptr, tasks, false}, {nullptr, seed % 2 * tasks, true}};
  for (uint64_t n = 0; const char* solver = strew_solver_name(n); ++n)
    ways.push_back({solver, (seed + n) % 2 * tasks, (seed + n) % 3 == 0});
  for (const way& how : ways) {
    const std::string text = check_way(move, expected, how);
    if (!text.empty()) return fmt::format("{}: {}", text_of(how), text);
  }
  return "";
}

std::string moves_seen() {
  std::string text;
  for (const auto& [name, count] : seen()) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, count);
  return text;
}

}  // namespace strew::differential
