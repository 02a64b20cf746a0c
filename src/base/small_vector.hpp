// A vector of plain values that keeps its first N in itself, so that problems of the usual rank need no heap.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <vector>

namespace strew {

template <class T, std::size_t N = 8>
class small_vector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  small_vector() = default;
  small_vector(std::initializer_list<T> values) { append(values.begin(), values.size()); }
  explicit small_vector(std::size_t count, const T& value = T{}) {
    for (std::size_t i = 0; i < count; ++i) push_back(value);
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T* data() { return size_ <= N ? inline_.data() : heap_.data(); }
  [[nodiscard]] const T* data() const { return size_ <= N ? inline_.data() : heap_.data(); }
  [[nodiscard]] T* begin() { return data(); }
  [[nodiscard]] T* end() { return data() + size_; }
  [[nodiscard]] const T* begin() const { return data(); }
  [[nodiscard]] const T* end() const { return data() + size_; }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }
  [[nodiscard]] const T& back() const { return data()[size_ - 1]; }

  void push_back(T value) {
    if (size_ < N) {
      inline_[size_] = value;
    } else {
      if (size_ == N) heap_.assign(inline_.begin(), inline_.end());
      heap_.push_back(value);
    }
    ++size_;
  }

  void append(const T* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) push_back(values[i]);
  }

  void erase(std::size_t at) {
    std::copy(begin() + at + 1, end(), begin() + at);
    if (size_ == N + 1) std::copy_n(heap_.begin(), N, inline_.begin());
    if (size_ > N) heap_.pop_back();
    --size_;
  }

  void clear() {
    heap_.clear();
    size_ = 0;
  }

  friend bool operator==(const small_vector& left, const small_vector& right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end());
  }

 private:
  std::array<T, N> inline_{};
  std::vector<T> heap_;  // holds everything once there are more than N
  std::size_t size_ = 0;
};

}  // namespace strew
