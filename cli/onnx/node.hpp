// The node of ONNX that does what a call of an operator does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "diagnostic.hpp"
#include "onnx/attribute.hpp"
#include "operator_spec.hpp"
#include "prepare.hpp"

namespace strew::cli {

// An operand of a node. Without a name it is left out.
struct onnx_value {
  std::string name;
  std::string type;  // ONNX's name: "float", "bfloat16", "int4"
  std::vector<std::int64_t> extents;
};

struct onnx_node {
  std::string call;     // what the graph is called: "scatter_nd"
  std::string op_type;  // "ScatterND"
  std::string domain;   // empty: ONNX's own
  std::int64_t since = 0;
  std::int64_t opset = 0;            // of the domain, which the model imports
  std::optional<std::int64_t> last;  // the last opset in which the operator means this, if it became another one
  std::vector<onnx_attribute> attributes;
  std::vector<onnx_value> inputs;
  onnx_value output;
  std::vector<std::string> notes;  // what ONNX leaves open, and strew does not
};

// The first version of the operator that has the same problem as the call, or the one of `opset`. Refused is what no
// node does, with what of the call is in the way.
outcome find_onnx_node(const operator_spec& spec, const operator_options& options, std::optional<std::int64_t> opset,
                       const prepared_call& prepared, onnx_node& found);

}  // namespace strew::cli
