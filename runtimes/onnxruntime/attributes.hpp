// The attributes of a node, from the two places that the runtime has for them: the node of the graph, when a provider
// says which ones it takes, and later what a kernel is made from. One that the model does not set is none, unless it
// has a default.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "onnxruntime/abi.hpp"

namespace strew::onnxruntime {

class kernel_attributes {
 public:
  kernel_attributes(const abi::host& at, const abi::kernel_info* from) noexcept : at_(at), from_(from) {}

  std::optional<std::int64_t> integer(const std::string& name) const;
  std::optional<std::string> text(const std::string& name) const;

 private:
  const abi::host& at_;
  const abi::kernel_info* from_;
};

class graph_attributes {
 public:
  graph_attributes(const abi::host& at, const abi::node* from) noexcept : at_(at), from_(from) {}

  std::optional<std::int64_t> integer(const std::string& name) const;
  std::optional<std::string> text(const std::string& name) const;

 private:
  const abi::attribute* find(const std::string& name) const noexcept;

  const abi::host& at_;
  const abi::node* from_;
};

}  // namespace strew::onnxruntime
