#include "onnxruntime/node.hpp"

#include <utility>

namespace strew::onnxruntime {

template <class Attributes>
result<onnx::detail::settings> node::read(const Attributes& from) {
  for (const onnx::detail::known_attribute& one : onnx::detail::known_attributes) {
    if (!of_.has(one.needs)) continue;
    const std::string name(one.name);
    if (one.kind == onnx::attribute_kind::integer) {
      if (const auto value = from.integer(name))
        attributes_.push_back({.name = one.name, .kind = one.kind, .integer = *value});
    } else if (auto value = from.text(name)) {
      texts_.push_back(*std::move(value));
      attributes_.push_back({.name = one.name, .kind = one.kind, .text = texts_.back()});
    }
  }
  return onnx::detail::read_attributes(view(), of_);
}

template result<onnx::detail::settings> node::read(const kernel_attributes&);
template result<onnx::detail::settings> node::read(const graph_attributes&);

}  // namespace strew::onnxruntime
