#include <stdexcept>

#include "conformance/case.hpp"
#include "conformance/case_builder.hpp"

namespace strew::cli::conformance {
namespace {

template <class Value>
Value value_or_defect(const test_case& of, strew::result<Value> outcome) {
  if (!outcome) throw std::logic_error(of.name + ": " + outcome.error().what());
  return *std::move(outcome);
}

}  // namespace

case_list all_cases() {
  case_list cases;
  add_gather_cases(cases);
  add_gather_elements_cases(cases);
  add_gather_nd_cases(cases);
  add_scatter_cases(cases);
  add_scatter_elements_cases(cases);
  add_scatter_nd_cases(cases);
  add_tensor_scatter_cases(cases);
  return cases;
}

tensor output_of(const test_case& of) {
  std::vector<onnx::attribute> attributes;
  for (const onnx_attribute& one : of.attributes) attributes.push_back(one.native());
  std::vector<const_view> inputs;
  for (const tensor& one : of.inputs) inputs.push_back(one.view());
  const onnx::node node{.op_type = of.op_type, .opset = of.opset, .attributes = attributes};
  tensor output{of.inputs.front().type, value_or_defect(of, onnx::try_shape(node, inputs)), {}};
  output.bytes.resize(element_count(output.extents) * width(output.type));
  std::byte nothing{};
  const view to(static_cast<void*>(output.bytes.empty() ? &nothing : output.bytes.data()), output.type, output.extents);
  const strew::result<void> outcome = onnx::try_run(node, inputs, to);
  if (!outcome) throw std::logic_error(of.name + ": " + outcome.error().what());
  return output;
}

}  // namespace strew::cli::conformance
