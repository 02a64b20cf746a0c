// A vector of at most N plain values stored inline, for code that must not allocate. The caller guarantees that there
// are at most N values.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>

#include "base/assert.hpp"

namespace strew::engine {

template <class T, std::size_t N>
class bounded_vector {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  bounded_vector() noexcept {}  // NOLINT(modernize-use-equals-default): = default would clear the storage
  bounded_vector(const T* values, std::size_t count) : size_(count) {
    STREW_ASSERT(count <= N);
    if (count != 0) std::memcpy(static_cast<void*>(places_), values, count * sizeof(T));
  }
  explicit bounded_vector(std::size_t count, const T& value = T{}) {
    while (size_ < count) push_back(value);
  }
  bounded_vector(const bounded_vector& other) : bounded_vector(other.data(), other.size_) {}
  bounded_vector& operator=(const bounded_vector&) = delete;
  ~bounded_vector() = default;

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] T* data() { return reinterpret_cast<T*>(places_); }
  [[nodiscard]] const T* data() const { return reinterpret_cast<const T*>(places_); }
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
  void push_back(const T& value) {
    STREW_ASSERT(size_ < N);
    data()[size_++] = value;
  }

 private:
  alignas(T) std::byte places_[N * sizeof(T)];
  std::size_t size_ = 0;
};

}  // namespace strew::engine
