// Memory that an execution or prepared indices own: from the caller's allocator, else from the heap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

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

constexpr std::uint64_t block_alignment = 64;

struct block_releaser {
  allocator from;
  std::uint64_t bytes = 0;

  void operator()(void* block) const {
    if (from.allocate == nullptr) return release_heap(block, bytes);
    from.release(from.context, block, bytes, block_alignment);
  }
};

// One block, released by the destructor. data() is null if the allocation failed.
class memory_block {
 public:
  memory_block() = default;
  memory_block(const allocator& from, std::uint64_t bytes)
      : block_(from.allocate == nullptr ? take_heap(bytes) : from.allocate(from.context, bytes, block_alignment),
               {from, bytes}) {}

  [[nodiscard]] std::byte* data() const { return static_cast<std::byte*>(block_.get()); }

 private:
  std::unique_ptr<void, block_releaser> block_;
};

}  // namespace strew::engine
