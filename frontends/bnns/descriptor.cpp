// Rules BN1 to BN4, and the conversion of sizes and strides of a layout to logical extents and strides in bytes.
#include "bnns/descriptor.hpp"

#include "bnns/data_type.hpp"

namespace strew::frontends::bnns {
namespace {

constexpr std::uint64_t largest = INT64_MAX;

// False on overflow of 63 bits.
bool multiply(std::uint64_t left, std::uint64_t right, std::uint64_t& product) {
  if (right != 0 && left > largest / right) return false;
  product = left * right;
  return true;
}

bool add(std::uint64_t left, std::uint64_t right, std::uint64_t& sum) {
  if (left > largest - right) return false;
  sum = left + right;
  return true;
}

}  // namespace

maybe_failure operand::read_pointers() const {
  if (descriptor_ == nullptr) return fail_of(name_, STREW_STATUS_POINTER, number_, "BN1", "the descriptor is null");
  if (descriptor_->data == nullptr) return fail_of(name_, STREW_STATUS_POINTER, number_, "BN1", "data is null");
  return {};
}

maybe_failure operand::read_layout() {
  const std::uint32_t value = descriptor_->layout;
  layout_ = find_layout(descriptor_->layout);
  if (layout_ == nullptr)
    return fail_of(name_, STREW_STATUS_ATTRIBUTE, number_, "BN2", "layout {:#x} is not known", value);
  if (layout_->refusal != nullptr)
    return fail_of(name_, STREW_STATUS_ATTRIBUTE, number_, "BN2", "layout {:#x} is {}", value, layout_->refusal);
  rank_ = layout_->rank;
  return {};
}

maybe_failure operand::read_type() {
  const std::uint32_t value = descriptor_->data_type;
  const data_type* const type = find_data_type(descriptor_->data_type);
  if (type == nullptr) return fail_of(name_, STREW_STATUS_TYPE, number_, "BN3", "data_type {:#x} is not known", value);
  if (type->element == STREW_DTYPE_OPAQUE)
    return fail_of(name_, STREW_STATUS_TYPE, number_, "BN3", "data_type {:#x} has {} bits, not whole bytes", value,
                   type->bits);
  element_ = type->element;
  return {};
}

// In elements and in the order of the descriptor, with packed strides in place of 0; `reach` is the offset of the last
// element.
maybe_failure operand::read_strides(numbers& strides, std::uint64_t& reach) const {
  const std::uint64_t width = strew_dtype_bytes(element_);
  std::uint64_t bytes = 0;
  for (std::size_t t = 0; t < rank_; ++t) {
    strides[t] = descriptor_->stride[t];
    if (strides[t] == 0) strides[t] = 1;
    const bool follows = t > 0 && descriptor_->stride[t] == 0;
    std::uint64_t length = 0;
    if ((follows && !multiply(strides[t - 1], size_along(t - 1), strides[t])) || !multiply(strides[t], width, bytes) ||
        !multiply(strides[t], size_along(t) - 1, length) || !add(reach, length, reach)) {
      return fail_of(name_, STREW_STATUS_SIZE, number_, "BN4",
                     "sizes and strides up to stride[{}] span 2^63 bytes or more", t);
    }
  }
  if (multiply(reach + 1, width, bytes)) return {};
  return fail_of(name_, STREW_STATUS_SIZE, number_, "BN4", "it spans {} elements, 2^63 bytes or more", reach + 1);
}

maybe_failure operand::read_sizes() {
  for (std::size_t t = 0; t < rank_; ++t) {
    if (descriptor_->size[t] == 0) return fail_of(name_, STREW_STATUS_SIZE, number_, "BN4", "size[{}] is 0", t);
  }
  numbers strides{};
  std::uint64_t reach = 0;
  if (auto bad = read_strides(strides, reach)) return bad;
  const std::uint64_t width = strew_dtype_bytes(element_);
  first_ = reinterpret_cast<std::uintptr_t>(descriptor_->data);
  for (std::size_t d = 0; d < rank_; ++d) {
    extents_[d] = static_cast<std::int64_t>(descriptor_->size[layout_->size_at(d)]);
    strides_[d] = static_cast<std::int64_t>(strides[layout_->stride_at(d)] * width);
    if (!layout_->is_turned(d)) continue;
    first_ += static_cast<std::uint64_t>(extents_[d] - 1) * static_cast<std::uint64_t>(strides_[d]);
    strides_[d] = -strides_[d];
  }
  return {};
}

strew_tensor operand::tensor() const {
  strew_tensor made = STREW_TENSOR_INIT;
  made.dtype = element_;
  made.data = reinterpret_cast<void*>(static_cast<std::uintptr_t>(first_));
  made.rank = rank_;
  made.extents = extents_.data();
  made.strides = strides_.data();
  return made;
}

}  // namespace strew::frontends::bnns
