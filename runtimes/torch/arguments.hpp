// The arguments of an operator, taken one by one: what they own is released whether or not the call succeeds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "torch/shim.hpp"
#include "torch/tensor.hpp"

namespace strew::torch {

class list {
 public:
  explicit list(list_handle owned) noexcept : handle_(owned) {}
  list(list&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  list& operator=(list&&) = delete;
  ~list() {
    if (handle_ != nullptr) libtorch.torch_delete_list(handle_);
  }

  [[nodiscard]] std::size_t size() const {
    std::size_t count = 0;
    STREW_TORCH_CALL(torch_list_size, handle_, &count);
    return count;
  }
  [[nodiscard]] stack_value item(std::size_t number) const {
    stack_value value = 0;
    STREW_TORCH_CALL(torch_list_get_item, handle_, number, &value);
    return value;
  }

 private:
  list_handle handle_;
};

inline tensor to_tensor(stack_value owned) {
  return tensor(reinterpret_cast<tensor_handle>(owned));
}

inline tensor to_optional_tensor(stack_value owned) {
  const std::unique_ptr<stack_value> value(reinterpret_cast<stack_value*>(owned));
  return value == nullptr ? tensor() : to_tensor(*value);
}

class arguments {
 public:
  explicit arguments(stack_value* stack) : next_(stack) {}

  tensor next_tensor() { return to_tensor(*next_++); }
  tensor next_optional_tensor() { return to_optional_tensor(*next_++); }
  std::int64_t next_integer() { return static_cast<std::int64_t>(*next_++); }
  std::optional<std::int64_t> next_optional_integer() {
    const std::unique_ptr<stack_value> value(reinterpret_cast<stack_value*>(*next_++));
    return value == nullptr ? std::nullopt : std::optional(static_cast<std::int64_t>(*value));
  }
  bool next_bool() { return static_cast<std::uint8_t>(*next_++) != 0; }

  std::vector<std::int64_t> next_integers() {
    const list from(reinterpret_cast<list_handle>(*next_++));
    std::vector<std::int64_t> numbers(from.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::int64_t>(from.item(i));
    return numbers;
  }

  std::vector<tensor> next_optional_tensors() {
    const list from(reinterpret_cast<list_handle>(*next_++));
    std::vector<tensor> tensors(from.size());
    for (std::size_t i = 0; i < tensors.size(); ++i) tensors[i] = to_optional_tensor(from.item(i));
    return tensors;
  }

 private:
  stack_value* next_;
};

}  // namespace strew::torch
