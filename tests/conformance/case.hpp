// One case: what it says, and what the library makes of it.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/attributes.hpp"
#include "conformance/tensor.hpp"
#include "support/frontend_call.hpp"

namespace strew::conformance {

struct test_case {
  operator_kind op = operator_kind::gather;
  std::string dialect;  // the system that the case comes from
  int64_t opset = 28;   // of ONNX
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

// Another public API of the library that cases go through.
struct platform_frontend {
  const char* name;
  bool is_for_all;                     // cases of other systems go through it too, where it can express them
  bool (*is_own)(const test_case& c);  // it must be able to express this case
  bool (*has)(operator_kind op);
  // Empty where the frontend cannot express the call.
  std::optional<support::frontend_answer> (*call)(const test_case& c, bool is_own, const strew_tensor& data,
                                                  const strew_tensor& output);
};
const std::vector<platform_frontend>& all_frontends();

// JAX's gather along an axis is a gather of windows.
std::optional<support::frontend_answer> call_stablehlo(const test_case& c, bool is_own, const strew_tensor& data,
                                                       const strew_tensor& output);

// The same call through a frontend; none where it cannot express it. Throws std::runtime_error if the frontend does not
// keep its own terms, and where it cannot express a case of its own system that it should know.
std::optional<strew_status> call_through_frontend(const platform_frontend& through, const test_case& c,
                                                  const strew_tensor& data, const strew_tensor& output,
                                                  strew_error& error);

// Empty, or the reason why the case fails: through the C ABI, and through each frontend that it concerns, which are
// added to `through`.
std::string check(test_case c, std::set<std::string>& through);

}  // namespace strew::conformance
