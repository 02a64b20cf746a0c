#include "onnxruntime/attributes.hpp"

#include <cstddef>
#include <utility>

namespace strew::onnxruntime {
namespace {

// The runtime has a failure for an attribute that the model does not set.
bool is_read(const abi::host& at, abi::status* outcome) noexcept {
  if (outcome != nullptr) abi::release_status(at, outcome);
  return outcome == nullptr;
}

// Without the terminating 0.
std::string ended(std::string text) {
  const std::size_t end = text.find('\0');
  if (end < text.size()) text.resize(end);
  return text;
}

}  // namespace

std::optional<std::int64_t> kernel_attributes::integer(const std::string& name) const {
  std::int64_t value = 0;
  if (!is_read(at_, abi::get_integer(at_, from_, name.c_str(), &value))) return {};
  return value;
}

std::optional<std::string> kernel_attributes::text(const std::string& name) const {
  std::size_t size = 0;
  if (!is_read(at_, abi::get_text(at_, from_, name.c_str(), nullptr, &size))) return {};
  std::string value(size, '\0');
  if (!is_read(at_, abi::get_text(at_, from_, name.c_str(), value.data(), &size))) return {};
  return ended(std::move(value));
}

const abi::attribute* graph_attributes::find(const std::string& name) const noexcept {
  const abi::attribute* found = nullptr;
  return is_read(at_, abi::find_attribute(at_, from_, name.c_str(), &found)) ? found : nullptr;
}

std::optional<std::int64_t> graph_attributes::integer(const std::string& name) const {
  const abi::attribute* const found = find(name);
  std::int64_t value = 0;
  std::size_t size = sizeof value;
  if (found == nullptr) return {};
  if (!is_read(at_, abi::read_attribute(at_, found, abi::integer_attribute, &value, size, &size))) return {};
  return value;
}

std::optional<std::string> graph_attributes::text(const std::string& name) const {
  const abi::attribute* const found = find(name);
  if (found == nullptr) return {};
  std::size_t size = 0;
  std::string value(1, '\0');  // too small is a failure, which says the size
  if (!is_read(at_, abi::read_attribute(at_, found, abi::text_attribute, value.data(), value.size(), &size))) {
    value.resize(size);
    if (!is_read(at_, abi::read_attribute(at_, found, abi::text_attribute, value.data(), size, &size))) return {};
  }
  return ended(std::move(value));
}

}  // namespace strew::onnxruntime
