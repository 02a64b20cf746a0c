// A descriptor as a tensor of the engine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "bnns/layout.hpp"
#include "common/failure.hpp"
#include "strew/bnns.h"

namespace strew::frontends::bnns {

// One operand of a call: call the read_ functions first, in this order.
class operand {
 public:
  // `name` is its name in BNNS, `number` one of STREW_OPERAND_*.
  operand(const BNNSNDArrayDescriptor* descriptor, const char* name, std::int32_t number)
      : descriptor_(descriptor), name_(name), number_(number) {}

  // The rules of one descriptor, each to be checked for all operands before the next.
  maybe_failure read_pointers() const;  // BN1
  maybe_failure read_layout();          // BN2
  maybe_failure read_type();            // BN3
  maybe_failure read_sizes();           // BN4

  [[nodiscard]] const BNNSNDArrayDescriptor& descriptor() const { return *descriptor_; }
  [[nodiscard]] const char* name() const { return name_; }
  [[nodiscard]] std::int32_t number() const { return number_; }
  [[nodiscard]] std::size_t rank() const { return rank_; }
  [[nodiscard]] std::int64_t extent(std::size_t dimension) const { return extents_[dimension]; }

  // No descriptor has rank 0: a result of one element is a vector of one.
  void become_scalar() { rank_ = 0; }

  // Borrows from this operand.
  [[nodiscard]] strew_tensor tensor() const;

 private:
  using numbers = std::array<std::uint64_t, BNNS_MAX_TENSOR_DIMENSION>;

  maybe_failure read_strides(numbers& strides, std::uint64_t& reach) const;
  // The size of the dimension of stride[t].
  [[nodiscard]] std::uint64_t size_along(std::size_t t) const {
    return descriptor_->size[layout_->size_at(layout_->dimension_of(t))];
  }

  const BNNSNDArrayDescriptor* descriptor_;
  const char* name_;
  std::int32_t number_;
  const layout* layout_ = nullptr;
  strew_dtype element_ = STREW_DTYPE_OPAQUE;
  std::size_t rank_ = 0;
  std::uint64_t first_ = 0;  // address of the logical first element
  std::array<std::int64_t, BNNS_MAX_TENSOR_DIMENSION> extents_{};
  std::array<std::int64_t, BNNS_MAX_TENSOR_DIMENSION> strides_{};
};

}  // namespace strew::frontends::bnns
