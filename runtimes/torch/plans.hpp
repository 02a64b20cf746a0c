// The plans of this thread's last calls, by all that determines a plan, so that a small call costs little more than its
// execution.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "strew/strew.h"
#include "torch/tensor.hpp"

namespace strew::torch {

enum class form : std::uint8_t { gather, scatter, in_place, zeros };

struct call {
  form kind = form::gather;
  std::int32_t op = STREW_OPERATOR_GATHER;
  std::int64_t axis = 0;
  std::int64_t batch_dims = 0;
  std::int64_t options = 0;
  layout data;  // zeros: of the result; strides are not used
  layout indices;
  layout updates;              // not in a gather
  const void* fill = nullptr;  // of a gather: one element, or null
};

struct planned {
  struct destroy {
    void operator()(strew_plan* made) const noexcept { strew_plan_destroy(made); }
  };
  std::unique_ptr<strew_plan, destroy> plan;
  std::vector<std::int64_t> sizes, strides;  // of the result, contiguous; empty where there is none
  std::uint64_t bytes = 0;                   // of the result
};

// Valid until this thread's next call.
const planned& plan_of(const call& given);

}  // namespace strew::torch
