// A vector of plain values that stores up to N inline, so that problems of the usual rank need no heap. Constructing an
// empty one is free and a copy copies only the used elements, one or two of them without a call, which matters for
// calls on few elements.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <new>
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
    std::fill_n(data_, count, value);
    size_ = count;
  }
  small_vector(const small_vector& other) { append(other.data_, other.size_); }
  small_vector(small_vector&& other) noexcept { take(other); }
  small_vector& operator=(const small_vector& other) {
    if (this == &other) return *this;
    clear();
    append(other.data_, other.size_);
    return *this;
  }
  small_vector& operator=(small_vector&& other) noexcept {
    if (this == &other) return *this;
    release();
    take(other);
    return *this;
  }
  ~small_vector() { release(); }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T* data() { return data_; }
  [[nodiscard]] const T* data() const { return data_; }
  [[nodiscard]] T* begin() { return data_; }
  [[nodiscard]] T* end() { return data_ + size_; }
  [[nodiscard]] const T* begin() const { return data_; }
  [[nodiscard]] const T* end() const { return data_ + size_; }
  T& operator[](std::size_t i) {
    STREW_ASSERT(i < size_);
    return data_[i];
  }
  const T& operator[](std::size_t i) const {
    STREW_ASSERT(i < size_);
    return data_[i];
  }
  [[nodiscard]] const T& back() const { return (*this)[size_ - 1]; }

  void push_back(T value) {
    if (size_ == capacity_) reserve(2 * capacity_);
    data_[size_++] = value;
  }

  // The value is made in its place.
  template <class Make>
  T& push_made(const Make& make) {
    if (size_ == capacity_) reserve(2 * capacity_);
    return *::new (static_cast<void*>(data_ + size_++)) T(make());
  }

  // Inlined, as most lists that are appended are short.
  [[gnu::always_inline]] void append(const T* values, std::size_t count) {
    if (size_ + count > capacity_) reserve(std::max(size_ + count, 2 * capacity_));
    copy(values, count, data_ + size_);
    size_ += count;
  }

  void erase(std::size_t at) {
    STREW_ASSERT(at < size_);
    std::copy(begin() + at + 1, end(), begin() + at);
    --size_;
  }

  template <class Predicate>
  void erase_if(const Predicate& is_unwanted) {
    size_ = static_cast<std::size_t>(std::remove_if(begin(), end(), is_unwanted) - begin());
  }

  void clear() { size_ = 0; }

  friend bool operator==(const small_vector& left, const small_vector& right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end());
  }

 private:
  static void copy(const T* from, std::size_t count, T* to) {
    if (count > 2) {
      std::memcpy(static_cast<void*>(to), from, count * sizeof(T));
    } else if (count != 0) {
      to[0] = from[0];
      if (count == 2) to[1] = from[1];
    }
  }

  [[nodiscard]] T* inline_data() { return reinterpret_cast<T*>(inline_); }
  void release() {
    if (data_ != inline_data()) delete[] data_;
  }

  void reserve(std::size_t count) {
    if (count <= capacity_) return;
    T* const larger = new T[count];
    std::copy(begin(), end(), larger);
    release();
    data_ = larger;
    capacity_ = count;
  }

  // Of one that owns nothing.
  void take(small_vector& other) noexcept {
    const bool is_near = other.data_ == other.inline_data();
    data_ = is_near ? inline_data() : other.data_;
    if (is_near) copy(other.data_, other.size_, data_);
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, N);
    other.data_ = other.inline_data();
  }

  T* data_ = inline_data();  // to `inline_`, or to the heap once there are more than N
  std::size_t capacity_ = N;
  std::size_t size_ = 0;
  alignas(T) std::byte inline_[N * sizeof(T)];
};

}  // namespace strew::engine
