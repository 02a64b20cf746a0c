// A call as a node of ONNX, by ONNX's own table of versions.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "strew/onnx.hpp"
#include "support/frontend_call.hpp"

namespace strew::support {

struct onnx_vocabulary {
  std::string_view op_type;
  int64_t opset = 0;
  std::vector<onnx::attribute> attributes;
  std::string_view domain;
  std::vector<const_view> inputs;
  std::string_view rule;  // of the frontend that the node breaks; empty if none

  [[nodiscard]] onnx::node node() const { return {op_type, opset, attributes, domain}; }
};

// The view that a tensor describes.
template <class View>
View onnx_view(const strew_tensor& t) {
  const auto type = static_cast<dtype>(t.dtype);
  const std::vector<int64_t> extents(t.extents, t.extents + t.rank);
  if (t.strides == nullptr) return View(t.data, type, extents, t.element_bytes);
  return View(t.data, type, extents, std::vector<int64_t>(t.strides, t.strides + t.rank), t.element_bytes);
}

// Nothing where ONNX has no words for the operator, its options or its reduction.
std::optional<onnx_vocabulary> say_in_onnx(const frontend_call& call);

}  // namespace strew::support
