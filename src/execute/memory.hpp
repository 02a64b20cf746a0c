// Memory that an execution or prepared indices own: from the caller's allocator, else from the heap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <utility>

namespace strew::engine {

// `allocate` null: the heap.
struct allocator {
  void* context = nullptr;
  void* (*allocate)(void* context, std::uint64_t bytes, std::uint64_t alignment) = nullptr;
  void (*release)(void* context, void* block, std::uint64_t bytes, std::uint64_t alignment) = nullptr;
};

// Memory of the heap; null: refused. A large block asks for large pages. One large block of each power of two up to
// 64 MiB is kept after its release, since a page is cleared when it is first touched, which takes as long as using it.
void* take_heap(std::uint64_t bytes);
void release_heap(void* block, std::uint64_t bytes);

// One block, released by the destructor. data() is null if the allocation failed.
class memory_block {
 public:
  static constexpr std::uint64_t alignment = 64;

  memory_block() = default;
  memory_block(const allocator& from, std::uint64_t bytes) : from_(from), bytes_(bytes) {
    if (from_.allocate != nullptr) {
      data_ = from_.allocate(from_.context, bytes, alignment);
    } else {
      data_ = take_heap(bytes);
    }
  }
  ~memory_block() { release(); }
  memory_block(const memory_block&) = delete;
  memory_block& operator=(const memory_block&) = delete;
  memory_block(memory_block&& other) noexcept
      : from_(other.from_), bytes_(other.bytes_), data_(std::exchange(other.data_, nullptr)) {}
  memory_block& operator=(memory_block&& other) noexcept {
    if (this != &other) {
      release();
      from_ = other.from_;
      bytes_ = other.bytes_;
      data_ = std::exchange(other.data_, nullptr);
    }
    return *this;
  }

  [[nodiscard]] std::byte* data() const { return static_cast<std::byte*>(data_); }

 private:
  void release() {
    if (data_ == nullptr) return;
    if (from_.allocate != nullptr) {
      from_.release(from_.context, data_, bytes_, alignment);
    } else {
      release_heap(data_, bytes_);
    }
  }

  allocator from_;
  std::uint64_t bytes_ = 0;
  void* data_ = nullptr;
};

}  // namespace strew::engine
