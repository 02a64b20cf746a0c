#include "onnxruntime/provider.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "onnxruntime/element_types.hpp"
#include "onnxruntime/failure.hpp"
#include "onnxruntime/node.hpp"
#include "onnxruntime/registry.hpp"
#include "onnxruntime/versions.hpp"
#include "strew/onnx/gather_block_quantized.hpp"
#include "strew/view.hpp"

namespace strew::onnxruntime {
namespace {

// What a model says of a value before it runs; no extents: nothing, or a scalar.
struct declared {
  abi::element_type type = 0;
  std::vector<std::int64_t> extents;
};

abi::status* read_declared(const abi::host& at, const abi::value_info* from, declared& to) {
  const abi::type_info* type = nullptr;
  const abi::tensor_info* tensor = nullptr;
  std::size_t rank = 0;
  STREW_TRY(abi::get_type_info(at, from, &type));
  STREW_TRY(abi::get_tensor_info(at, type, &tensor));
  if (tensor == nullptr) return nullptr;
  STREW_TRY(abi::get_element_type(at, tensor, &to.type));
  STREW_TRY(abi::get_rank(at, tensor, &rank));
  to.extents.resize(rank);
  return abi::get_extents(at, tensor, to.extents.data(), rank);
}

bool has_whole_bytes(const std::vector<std::int64_t>& extents) {
  return extents.back() >= 0 && onnx::try_byte_extents(extents);
}

}  // namespace

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

// Whether a kernel can be made for a node of an operator that is known. One whose attributes have values that the
// version does not have stays with the runtime's own provider, and one with a negative batch_dims, which breaks a rule
// at each run: there it has the outcome that it has without strew.
abi::status* provider::decide(const abi::node* about, bool& is_taken) const {
  const char* op_type = nullptr;
  int since = 0;
  STREW_TRY(abi::get_operator(at_, about, &op_type));
  STREW_TRY(abi::get_since_version(at_, about, &since));
  const onnx::detail::version* const of = find_version(op_type, since);
  if (of == nullptr) return nullptr;
  node one(*of);
  const auto with = one.read(graph_attributes(at_, about));
  is_taken = with && with->batch_dims >= 0;
  return is_taken && of->is_codes() ? decide_codes(about, *of, *with, is_taken) : nullptr;
}

// Blocks along any dimension, and rows that begin inside a byte, stay with the runtime's own provider; so do codes of
// which the model does not tell the extents.
abi::status* provider::decide_codes(const abi::node* about, const onnx::detail::version& of,
                                    const onnx::detail::settings& with, bool& is_taken) const {
  std::size_t count = 0;
  STREW_TRY(abi::count_inputs(at_, about, &count));
  std::vector<const abi::value_info*> inputs(count);
  STREW_TRY(abi::get_inputs(at_, about, inputs.data(), count));
  for (const std::size_t number : {std::size_t{0}, std::size_t{3}}) {
    if (number >= count || inputs[number] == nullptr) continue;
    declared codes;
    STREW_TRY(read_declared(at_, inputs[number], codes));
    const bool is_small = codes.type != uint8_type;
    is_taken = is_taken && !codes.extents.empty() && (!is_small || has_whole_bytes(codes.extents));
    if (number > 0 || !is_taken) continue;
    const const_view data(static_cast<const void*>(nullptr), dtype::u8, codes.extents);
    is_taken =
        onnx::detail::check_numbers(of, with) && onnx::detail::check_axes(of, with, data, is_small ? "uint4" : "uint8");
  }
  return nullptr;
}

// Each node that the registry has a kernel for, and whose attributes are taken.
abi::status* provider::take_nodes(const abi::graph* of, abi::graph_support* support) const {
  std::size_t count = 0;
  STREW_TRY(abi::count_nodes(at_, of, &count));
  std::vector<const abi::node*> nodes(count);
  STREW_TRY(abi::get_nodes(at_, of, nodes.data(), count));
  for (const abi::node* one : nodes) {
    const abi::kernel_definition* found = nullptr;
    STREW_TRY(abi::find_kernel(at_, support, one, &found));
    bool is_taken = false;
    if (found != nullptr) STREW_TRY(decide(one, is_taken));
    if (is_taken) STREW_TRY(abi::add_node(at_, support, one));
  }
  return nullptr;
}

abi::status* provider::find_registry(const abi::kernel_registry** found) {
  if (registry_ == nullptr) STREW_TRY(make_registry(at_, provider_name, classes_, &registry_));
  *found = registry_;
  return nullptr;
}

}  // namespace strew::onnxruntime
