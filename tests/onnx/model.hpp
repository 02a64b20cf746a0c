// Nodes and tensors of ONNX for tests.
#pragma once

#include <cstdint>
#include <functional>
#include <numeric>
#include <ostream>
#include <string_view>
#include <vector>

#include "strew/onnx.hpp"

namespace strew::testing {

using extents = std::vector<std::int64_t>;
using inputs = std::vector<const_view>;
using onnx::attribute;
using onnx::attribute_kind;

inline attribute number(std::string_view name, std::int64_t value) {
  return {.name = name, .kind = attribute_kind::integer, .integer = value};
}

inline attribute word(std::string_view name, std::string_view text) {
  return {.name = name, .kind = attribute_kind::text, .text = text};
}

// A node that owns its attributes.
struct model {
  std::string_view op_type;
  std::int64_t opset;
  std::vector<attribute> attributes = {};
  std::string_view domain = "";

  [[nodiscard]] onnx::node node() const {
    return {.op_type = op_type, .opset = opset, .attributes = attributes, .domain = domain};
  }
};

template <class T>
struct tensor {
  testing::extents extents;
  std::vector<T> values;

  // Borrows: of a temporary, until the end of the expression.
  operator const_view() const { return {values, extents}; }
  bool operator==(const tensor&) const = default;
};

template <class T>
std::ostream& operator<<(std::ostream& to, const tensor<T>& shown) {
  const char* before = "";
  for (const std::int64_t extent : shown.extents) to << before << extent, before = "x";
  before = ": ";
  for (const T value : shown.values) to << before << +value, before = " ";
  return to;
}

template <class T>
tensor<T> blank(const extents& of, T value) {
  const auto count = std::accumulate(of.begin(), of.end(), std::int64_t{1}, std::multiplies<>());
  return {of, std::vector<T>(static_cast<std::size_t>(count), value)};
}

// The output of a node, with the extents that the frontend states.
template <class T>
tensor<T> output_of(const model& from, const inputs& given) {
  tensor<T> made = blank(onnx::shape(from.node(), given), T{99});
  onnx::run(from.node(), given, {made.values, made.extents});
  return made;
}

using floats = tensor<float>;
using integers = tensor<std::int32_t>;
using indices = tensor<std::int64_t>;
using narrow_indices = tensor<std::int32_t>;

}  // namespace strew::testing
