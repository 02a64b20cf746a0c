#include "onnxruntime/node.hpp"

#include <utility>

namespace strew::onnxruntime {

template <class Attributes>
bool node::read_integer(const Attributes& from, std::string_view name) {
  const auto value = from.integer(std::string(name));
  if (value) attributes_.push_back({.name = name, .kind = onnx::attribute_kind::integer, .integer = *value});
  return value.has_value();
}

template <class Attributes>
bool node::read_text(const Attributes& from, std::string_view name) {
  auto value = from.text(std::string(name));
  if (!value) return false;
  texts_.push_back(*std::move(value));
  attributes_.push_back({.name = name, .kind = onnx::attribute_kind::text, .text = texts_.back()});
  return true;
}

template <class Attributes>
result<onnx::detail::settings> node::read(const Attributes& from) {
  for (const onnx::detail::known_attribute& one : onnx::detail::known_attributes) {
    if (!of_.has(one.needs)) continue;
    // An integer for a string, or the other way round, is refused below: the runtime checks none of an operator that it
    // does not know.
    if (one.kind == onnx::attribute_kind::text) {
      if (!read_text(from, one.name)) read_integer(from, one.name);
    } else if (!read_integer(from, one.name)) {
      read_text(from, one.name);
    }
  }
  return onnx::detail::read_attributes(view(), of_);
}

template result<onnx::detail::settings> node::read(const kernel_attributes&);
template result<onnx::detail::settings> node::read(const graph_attributes&);

}  // namespace strew::onnxruntime
