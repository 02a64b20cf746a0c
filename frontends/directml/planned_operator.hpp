// A DML_OPERATOR_DESC after reading, checking and planning.
#pragma once

#include <cstdint>

#include "directml/settings.hpp"
#include "directml/tensor.hpp"
#include "strew/directml.h"
#include "strew/plan.hpp"

namespace strew::frontends::directml {

// Inputs are in the order of the operator's structure: Input, Indices, Updates.
struct planned_operator {
  std::int32_t type = DML_OPERATOR_INVALID;
  std::uint32_t input_count = 0;
  tensor inputs[3] = {};
  tensor output = {};
  strew::plan plan{nullptr};

  const tensor& data() const { return inputs[0]; }
  const tensor& indices() const { return inputs[1]; }
  bool is_scatter() const { return input_count == 3; }
  // The operand that is traversed in order: updates of a scatter, output of a gather.
  const tensor& direct() const { return is_scatter() ? inputs[2] : output; }
};

// All validation of CreateOperator: first that the description is well formed, then that the feature level supports it.
maybe_failure plan_operator(const settings& with, const DML_OPERATOR_DESC* desc, planned_operator& made);

// How many leading dimensions an operator leaves out: those of data are a scatter's output's too.
struct left_out {
  std::uint32_t data = 0;
  std::uint32_t indices = 0;
  std::uint32_t direct = 0;
};

// The plan of the descriptor, of tensors that were checked.
maybe_failure make_plan(const settings& with, const strew_operator& op, const left_out& dimensions,
                        planned_operator& made);

// The specific part of one operator: `made` has its tensors, the plan is still to be made.
maybe_failure plan_gather(const settings& with, const DML_GATHER_OPERATOR_DESC& desc, planned_operator& made);
maybe_failure plan_elements(const settings& with, std::uint32_t axis, planned_operator& made);

struct nd_counts {
  std::uint32_t input;    // InputDimensionCount
  std::uint32_t indices;  // IndicesDimensionCount
  std::uint32_t batch;    // BatchDimensionCount
};
maybe_failure plan_nd(const settings& with, const nd_counts& counts, planned_operator& made);

}  // namespace strew::frontends::directml
