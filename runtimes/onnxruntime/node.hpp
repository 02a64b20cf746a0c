// A node of a graph as the ONNX frontend takes it, with its attributes.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "onnxruntime/attributes.hpp"
#include "strew/onnx/attributes.hpp"
#include "strew/onnx/node.hpp"
#include "strew/onnx/versions.hpp"
#include "strew/result.hpp"

namespace strew::onnxruntime {

class node {
 public:
  explicit node(const onnx::detail::version& of) noexcept : of_(of) {}
  node(const node&) = delete;
  node& operator=(const node&) = delete;
  ~node() = default;

  // Reads the attributes that the version has: kernel_attributes or graph_attributes. Refuses those that break a rule.
  template <class Attributes>
  result<onnx::detail::settings> read(const Attributes& from);

  const onnx::detail::version& of() const noexcept { return of_; }
  onnx::node view() const noexcept { return {of_.op_type, of_.since, attributes_, ""}; }

 private:
  // Whether it has one of this type.
  template <class Attributes>
  bool read_integer(const Attributes& from, std::string_view name);
  template <class Attributes>
  bool read_text(const Attributes& from, std::string_view name);

  const onnx::detail::version& of_;
  std::vector<onnx::attribute> attributes_;
  std::deque<std::string> texts_;  // of attributes that are strings
};

}  // namespace strew::onnxruntime
