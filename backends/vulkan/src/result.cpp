// What became of a call: the record that its commands have left, as an error of the engine.
#include <cstring>

#include "src/plan.hpp"

namespace strew::vulkan {
namespace {

maybe_failure bad_index_of(const plan_state& plan, const call_record& record) {
  const points& move = plan.work.tables[plan.work.dispatches.front().tables];
  const table_side& side = move.problem.sides[record.side];
  strew_problem_bad_index found = STREW_PROBLEM_BAD_INDEX_INIT;
  found.operand = record.side == from_side ? STREW_OPERAND_FROM : STREW_OPERAND_INDICES;
  found.position = record.first[record.side];
  found.bad_count = record.count[record.side];
  found.tuple_depth = side.has_offsets != 0 ? 2 : side.member_count;
  found.tuple = record.tuple;
  return by_engine([&](strew_error* error) { return strew_plan_index_error(plan.source, &found, error); });
}

maybe_failure repeat_of(const plan_state& plan, const call_record& record) {
  const points& move = plan.work.tables[plan.work.dispatches.front().tables];
  strew_problem_duplicate found = STREW_PROBLEM_DUPLICATE_INIT;
  found.position = record.again;
  found.other_position = record.other;
  found.tuple_depth = move.problem.sides[table_side_of].member_count;
  found.tuple = record.tuple;
  found.other_tuple = record.other_tuple;
  return by_engine([&](strew_error* error) { return strew_plan_duplicate_error(plan.source, &found, error); });
}

maybe_failure result_of(const plan_state& plan, const void* bytes) {
  call_record record;
  std::memcpy(&record, bytes, sizeof record);
  switch (static_cast<failed>(record.failed)) {
    case failed::no:
      return std::nullopt;
    case failed::bad_index:
      if (record.side < side_count) return bad_index_of(plan, record);
      break;
    case failed::repeat:
      return repeat_of(plan, record);
  }
  return fail(STREW_STATUS_POINTER, 0, "PT6", "the record is not that of commands that have completed");
}

}  // namespace
}  // namespace strew::vulkan

strew_status strew_vulkan_result(const strew_vulkan_plan* plan, const void* record, strew_error* error) {
  using namespace strew::vulkan;  // NOLINT(google-build-using-namespace): the C side of this namespace
  return guarded(error, [&]() -> maybe_failure {
    if (plan == nullptr || record == nullptr)
      return fail(STREW_STATUS_POINTER, 0, "PT1", "the plan or the record is null");
    return result_of(*plan, record);
  });
}
