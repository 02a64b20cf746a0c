// The functions of PyTorch that strew calls: those of its stable C interface, which keeps its binary form between
// versions. They are declared here, so no header of PyTorch is needed, and looked up in the libtorch_cpu that the
// process has loaded, so nothing is linked. Source: torch/csrc/inductor/aoti_torch/c/shim.h (aoti_torch_*) and
// torch/csrc/stable/c/shim.h (torch_*) of PyTorch 2.10, the first version that has all of them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strew::torch {

struct tensor_object;   // an at::Tensor on the heap
struct library_object;  // a torch::Library
struct list_object;     // a list of stack values
using tensor_handle = tensor_object*;
using library_handle = library_object*;
using list_handle = list_object*;

// An argument or a result of an operator in 64 bits: an integer itself, a tensor as an owned handle, a list as an owned
// handle, an optional value as null or an owned pointer to it (StableIValue).
using stack_value = std::uint64_t;
using kernel = void (*)(stack_value* stack, std::uint64_t arguments, std::uint64_t results);
using range_function = void (*)(std::int64_t begin, std::int64_t end, void* context);

// Each returns 0 if it succeeded.
#define STREW_TORCH_FUNCTIONS(X)                                                                                    \
  X(aoti_torch_get_dtype, (tensor_handle, std::int32_t*))                                                           \
  X(aoti_torch_get_dim, (tensor_handle, std::int64_t*))                                                             \
  X(aoti_torch_get_sizes, (tensor_handle, std::int64_t**))                                                          \
  X(aoti_torch_get_strides, (tensor_handle, std::int64_t**))                                                        \
  X(torch_get_const_data_ptr, (tensor_handle, const void**))                                                        \
  X(torch_get_mutable_data_ptr, (tensor_handle, void**))                                                            \
  X(aoti_torch_delete_tensor_object, (tensor_handle))                                                               \
  X(aoti_torch_empty_strided, (std::int64_t rank, const std::int64_t* sizes, const std::int64_t* strides,           \
                               std::int32_t dtype, std::int32_t device, std::int32_t device_index, tensor_handle*)) \
  X(torch_list_size, (list_handle, std::size_t*))                                                                   \
  X(torch_list_get_item, (list_handle, std::size_t number, stack_value*))                                           \
  X(torch_delete_list, (list_handle))                                                                               \
  X(torch_parallel_for, (std::int64_t begin, std::int64_t end, std::int64_t grain, range_function, void* context))  \
  X(torch_get_num_threads, (std::uint32_t*))                                                                        \
  X(aoti_torch_library_init_def, (const char* name, const char* file, std::uint32_t line, library_handle*))         \
  X(aoti_torch_library_init_impl,                                                                                   \
    (const char* name, const char* dispatch_key, const char* file, std::uint32_t line, library_handle*))            \
  X(aoti_torch_library_def, (library_handle, const char* schema))                                                   \
  X(torch_library_impl, (library_handle, const char* name, kernel, std::uint64_t version))

#define STREW_TORCH_MEMBER(name, parameters) std::int32_t(*name) parameters = nullptr;
struct shim {
  STREW_TORCH_FUNCTIONS(STREW_TORCH_MEMBER)
  std::size_t (*aoti_torch_dtype_element_size)(std::int32_t dtype) = nullptr;
};
#undef STREW_TORCH_MEMBER

// Filled in by load_shim, constant afterwards.
extern shim libtorch;

// Null, or in a sentence why PyTorch cannot be used.
const char* load_shim();

// Of the loaded libtorch_cpu; null if it has no such function.
void* find_in_libtorch(const char* name);

// std::runtime_error if a call to `function` failed, with PyTorch's reason, which it gives from 2.13 on.
void require(std::int32_t status, const char* function);

#define STREW_TORCH_CALL(function, ...) \
  ::strew::torch::require(::strew::torch::libtorch.function(__VA_ARGS__), #function)

}  // namespace strew::torch
