// An attribute of a node of ONNX, with memory of its own.
#pragma once

#include <cstdint>
#include <string>

#include "strew/onnx/node.hpp"

namespace strew::cli {

// An integer, or a text if there is one.
struct onnx_attribute {
  std::string name;
  std::int64_t integer = 0;
  std::string text = {};

  [[nodiscard]] onnx::attribute native() const {
    return {name, text.empty() ? onnx::attribute_kind::integer : onnx::attribute_kind::text, integer, text};
  }
};

}  // namespace strew::cli
