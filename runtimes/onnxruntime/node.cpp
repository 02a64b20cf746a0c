#include "onnxruntime/node.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

#include "onnxruntime/failure.hpp"
#include "strew/onnx/attributes.hpp"

namespace strew::onnxruntime {
namespace {

// The runtime has a failure for an attribute that the model does not set.
bool is_set(const abi::host& at, abi::status* outcome) noexcept {
  if (outcome != nullptr) abi::release_status(at, outcome);
  return outcome == nullptr;
}

std::optional<std::int64_t> read_integer(const abi::host& at, const abi::kernel_info* info, const std::string& name) {
  std::int64_t value = 0;
  if (!is_set(at, abi::get_integer(at, info, name.c_str(), &value))) return {};
  return value;
}

std::optional<std::string> read_text(const abi::host& at, const abi::kernel_info* info, const std::string& name) {
  std::size_t size = 0;
  if (!is_set(at, abi::get_text(at, info, name.c_str(), nullptr, &size))) return {};
  std::string value(size, '\0');
  if (!is_set(at, abi::get_text(at, info, name.c_str(), value.data(), &size))) return {};
  value.resize(value.find('\0') < value.size() ? value.find('\0') : value.size());
  return value;
}

}  // namespace

abi::status* node::read(const abi::host& at, const abi::kernel_info* info) {
  for (const onnx::detail::known_attribute& one : onnx::detail::known_attributes) {
    if (!of_.has(one.needs)) continue;
    const std::string name(one.name);
    if (one.kind == onnx::attribute_kind::integer) {
      if (const auto value = read_integer(at, info, name))
        attributes_.push_back({.name = one.name, .kind = one.kind, .integer = *value});
    } else if (auto value = read_text(at, info, name)) {
      text_ = *std::move(value);
      attributes_.push_back({.name = one.name, .kind = one.kind, .text = text_});
    }
  }
  const auto outcome = onnx::detail::read_attributes(view(), of_);
  return outcome ? nullptr : failed(at, outcome.error());
}

}  // namespace strew::onnxruntime
