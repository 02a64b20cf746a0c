// A vector of plain values that stores up to N inline, so that problems of the usual rank need no heap. Constructing an
// empty one is free and a copy copies only the used elements, which matters for calls on few elements.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <type_traits>
#include <utility>

#include "base/assert.hpp"

namespace strew::engine {

template <class T, std::size_t N = 8>
class small_vector {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  small_vector() noexcept {}  // NOLINT(modernize-use-equals-default): = default would clear the inline storage
  small_vector(std::initializer_list<T> values) { append(values.begin(), values.size()); }
  explicit small_vector(std::size_t count, const T& value = T{}) {
    reserve(count);
    std::fill_n(data(), count, value);
    size_ = count;
  }
  small_vector(const small_vector& other) { append(other.data(), other.size_); }
  small_vector(small_vector&& other) noexcept { take(other); }
  small_vector& operator=(const small_vector& other) {
    if (this == &other) return *this;
    clear();
    append(other.data(), other.size_);
    return *this;
  }
  small_vector& operator=(small_vector&& other) noexcept {
    if (this != &other) take(other);
    return *this;
  }
  ~small_vector() = default;

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T* data() { return heap_ ? heap_.get() : reinterpret_cast<T*>(inline_); }
  [[nodiscard]] const T* data() const { return heap_ ? heap_.get() : reinterpret_cast<const T*>(inline_); }
  [[nodiscard]] T* begin() { return data(); }
  [[nodiscard]] T* end() { return data() + size_; }
  [[nodiscard]] const T* begin() const { return data(); }
  [[nodiscard]] const T* end() const { return data() + size_; }
  T& operator[](std::size_t i) {
    STREW_ASSERT(i < size_);
    return data()[i];
  }
  const T& operator[](std::size_t i) const {
    STREW_ASSERT(i < size_);
    return data()[i];
  }
  [[nodiscard]] const T& back() const { return (*this)[size_ - 1]; }

  void push_back(T value) {
    if (size_ == capacity_) reserve(2 * capacity_);
    data()[size_++] = value;
  }

  void append(const T* values, std::size_t count) {
    if (count == 0) return;
    if (size_ + count > capacity_) reserve(std::max(size_ + count, 2 * capacity_));
    std::memcpy(static_cast<void*>(data() + size_), values, count * sizeof(T));
    size_ += count;
  }

  void erase(std::size_t at) {
    STREW_ASSERT(at < size_);
    std::copy(begin() + at + 1, end(), begin() + at);
    --size_;
  }

  void clear() { size_ = 0; }

  friend bool operator==(const small_vector& left, const small_vector& right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end());
  }

 private:
  void reserve(std::size_t count) {
    if (count <= capacity_) return;
    std::unique_ptr<T[]> larger(new T[count]);
    std::copy(begin(), end(), larger.get());
    heap_ = std::move(larger);
    capacity_ = count;
  }

  void take(small_vector& other) noexcept {
    heap_ = std::move(other.heap_);
    capacity_ = std::exchange(other.capacity_, N);
    size_ = std::exchange(other.size_, 0);
    if (!heap_) std::memcpy(inline_, other.inline_, std::min(size_, N) * sizeof(T));
  }

  alignas(T) std::byte inline_[N * sizeof(T)];
  std::unique_ptr<T[]> heap_;  // holds all elements once there are more than N
  std::size_t capacity_ = N;
  std::size_t size_ = 0;
};

}  // namespace strew::engine
