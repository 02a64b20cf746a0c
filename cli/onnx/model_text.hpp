// A node as the one of a model: in ONNX's textual syntax, and as fields of --json.
#pragma once

#include <string>

#include "json.hpp"
#include "onnx/node.hpp"

namespace strew::cli {

// As onnx.printer prints it and onnx.parser reads it, behind comments that say what it is.
std::string model_text(const onnx_node& node);

json_object node_json(const onnx_node& node);

}  // namespace strew::cli
