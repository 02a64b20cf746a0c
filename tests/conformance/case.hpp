// One case: what it says, and what the library makes of it.
#pragma once

#include <optional>
#include <string>

#include "conformance/attributes.hpp"
#include "conformance/tensor.hpp"

namespace strew::conformance {

struct test_case {
  operator_kind op = operator_kind::gather;
  std::string dialect;  // the system that the case comes from
  attributes attrs;
  tensor data;
  std::optional<tensor> indices;  // a tensor_scatter may have none
  std::optional<tensor> updates;
  std::optional<tensor> expected;  // none: the case must be refused
  tolerance allowed;
  std::vector<unsigned char> fill;  // of a gather that fills

  bool is_scatter() const { return cases::is_scatter(op); }
  bool is_elements() const { return op == operator_kind::gather_elements || op == operator_kind::scatter_elements; }
};

// Throws std::invalid_argument or a json::exception for a line that is not a case.
test_case read_case(const json& line);

// Why the system that the case comes from refuses it, where strew would not; empty if it does not.
std::string refusal_of_its_system(const test_case& c);

// The extents that the direct operand must have; none if the call is wrong anyway.
std::optional<shape> direct_extents(const test_case& c);

// One call. `data` stands for the case's own, so that it can be the output.
strew_status call(const test_case& c, const strew_tensor& data, const strew_tensor& output, strew_error& error);

strew_options options_of(const test_case& c);

// The frontend that the system of the case has here: "DirectML", "BNNS" or null.
const char* frontend_of(const test_case& c);

// The same call through that frontend. Throws std::runtime_error if the frontend does not keep its own terms, and where
// it cannot express a case that it should know.
strew_status call_through_frontend(const test_case& c, const strew_tensor& data, const strew_tensor& output,
                                   strew_error& error);

// Empty, or the reason why the case fails: through the C ABI, and through the frontend of its system if it has one.
std::string check(test_case c);

}  // namespace strew::conformance
