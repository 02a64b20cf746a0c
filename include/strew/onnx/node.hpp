// A node of an ONNX graph, as the frontend takes it. It borrows everything.
#ifndef STREW_ONNX_NODE_HPP
#define STREW_ONNX_NODE_HPP

#include <cstdint>
#include <span>
#include <string_view>

#include "strew/config.hpp"

namespace STREW_NAMESPACE::onnx {

// What an attribute holds: of ONNX's kinds those that these operators have, and all others.
enum class attribute_kind {
  integer,   // INT
  text,      // STRING
  integers,  // INTS
  other
};

// An attribute of a node: {"axis", attribute_kind::integer, 1}. Only the member of its kind is read.
struct attribute {
  std::string_view name;
  attribute_kind kind;
  std::int64_t integer = 0;
  std::string_view text = {};
  std::span<const std::int64_t> integers = {};
};

// A node: {.op_type = "ScatterND", .opset = 18, .attributes = attributes}.
struct node {
  std::string_view op_type;
  std::int64_t opset = 0;  // the version of the node's domain that the model imports
  std::span<const attribute> attributes = {};
  std::string_view domain = "";  // "" or "ai.onnx"; "ai.strew" of strew's own; "com.microsoft" of ONNX Runtime's
  // Of GatherBlockQuantized, whose codes are views of bytes: those of uint8_t are ONNX's uint4, two in each, not uint8.
  bool has_uint4 = false;
};

}  // namespace STREW_NAMESPACE::onnx

#endif
