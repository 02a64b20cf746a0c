// A strew_tensor with the memory of its own extents and strides.
#ifndef STREW_TENSOR_HPP
#define STREW_TENSOR_HPP

#include <cstddef>
#include <cstdint>
#include <utility>

#include "strew/config.hpp"
#include "strew/numbers.hpp"
#include "strew/strew.h"

namespace STREW_NAMESPACE::detail {

struct borrowed_numbers {};

// Up to rank 8 nothing is allocated; numbers that are not used are not initialised, since small calls make many of
// these. Without strides it is packed.
class tensor {
 public:
  // No operand.
  tensor() noexcept : native_{} {}

  tensor(void* data, strew_dtype type, std::uint64_t element_bytes, const numbers& extents)
      : tensor(data, type, element_bytes, extents.size()) {
    copy(extents.values(), numbers_of());
  }
  // As many strides as extents.
  tensor(void* data, strew_dtype type, std::uint64_t element_bytes, const numbers& extents, const numbers& strides)
      : tensor(data, type, element_bytes, extents) {
    copy(strides.values(), add_strides());
  }
  // The caller sets the extents: numbers_of(), and the strides, if any: add_strides().
  tensor(void* data, strew_dtype type, std::uint64_t element_bytes, std::size_t rank) {
    native_ = {sizeof native_, 1, STREW_DEVICE_CPU, type, data, element_bytes, rank, nullptr, nullptr};
    if (rank > inline_rank) long_ = new std::int64_t[2 * rank];
    native_.extents = numbers_of();
  }

  // The other one's extents and strides, not a copy. It must not be moved or assigned to, nor outlive the other one.
  tensor(borrowed_numbers, const tensor& other) noexcept : native_(other.native_) {}

  tensor(const tensor& other) : native_(other.native_) {
    if (rank() > inline_rank) long_ = new std::int64_t[2 * rank()];
    copy_numbers(other);
  }
  tensor(tensor&& other) noexcept : native_(other.native_), long_(std::exchange(other.long_, nullptr)) {
    if (long_ == nullptr) copy_numbers(other);
    other.native_ = {};
  }
  tensor& operator=(const tensor& other) {
    if (this != &other) *this = tensor(other);
    return *this;
  }
  tensor& operator=(tensor&& other) noexcept {
    if (this == &other) return *this;
    delete[] long_;
    native_ = other.native_;
    long_ = std::exchange(other.long_, nullptr);
    if (long_ == nullptr) copy_numbers(other);
    other.native_ = {};
    return *this;
  }
  ~tensor() { delete[] long_; }

  bool is_none() const noexcept { return native_.struct_size == 0; }
  const strew_tensor& native() const noexcept { return native_; }

  std::size_t rank() const noexcept { return cast<std::size_t>(native_.rank); }
  list extents() const noexcept { return {native_.extents, rank()}; }

  // Room for the extents, then for the strides.
  std::int64_t* numbers_of() noexcept { return long_ != nullptr ? long_ : inline_; }
  std::int64_t* add_strides() noexcept {
    native_.strides = numbers_of() + rank();
    return numbers_of() + rank();
  }

 private:
  static constexpr std::size_t inline_rank = 8;

  static void copy(list from, std::int64_t* to) noexcept {
    for (const std::int64_t number : from) *to++ = number;
  }
  void copy_numbers(const tensor& other) noexcept {
    std::int64_t* to = numbers_of();
    copy(other.extents(), to);
    native_.extents = to;
    if (native_.strides != nullptr) copy({other.native_.strides, rank()}, add_strides());
  }

  strew_tensor native_;
  std::int64_t* long_ = nullptr;
  std::int64_t inline_[2 * inline_rank];
};

}  // namespace STREW_NAMESPACE::detail

#endif
