// A test case that strew writes: one node and its inputs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/tensor.hpp"
#include "onnx/attribute.hpp"
#include "strew/onnx.hpp"

namespace strew::cli::conformance {

struct test_case {
  std::string name;     // "gather_elements_13_f32_negative_indices"
  std::string op_type;  // "GatherElements"
  std::int64_t opset = 0;
  std::vector<onnx_attribute> attributes;
  std::vector<tensor> inputs;
};

using case_list = std::vector<test_case>;

// All of them, by operator.
case_list all_cases();

// What strew's engine computes. Throws if it refuses the case: that is a defect.
tensor output_of(const test_case& of);

}  // namespace strew::cli::conformance
