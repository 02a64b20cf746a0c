// A call in ONNX's words: the attributes and the operands of a node.
#pragma once

#include <string>
#include <vector>

#include "onnx/attribute.hpp"
#include "onnx/node.hpp"
#include "prepare.hpp"
#include "strew/onnx.hpp"

namespace strew::cli {

// Those that are not the default, and what says where: the axis, the form of segments.
std::vector<onnx_attribute> attributes_of(const onnx::detail::version& of, const operator_options& options,
                                          const prepared_call& prepared);

// The operands in the order of the node's inputs; null: left out. There is none at the end that is left out.
std::vector<const strew_tensor*> inputs_of(const onnx::detail::version& of, const operator_call& call);

// The same without elements, for the frontend.
std::vector<const_view> views_of(const std::vector<const strew_tensor*>& inputs);
view view_of_output(const operator_call& call);

// The same as the model declares them.
std::vector<onnx_value> values_of(const onnx::detail::version& of, const operator_call& call);
onnx_value output_value(const onnx::detail::version& of, const operator_call& call);

// Sentences about what ONNX leaves open of such a node.
std::vector<std::string> notes_of(const onnx::detail::version& of, const operator_call& call);

}  // namespace strew::cli
