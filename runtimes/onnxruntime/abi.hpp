// What of ONNX Runtime's C ABI the provider uses, declared here so that no header of it is needed.
//
// The functions of the runtime are in two tables, arrays of pointers: OrtApi (onnxruntime_c_api.h) and OrtEpApi
// (onnxruntime_ep_c_api.h). Both only grow at their end, so a function is known by its place; `function` gives a place
// its signature. Structs that a provider fills in (structs.hpp) grow in the same way, by the version written in each.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strew::onnxruntime::abi {

// The version of the API that has registries of kernels for providers outside the runtime: that of 1.24.
inline constexpr std::uint32_t version = 24;

// Objects of the runtime, known by their address only: OrtStatus and so on.
struct status;
struct value;
struct kernel_context;
struct kernel_info;
struct graph;
struct node;
struct attribute;
struct graph_support;
struct hardware_device;
struct device;
struct pairs;
struct value_info;
struct type_info;
struct tensor_info;
struct session_options;
struct logger;
struct memory_info;
struct memory_device;
struct allocator;
struct data_transfer;
struct sync_stream;
struct compute_info;
struct resource_importer;
struct incompatibility;
struct custom_domain;
struct custom_operator;
struct kernel_registry;
struct kernel_definition;
struct kernel_builder;
struct data_type;
struct kernel;
struct provider;
struct factory;

// OrtErrorCode.
enum error_code : std::int32_t { code_fail = 1, code_invalid_argument = 2 };

// ONNXTensorElementDataType: the numbers of ONNX's TensorProto.DataType.
using element_type = std::int32_t;

// OrtOpAttrType.
enum attribute_type : std::int32_t { integer_attribute = 1, text_attribute = 5 };

// OrtHardwareDeviceType.
inline constexpr std::int32_t cpu_device = 0;

using entry = void (*)();

// OrtApiBase.
struct base {
  const entry* (*get_api)(std::uint32_t version);
  const char* (*get_version)();
};

// The tables of one runtime. A process may have several.
struct host {
  const entry* general;    // OrtApi
  const entry* providers;  // OrtEpApi
};

template <const entry* host::*Table, std::size_t Place, class Signature>
struct function;

template <const entry* host::*Table, std::size_t Place, class Result, class... Arguments>
struct function<Table, Place, Result(Arguments...)> {
  Result operator()(const host& at, Arguments... arguments) const {
    return reinterpret_cast<Result (*)(Arguments...)>((at.*Table)[Place])(arguments...);
  }
};

template <std::size_t Place, class Signature>
using general = function<&host::general, Place, Signature>;
template <std::size_t Place, class Signature>
using of_providers = function<&host::providers, Place, Signature>;

// OrtApi. Functions that return a status return null for success.
inline constexpr general<0, status*(error_code, const char*)> create_status;
inline constexpr general<26, status*(const char*, custom_domain**)> create_domain;
// The operator is not copied.
inline constexpr general<27, status*(custom_domain*, const custom_operator*)> add_operator;
inline constexpr general<28, status*(session_options*, custom_domain*)> add_domain;
inline constexpr general<51, status*(value*, void**)> get_mutable_data;
// Null for what is no tensor.
inline constexpr general<55, status*(const type_info*, const tensor_info**)> get_tensor_info;
inline constexpr general<60, status*(const tensor_info*, element_type*)> get_element_type;
inline constexpr general<61, status*(const tensor_info*, std::size_t*)> get_rank;
// An extent that is not known is below 0.
inline constexpr general<62, status*(const tensor_info*, std::int64_t*, std::size_t)> get_extents;
inline constexpr general<86, status*(const kernel_info*, const char*, std::int64_t*)> get_integer;
// With a null buffer only the size, the terminating 0 included.
inline constexpr general<87, status*(const kernel_info*, const char*, char*, std::size_t*)> get_text;
inline constexpr general<90, status*(const kernel_context*, std::size_t, const value**)> get_input;
inline constexpr general<91, status*(kernel_context*, std::size_t, const std::int64_t*, std::size_t, value**)>
    get_output;
inline constexpr general<93, void(status*)> release_status;
inline constexpr general<101, void(custom_domain*)> release_domain;
inline constexpr general<230, status*(const kernel_info*, std::size_t*)> get_input_count;
// The value of an attribute, and its size in bytes, with the terminating 0 of a text. Too little room is a failure.
inline constexpr general<272, status*(const attribute*, attribute_type, void*, std::size_t, std::size_t*)>
    read_attribute;
// fn(argument, i) for each i < total, on the threads of the session; batches 0: each thread takes one i at a time.
inline constexpr general<274,
                         status*(const kernel_context*, void (*)(void*, std::size_t), std::size_t, std::size_t, void*)>
    parallel_for;
inline constexpr general<290, status*(const value_info*, const type_info**)> get_type_info;
inline constexpr general<307, std::int32_t(const hardware_device*)> get_device_type;
inline constexpr general<317, const entry*()> get_provider_api;
inline constexpr general<344, status*(const graph*, std::size_t*)> count_nodes;
inline constexpr general<345, status*(const graph*, const node**, std::size_t)> get_nodes;
inline constexpr general<350, status*(const node*, const char**)> get_operator;
inline constexpr general<352, status*(const node*, int*)> get_since_version;
inline constexpr general<353, status*(const node*, std::size_t*)> count_inputs;
// Null for those that are left out.
inline constexpr general<354, status*(const node*, const value_info**, std::size_t)> get_inputs;
// Null, or a failure, for one that the node does not have.
inline constexpr general<361, status*(const node*, const char*, const attribute**)> find_attribute;
inline constexpr general<378, status*(const value*, const void**)> get_data;
// The extents remain the value's.
inline constexpr general<414, status*(const value*, element_type*, const std::int64_t**, std::size_t*)> get_layout;

// OrtEpApi.
inline constexpr of_providers<0, status*(factory*, const hardware_device*, const pairs*, const pairs*, device**)>
    create_device;
inline constexpr of_providers<3, status*(graph_support*, const node*)> add_node;
inline constexpr of_providers<18, status*(kernel_registry**)> create_registry;
inline constexpr of_providers<19, void(kernel_registry*)> release_registry;
inline constexpr of_providers<20, status*(kernel_registry*, const kernel_definition*,
                                          status* (*)(void*, const kernel_info*, kernel**) noexcept, void*)>
    add_kernel;
inline constexpr of_providers<21, status*(kernel_builder**)> create_builder;
inline constexpr of_providers<22, void(kernel_builder*)> release_builder;
inline constexpr of_providers<23, status*(kernel_builder*, const char*)> set_operator;
inline constexpr of_providers<24, status*(kernel_builder*, const char*)> set_domain;
inline constexpr of_providers<25, status*(kernel_builder*, int, int)> set_versions;
inline constexpr of_providers<26, status*(kernel_builder*, const char*)> set_provider;
inline constexpr of_providers<29, status*(kernel_builder*, const char*, const data_type* const*, std::size_t)>
    add_constraint;
// The runtime may give the memory of an input to an output.
inline constexpr of_providers<31, status*(kernel_builder*, const int*, const int*, std::size_t)> add_mutable_aliases;
inline constexpr of_providers<32, status*(kernel_builder*, kernel_definition**)> build;
inline constexpr of_providers<33, void(kernel_definition*)> release_definition;
inline constexpr of_providers<40, status*(element_type, const data_type**)> get_tensor_type;
// Null if no kernel of the provider's registry takes the node.
inline constexpr of_providers<41, status*(graph_support*, const node*, const kernel_definition**)> find_kernel;

}  // namespace strew::onnxruntime::abi
