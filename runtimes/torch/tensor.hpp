// A tensor of PyTorch that a kernel was given or makes: its handle, and what the handle says about it.
#pragma once

#include <cstdint>
#include <utility>

#include "torch/shim.hpp"

namespace strew::torch {

class tensor {
 public:
  tensor() = default;
  explicit tensor(tensor_handle owned) noexcept : handle_(owned) {}
  tensor(tensor&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  tensor& operator=(tensor&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~tensor() {
    if (handle_ != nullptr) libtorch.aoti_torch_delete_tensor_object(handle_);
  }

  [[nodiscard]] bool is_given() const noexcept { return handle_ != nullptr; }
  [[nodiscard]] tensor_handle get() const noexcept { return handle_; }
  [[nodiscard]] stack_value release() noexcept {
    return reinterpret_cast<stack_value>(std::exchange(handle_, nullptr));
  }

  [[nodiscard]] const void* read() const {
    const void* data = nullptr;
    STREW_TORCH_CALL(torch_get_const_data_ptr, handle_, &data);
    return data;
  }
  // Memory that several tensors share until one is written becomes this tensor's own.
  [[nodiscard]] void* write() const {
    void* data = nullptr;
    STREW_TORCH_CALL(torch_get_mutable_data_ptr, handle_, &data);
    return data;
  }

 private:
  tensor_handle handle_ = nullptr;
};

// Type and layout, in elements. Borrowed from the tensor, or from whoever describes one that is yet to be made.
struct layout {
  std::int32_t dtype = 0;  // PyTorch's number
  std::int64_t rank = 0;
  const std::int64_t* sizes = nullptr;
  const std::int64_t* strides = nullptr;
};

inline layout layout_of(const tensor& one) {
  layout found;
  std::int64_t *sizes = nullptr, *strides = nullptr;
  STREW_TORCH_CALL(aoti_torch_get_dtype, one.get(), &found.dtype);
  STREW_TORCH_CALL(aoti_torch_get_dim, one.get(), &found.rank);
  STREW_TORCH_CALL(aoti_torch_get_sizes, one.get(), &sizes);
  STREW_TORCH_CALL(aoti_torch_get_strides, one.get(), &strides);
  found.sizes = sizes, found.strides = strides;
  return found;
}

}  // namespace strew::torch
