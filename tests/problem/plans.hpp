// Plans of random calls, their views and executions.
#pragma once

#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <cstdint>
#include <memory>

#include "problem/interpreter.hpp"
#include "problem/random_call.hpp"

namespace strew::testing {

constexpr std::uint32_t other_device = 2;

using plan_handle = std::unique_ptr<strew_plan, void (*)(strew_plan*)>;

inline plan_handle plan_of(random_call& call, strew_error* error = nullptr, std::uint32_t device = STREW_DEVICE_CPU) {
  strew_tensor d = call.data.view(), i = call.indices.view(), u = call.updates.view(), o = call.output.view();
  for (strew_tensor* one : {&d, &i, &u, &o}) one->device = device;
  strew_plan* made = nullptr;
  strew_error unseen = STREW_ERROR_INIT;
  strew_error* to = error == nullptr ? &unseen : error;
  strew_plan_make(&call.op, &d, call.has_indices ? &i : nullptr, call.is_scatter ? &u : nullptr, &o, &call.options,
                  &made, to);
  EXPECT_NE(made, nullptr) << to->message;
  return {made, strew_plan_destroy};
}

// A problem of one step, a write; what it moves is the caller's to add.
inline void begin_write(strew_problem_step& step, strew_problem_view& view) {
  step.kind = STREW_STEP_MOVE;
  step.direction = STREW_WRITE;
  step.table = STREW_OPERAND_OUTPUT;
  step.direct = STREW_OPERAND_UPDATES;
  step.padding = -1;
  view.step_count = 1;
  view.steps = &step;
}

// The same of a sum of i32 by offsets of i64, of one dimension of positions.
inline void begin_segment_sum(strew_problem_step& step, strew_problem_view& view) {
  begin_write(step, view);
  step.width = 4;
  step.dtype = STREW_DTYPE_I32;
  step.reduction = STREW_REDUCTION_ADD;
  step.index_dtype = STREW_DTYPE_I64;
  step.out_of_bounds = STREW_OOB_SKIP;
  step.negative_indices = STREW_NEGATIVE_INVALID;
  step.coordinate_count = 1;
  view.position_rank = view.member_count = 1;
}

inline plan_handle plan_of_problem(const strew_problem_view& view, const char* solver, strew_error* error) {
  strew_plan* made = nullptr;
  strew_plan_from_problem(&view, solver, &made, error);
  return {made, strew_plan_destroy};
}

inline plan_handle plan_of_problem(const strew_problem_view& view, strew_error* error) {
  return plan_of_problem(view, nullptr, error);
}

using prepared_handle = std::unique_ptr<strew_prepared, void (*)(strew_prepared*)>;

// Null if they are bad, which executions find too.
inline prepared_handle prepared_of(const plan_handle& plan, bool of_updates, const strew_operand_places& at) {
  strew_prepared* made = nullptr;
  strew_error error = STREW_ERROR_INIT;
  const strew_status status = of_updates ? strew_prepare_from(plan.get(), at.from, nullptr, &made, &error)
                                         : strew_prepare(plan.get(), at.indices, nullptr, &made, &error);
  EXPECT_EQ(status == STREW_STATUS_OK, made != nullptr) << error.message;
  EXPECT_TRUE(made != nullptr || status == STREW_STATUS_INDEX) << error.message;
  return {made, strew_prepared_destroy};
}

inline strew_status execute(const strew_plan* plan, random_call& call, strew_error* error = nullptr) {
  return strew_execute(plan, call.data.at(), call.has_indices ? call.indices.at() : nullptr,
                       call.is_scatter ? call.updates.at() : nullptr, call.output.at(), nullptr, error);
}

inline strew_problem_view view_of(const plan_handle& plan) {
  strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
  EXPECT_EQ(strew_plan_view(plan.get(), &view, nullptr), STREW_STATUS_OK);
  return view;
}

inline operand_bytes places_of(random_call& call) {
  return {nullptr, call.data.at(), call.indices.at(), call.updates.at(), call.output.at()};
}

}  // namespace strew::testing
