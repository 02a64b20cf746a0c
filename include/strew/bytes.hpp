// Bytes that an object owns.
#ifndef STREW_BYTES_HPP
#define STREW_BYTES_HPP

#include <cstddef>
#include <utility>

#include "strew/config.hpp"

namespace STREW_NAMESPACE::detail {

// Less to compile than a vector, which sets them to 0 besides.
class bytes {
 public:
  bytes() noexcept {}
  explicit bytes(std::size_t size) : data_(size == 0 ? nullptr : new char[size]), size_(size) {}
  bytes(const char* from, std::size_t size) : bytes(size) {
    for (std::size_t i = 0; i < size; ++i) data_[i] = from[i];
  }
  bytes(const bytes& other) : bytes(other.data_, other.size_) {}
  bytes(bytes&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, std::size_t{0})) {}
  bytes& operator=(bytes other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~bytes() { delete[] data_; }

  char* data() noexcept { return data_; }
  const char* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }

 private:
  char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace STREW_NAMESPACE::detail

#endif
