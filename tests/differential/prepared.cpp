#include "differential/prepared.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "cases/operators.hpp"
#include "differential/compare.hpp"
#include "oracle/prepared.hpp"
#include "support/lists.hpp"

namespace strew::differential {
namespace {

using plan_handle = std::unique_ptr<strew_plan, void (*)(strew_plan*)>;
using prepared_handle = std::unique_ptr<strew_prepared, void (*)(strew_prepared*)>;

// Allocates blocks and counts the bytes in use.
struct counted_memory {
  uint64_t bytes = 0;

  static void* allocate(void* self, uint64_t bytes, uint64_t alignment) {
    static_cast<counted_memory*>(self)->bytes += bytes;
    return ::operator new (static_cast<std::size_t>(bytes), std::align_val_t{static_cast<std::size_t>(alignment)},
                           std::nothrow);
  }
  static void release(void* self, void* block, uint64_t bytes, uint64_t alignment) {
    static_cast<counted_memory*>(self)->bytes -= bytes;
    ::operator delete (block, std::align_val_t{static_cast<std::size_t>(alignment)});
  }
  strew_allocator native() { return {sizeof(strew_allocator), 1, this, allocate, release}; }
};

// With a workspace of the size that the plan states, at an odd address, or with an allocated one.
answer prepare(const test_case& p, const strew_plan* plan, const void* indices, strew_execution execution,
               strew_prepared** made) {
  std::vector<unsigned char> workspace(static_cast<size_t>(strew_plan_prepare_workspace(plan)) + 1);
  if (p.seed % 3 == 0) {
    execution.workspace = workspace.data() + 1;
    execution.workspace_bytes = workspace.size() - 1;
  }
  answer result;
  result.status = strew_prepare(plan, indices, &execution, made, p.null_error ? nullptr : &result.error);
  return result;
}

std::string numbers_differ(const strew_prepared_info& is, const oracle::prepared_info& right) {
  const bool is_strict = right.duplicates == 0;
  const int32_t order = right.sorted     ? (is_strict ? STREW_ORDER_ASCENDING : STREW_ORDER_SORTED)
                        : right.reversed ? (is_strict ? STREW_ORDER_DESCENDING : STREW_ORDER_REVERSED)
                                         : STREW_ORDER_UNSORTED;
  const std::pair<const char*, std::pair<uint64_t, uint64_t>> rows[] = {
      {"skipped", {is.skipped, right.skipped}},
      {"duplicates", {is.duplicates, right.duplicates}},
      {"first_position", {is.first_position, right.first_position}},
      {"other_position", {is.other_position, right.other_position}},
      {"order", {static_cast<uint64_t>(is.order), static_cast<uint64_t>(order)}},
      {"distinct", {is.distinct, right.distinct}},
      {"most_frequent", {is.most_frequent, right.most_frequent}},
      {"runs", {is.runs, right.runs}},
      {"constant_rows", {static_cast<uint64_t>(is.constant_rows), right.constant_rows ? 1 : 0}}};
  for (const auto& [name, pair] : rows) {
    if (pair.first != pair.second) return fmt::format("{} is {}, should be {}", name, pair.first, pair.second);
  }
  return "";
}

std::string lists_differ(const strew_prepared* prepared, const oracle::prepared_info& right) {
  strew_prepared_lists lists = STREW_PREPARED_LISTS_INIT;
  if (strew_prepared_view(prepared, &lists, nullptr) != STREW_STATUS_OK) return "they cannot be listed";
  if (lists.skipped != right.skipped) return "the lists skip other positions";
  const support::cell_lists found = support::lists_of(lists);
  if (found.order != right.order) return "listed positions are in another order";
  if (found.cells != right.cells) return "other cells are listed";
  return found.starts == right.segment_starts ? "" : "segments begin elsewhere";
}

std::string info_differs(const test_case& p, arena& memory, const strew_plan* plan, const strew_prepared* prepared,
                         const counted_memory& out) {
  strew_prepared_info info = STREW_PREPARED_INFO_INIT;
  if (strew_prepared_inspect(prepared, &info, nullptr) != STREW_STATUS_OK) return "they cannot be inspected";
  if (info.bytes != strew_plan_prepared_bytes(plan) || info.bytes != out.bytes) {
    return fmt::format("{} bytes, the plan stated {}, the allocator gave {}", info.bytes,
                       strew_plan_prepared_bytes(plan), out.bytes);
  }
  std::vector<uint64_t> order(static_cast<size_t>(info.positions));
  const uint64_t count = strew_prepared_order(prepared, order.size(), order.data());
  const oracle::indexing op = form_of(p);
  if (count != info.positions || static_cast<int64_t>(count) != oracle::product(op.positions))
    return "the number of positions is wrong";
  if (oracle::product(op.slice) == 0) return "";
  const oracle::prepared_info right =
      oracle::inspect(op, policy_of(p), memory.tensor_of(p, indices_operand), p.data.extents);
  if (order != right.order) return "positions are in another order";
  std::string text = numbers_differ(info, right);
  return text.empty() ? lists_differ(prepared, right) : text;
}

// Prepares, binds, and executes the bound plan after everything it was made from is destroyed. What binding needs to
// know is known from inspecting them, or not yet.
std::string check_bound(const test_case& p, arena memory, const expectation& expected, const strew_plan* plan,
                        counted_memory& out) {
  const strew_allocator allocator = out.native();
  const arguments with(p, memory);
  strew_execution execution = with.execution;
  execution.allocator = &allocator;
  strew_prepared* given = nullptr;
  answer got = prepare(p, plan, p.no_indices ? nullptr : with.pointer(indices_operand), execution, &given);
  if (got.status != STREW_STATUS_OK) return difference(p, {got}, memory, expected);
  prepared_handle prepared(given, strew_prepared_destroy);
  const bool is_inspected_first = p.seed % 2 == 0;
  const auto inspect = [&] { return info_differs(p, memory, plan, given, out); };
  if (auto text = is_inspected_first ? inspect() : ""; !text.empty()) return text;
  strew_plan* joined = nullptr;
  got.status = strew_plan_bind(plan, given, &joined, p.null_error ? nullptr : &got.error);
  const plan_handle bound(joined, strew_plan_destroy);
  if (auto text = is_inspected_first ? "" : inspect(); !text.empty()) return text;
  prepared.reset();
  const std::vector<answer> answers =
      got.status == STREW_STATUS_OK ? execute(p, joined, with, nullptr) : std::vector{got};
  return difference(p, answers, memory, expected);
}

}  // namespace

std::string check_prepared(const test_case& p, arena memory, const expectation& expected) {
  strew_plan* made = nullptr;
  const strew_status status = make_plan(p, memory, &made).status;
  if (p.engine.names_a_solver() && status == STREW_STATUS_ATTRIBUTE) return "";
  if (status != STREW_STATUS_OK) return "prepared: the plan is refused when made again";
  const plan_handle plan(made, strew_plan_destroy);
  counted_memory out;
  const std::string text = check_bound(p, std::move(memory), expected, plan.get(), out);
  if (!text.empty()) return "prepared: " + text;
  return out.bytes == 0 ? "" : fmt::format("prepared: {} bytes were not given back", out.bytes);
}

}  // namespace strew::differential
