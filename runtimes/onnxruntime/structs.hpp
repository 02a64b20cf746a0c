// The structs that a provider gives to ONNX Runtime: OrtKernelImpl, OrtEp and OrtEpFactory of onnxruntime_ep_c_api.h.
// Members that stay null here are declared as such words.
#pragma once

#include <cstddef>
#include <cstdint>

#include "onnxruntime/abi.hpp"

namespace strew::onnxruntime::abi {

using word = const void*;

// OrtKernelImpl: what computes one node.
struct kernel {
  std::uint32_t version = abi::version;
  std::uint32_t flags = 0;
  status* (*compute)(kernel*, kernel_context*) noexcept = nullptr;
  void (*release)(kernel*) noexcept = nullptr;
  word pre_pack_weight = nullptr, set_shared_pre_packed_weight = nullptr;
};

// OrtEp: the provider of one session.
struct provider {
  std::uint32_t version = abi::version;
  const char* (*get_name)(const provider*) noexcept = nullptr;
  status* (*get_capability)(provider*, const graph*, graph_support*) noexcept = nullptr;
  word compile = nullptr, release_compute_infos = nullptr;  // only for providers that compile parts of a graph
  word get_preferred_layout = nullptr, should_convert_layout = nullptr, set_dynamic_options = nullptr;
  word on_run_start = nullptr, on_run_end = nullptr;
  word create_allocator = nullptr, create_sync_stream = nullptr;  // the factory's are called instead
  word get_compatibility = nullptr;
  status* (*get_registry)(provider*, const kernel_registry**) noexcept = nullptr;
  status* (*is_concurrent_run_supported)(provider*, bool*) noexcept = nullptr;
};

// OrtEpFactory: makes the provider of each session.
struct factory {
  std::uint32_t version = abi::version;
  const char* (*get_name)(const factory*) noexcept = nullptr;
  const char* (*get_vendor)(const factory*) noexcept = nullptr;
  status* (*get_devices)(factory*, const hardware_device* const*, std::size_t, device**, std::size_t,
                         std::size_t*) noexcept = nullptr;
  status* (*create_provider)(factory*, const hardware_device* const*, const pairs* const*, std::size_t,
                             const session_options*, const logger*, provider**) noexcept = nullptr;
  void (*release_provider)(factory*, provider*) noexcept = nullptr;
  std::uint32_t (*get_vendor_id)(const factory*) noexcept = nullptr;
  const char* (*get_version)(const factory*) noexcept = nullptr;
  status* (*validate_compiled)(factory*, const hardware_device* const*, std::size_t, const char*,
                               std::int32_t*) noexcept = nullptr;
  status* (*create_allocator)(factory*, const memory_info*, const pairs*, allocator**) noexcept = nullptr;
  void (*release_allocator)(factory*, allocator*) noexcept = nullptr;
  status* (*create_data_transfer)(factory*, data_transfer**) noexcept = nullptr;
  bool (*is_stream_aware)(const factory*) noexcept = nullptr;
  status* (*create_sync_stream)(factory*, const memory_device*, const pairs*, sync_stream**) noexcept = nullptr;
  status* (*get_incompatibility)(factory*, const hardware_device*, incompatibility*) noexcept = nullptr;
  status* (*create_resource_importer)(factory*, const device*, resource_importer**) noexcept = nullptr;
  status* (*count_custom_domains)(factory*, std::size_t*) noexcept = nullptr;
  status* (*get_custom_domains)(factory*, custom_domain**, std::size_t) noexcept = nullptr;
};

// OrtCustomOp of onnxruntime_c_api.h: an operator with its schema and its kernel.
struct custom_operator {
  std::uint32_t version = abi::version;
  word create_kernel = nullptr;  // create is called instead, as compute is
  const char* (*get_name)(const custom_operator*) noexcept = nullptr;
  const char* (*get_provider)(const custom_operator*) noexcept = nullptr;
  element_type (*get_input_type)(const custom_operator*, std::size_t) noexcept = nullptr;
  std::size_t (*count_inputs)(const custom_operator*) noexcept = nullptr;
  element_type (*get_output_type)(const custom_operator*, std::size_t) noexcept = nullptr;
  std::size_t (*count_outputs)(const custom_operator*) noexcept = nullptr;
  word compute_kernel = nullptr;
  void (*destroy)(kernel*) noexcept = nullptr;
  std::int32_t (*get_input_kind)(const custom_operator*, std::size_t) noexcept = nullptr;
  std::int32_t (*get_output_kind)(const custom_operator*, std::size_t) noexcept = nullptr;
  std::int32_t (*get_input_memory)(const custom_operator*, std::size_t) noexcept = nullptr;
  word get_variadic_input_arity = nullptr, get_variadic_input_homogeneity = nullptr;
  word get_variadic_output_arity = nullptr, get_variadic_output_homogeneity = nullptr;
  status* (*create)(const custom_operator*, const entry* general, const kernel_info*, kernel**) noexcept = nullptr;
  status* (*compute)(kernel*, kernel_context*) noexcept = nullptr;
  word infer_output_shape = nullptr;
  int (*get_first_version)(const custom_operator*) noexcept = nullptr;
  int (*get_last_version)(const custom_operator*) noexcept = nullptr;
  // How many inputs may have the memory of an output, and which.
  std::size_t (*get_may_in_place)(int** inputs, int** outputs) noexcept = nullptr;
  void (*release_may_in_place)(int* inputs, int* outputs) noexcept = nullptr;
  word get_aliases = nullptr, release_aliases = nullptr;
};

// Each member is where the runtime looks for it.
static_assert(offsetof(kernel, compute) == 8 && offsetof(kernel, release) == 16);
static_assert(offsetof(provider, get_registry) == 13 * sizeof(word) && sizeof(provider) == 15 * sizeof(word));
static_assert(offsetof(custom_operator, create) == 17 * sizeof(word) && sizeof(custom_operator) == 26 * sizeof(word));
static_assert(offsetof(factory, create_data_transfer) == 11 * sizeof(word) && sizeof(factory) == 18 * sizeof(word));

}  // namespace strew::onnxruntime::abi
