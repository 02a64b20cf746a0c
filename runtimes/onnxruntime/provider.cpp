#include "onnxruntime/provider.hpp"

#include <cstddef>

#include "onnxruntime/failure.hpp"
#include "onnxruntime/registry.hpp"

namespace strew::onnxruntime {

provider::provider(const abi::host& at) noexcept : at_(at) {
  get_name = [](const abi::provider*) noexcept { return provider_name; };
  get_capability = [](abi::provider* self, const abi::graph* of, abi::graph_support* support) noexcept {
    const auto& own = *static_cast<onnxruntime::provider*>(self);
    return guarded(own.at_, [&] { return own.take_nodes(of, support); });
  };
  get_registry = [](abi::provider* self, const abi::kernel_registry** found) noexcept {
    auto& own = *static_cast<onnxruntime::provider*>(self);
    return guarded(own.at_, [&] { return own.find_registry(found); });
  };
  is_concurrent_run_supported = [](abi::provider*, bool* is_supported) noexcept -> abi::status* {
    *is_supported = true;
    return nullptr;
  };
}

provider::~provider() {
  if (registry_ != nullptr) abi::release_registry(at_, registry_);
}

// Each node that the registry has a kernel for.
abi::status* provider::take_nodes(const abi::graph* of, abi::graph_support* support) const {
  std::size_t count = 0;
  STREW_TRY(abi::count_nodes(at_, of, &count));
  std::vector<const abi::node*> nodes(count);
  STREW_TRY(abi::get_nodes(at_, of, nodes.data(), count));
  for (const abi::node* one : nodes) {
    const abi::kernel_definition* found = nullptr;
    STREW_TRY(abi::find_kernel(at_, support, one, &found));
    if (found != nullptr) STREW_TRY(abi::add_node(at_, support, one));
  }
  return nullptr;
}

abi::status* provider::find_registry(const abi::kernel_registry** found) {
  if (registry_ == nullptr) STREW_TRY(make_registry(at_, provider_name, classes_, &registry_));
  *found = registry_;
  return nullptr;
}

}  // namespace strew::onnxruntime
