// The problem of a plan in the structs of strew/problem.h.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "plan/plan.hpp"

namespace strew::engine::api {

struct kept_view;

// Made on first request; destroyed with its plan.
class view_of_plan {
 public:
  view_of_plan() = default;
  ~view_of_plan();
  view_of_plan(const view_of_plan&) = delete;
  view_of_plan& operator=(const view_of_plan&) = delete;

  [[nodiscard]] const kept_view& of(const plan& p) const;

 private:
  mutable std::atomic<const kept_view*> made_ = nullptr;
};

// STREW_ORDER_*. `is_strict`: no two are equal.
std::int32_t order_of(index_order order, bool is_strict);

}  // namespace strew::engine::api
