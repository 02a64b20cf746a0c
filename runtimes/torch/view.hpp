// Tensors as the engine takes them, and new ones.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <vector>

#include "strew/strew.h"
#include "torch/dtypes.hpp"
#include "torch/tensor.hpp"

namespace strew::torch {

inline constexpr std::int32_t cpu = 0;  // c10::DeviceType::CPU

// Numbers of a tensor's dimensions.
class numbers {
 public:
  explicit numbers(std::int64_t count) {
    if (static_cast<std::size_t>(count) > few_.size()) many_.resize(static_cast<std::size_t>(count));
  }
  std::int64_t* data() { return many_.empty() ? few_.data() : many_.data(); }

 private:
  std::array<std::int64_t, 8> few_;
  std::vector<std::int64_t> many_;
};

// A layout as a view, with strides in bytes.
class view {
 public:
  explicit view(const layout& from, const void* memory) : strides_(from.rank) {
    const element_type type = element_type_of(from.dtype);
    for (std::int64_t i = 0; i < from.rank; ++i)
      strides_.data()[i] = from.strides[i] * static_cast<std::int64_t>(type.bytes);
    set(from, memory, type);
  }
  // All elements are the one that the memory holds.
  static view of_one(const layout& from, const void* memory) { return {from, memory, 0}; }
  view(const view&) = delete;
  view& operator=(const view&) = delete;
  ~view() = default;

  [[nodiscard]] const strew_tensor* native() const { return &view_; }

 private:
  view(const layout& from, const void* memory, std::int64_t stride) : strides_(from.rank) {
    for (std::int64_t i = 0; i < from.rank; ++i) strides_.data()[i] = stride;
    set(from, memory, element_type_of(from.dtype));
  }
  // The memory of the output is written; a strew_tensor is const where it is read.
  void set(const layout& from, const void* memory, element_type type) {
    view_.data = const_cast<void*>(memory);
    view_.dtype = type.dtype;
    view_.element_bytes = type.bytes;
    view_.rank = static_cast<std::uint64_t>(from.rank);
    view_.extents = from.sizes;
    view_.strides = strides_.data();
  }

  numbers strides_;
  strew_tensor view_ = STREW_TENSOR_INIT;
};

// A new tensor, made when the engine has its sizes.
struct new_tensor {
  std::int32_t dtype;
  tensor made = {};
  std::exception_ptr failure = nullptr;

  void make(const std::int64_t* sizes, std::int64_t rank) {
    numbers strides(rank);
    std::int64_t next = 1;
    for (std::int64_t i = rank; i-- > 0;) {
      strides.data()[i] = next;
      // An empty tensor may have sizes whose product is beyond 64 bits.
      if (sizes[i] > 1 && __builtin_mul_overflow(next, sizes[i], &next)) next = 0;
    }
    tensor_handle handle = nullptr;
    STREW_TORCH_CALL(aoti_torch_empty_strided, rank, sizes, strides.data(), dtype, cpu, -1, &handle);
    made = tensor(handle);
  }
  static void* make_output(void* self, const std::int64_t* sizes, std::uint64_t rank) {
    auto& to = *static_cast<new_tensor*>(self);
    try {
      to.make(sizes, static_cast<std::int64_t>(rank));
      return to.made.write();
    } catch (...) {
      to.failure = std::current_exception();
      return nullptr;
    }
  }
};

}  // namespace strew::torch
