// Uninitialised bytes on the heap, allocated without exceptions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>

namespace strew::files {

class buffer {
 public:
  buffer() = default;
  buffer(buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, std::size_t{0})) {}
  buffer& operator=(buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~buffer() { std::free(data_); }

  // Keeps the leading bytes. False: no memory, and the buffer is unchanged.
  [[nodiscard]] bool resize(std::uint64_t bytes) {
    if (bytes > SIZE_MAX / 2) return false;
    void* grown = std::realloc(data_, bytes == 0 ? 1 : static_cast<std::size_t>(bytes));
    if (grown == nullptr) return false;
    data_ = static_cast<std::byte*>(grown);
    size_ = static_cast<std::size_t>(bytes);
    return true;
  }

  std::byte* data() { return data_; }
  const std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::span<const std::byte> bytes() const { return {data_, size_}; }

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace strew::files
