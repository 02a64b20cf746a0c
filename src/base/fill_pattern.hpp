// The bytes of a fill value, repeated. A pattern of up to 16 bytes is stored inline; a longer one refers to memory of
// the caller until keep() copies it, once for all copies of the pattern.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <utility>

namespace strew::engine {

class fill_pattern {
 public:
  fill_pattern() = default;
  // If all bytes are equal, one byte is stored: patterns with the same effect compare equal.
  fill_pattern(const std::byte* bytes, std::size_t count) : size_(is_uniform(bytes, count) ? 1 : count) {
    if (size_ > near_.size()) {
      far_ = bytes;
    } else if (size_ != 0) {
      std::memcpy(near_.data(), bytes, size_);
    }
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const std::byte* data() const { return far_ == nullptr ? near_.data() : far_; }
  void clear() { *this = {}; }
  // It still refers to memory of the caller.
  [[nodiscard]] bool is_borrowed() const { return far_ != nullptr && kept_ == nullptr; }

  // Makes it independent of the caller's memory.
  void keep() {
    if (!is_borrowed()) return;
    std::shared_ptr<std::byte[]> copy(new std::byte[size_]);
    std::memcpy(copy.get(), far_, size_);
    kept_ = std::move(copy);
    far_ = kept_.get();
  }

  friend bool operator==(const fill_pattern& left, const fill_pattern& right) {
    if (left.size_ != right.size_) return false;
    return left.size_ == 0 || left.data() == right.data() || std::memcmp(left.data(), right.data(), left.size_) == 0;
  }

 private:
  static bool is_uniform(const std::byte* bytes, std::size_t count) {
    return count > 0 && std::memcmp(bytes, bytes + 1, count - 1) == 0;
  }

  std::size_t size_ = 0;
  std::array<std::byte, 16> near_{};
  const std::byte* far_ = nullptr;
  std::shared_ptr<const std::byte[]> kept_;
};

}  // namespace strew::engine
