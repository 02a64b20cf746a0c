// Plans of any operator, and their indices prepared.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "operators/call.hpp"

namespace strew::support {

using plan_handle = std::unique_ptr<strew_plan, void (*)(strew_plan*)>;
using prepared_handle = std::unique_ptr<strew_prepared, void (*)(strew_prepared*)>;

inline plan_handle plan_of(const arguments& a) {
  const described_operator op = operator_of(a);
  strew_plan* made = nullptr;
  strew_error error = STREW_ERROR_INIT;
  strew_plan_make(&op.value, &a.data, &a.indices, a.given_updates(), &a.output, a.options, &made, &error);
  EXPECT_NE(made, nullptr) << error.message;
  return {made, strew_plan_destroy};
}

inline prepared_handle prepared_of(const plan_handle& plan, const void* indices, strew_error* error = nullptr,
                                   const strew_execution* execution = nullptr) {
  strew_prepared* made = nullptr;
  strew_error unseen = STREW_ERROR_INIT;
  strew_error* to = error == nullptr ? &unseen : error;
  const strew_status status = strew_prepare(plan.get(), indices, execution, &made, to);
  EXPECT_EQ(made != nullptr, status == STREW_STATUS_OK);
  EXPECT_EQ(to->status, status);
  EXPECT_TRUE(error != nullptr || status == STREW_STATUS_OK) << unseen.message;
  return {made, strew_prepared_destroy};
}

inline plan_handle bound_of(const plan_handle& plan, const prepared_handle& prepared, strew_error* error = nullptr) {
  strew_plan* made = nullptr;
  strew_error unseen = STREW_ERROR_INIT;
  strew_error* to = error == nullptr ? &unseen : error;
  const strew_status status = strew_plan_bind(plan.get(), prepared.get(), &made, to);
  EXPECT_EQ(made != nullptr, status == STREW_STATUS_OK);
  EXPECT_TRUE(error != nullptr || status == STREW_STATUS_OK) << unseen.message;
  return {made, strew_plan_destroy};
}

inline strew_prepared_info info_of(const prepared_handle& prepared) {
  strew_prepared_info info = STREW_PREPARED_INFO_INIT;
  EXPECT_EQ(strew_prepared_inspect(prepared.get(), &info, nullptr), STREW_STATUS_OK);
  return info;
}

inline std::vector<uint64_t> order_of(const prepared_handle& prepared) {
  std::vector<uint64_t> order(strew_prepared_order(prepared.get(), 0, nullptr));
  EXPECT_EQ(strew_prepared_order(prepared.get(), order.size(), order.data()), order.size());
  return order;
}

// Data, updates and output of `a`, without indices.
inline strew_error execute(const plan_handle& plan, const arguments& a) {
  strew_error error = STREW_ERROR_INIT;
  error.status = strew_execute(plan.get(), a.data.data, nullptr, is_scatter(a.kind) ? a.updates.data : nullptr,
                               a.output.data, a.execution, &error);
  return error;
}

}  // namespace strew::support
