// The allocator, executor and cancellation callback of a caller, which record how the library uses them.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <map>
#include <utility>

#include "fuzz/shared/choices.hpp"
#include "fuzz/shared/require.hpp"
#include "strew/strew.h"

namespace strew::fuzz {

class callbacks {
 public:
  std::uint64_t allocations_left = ~std::uint64_t{0};  // then allocations fail
  std::uint64_t polls_left = ~std::uint64_t{0};        // then the call is cancelled
  std::uint64_t concurrency = 1;

  callbacks() = default;
  callbacks(const callbacks&) = delete;
  callbacks& operator=(const callbacks&) = delete;
  ~callbacks() { STREW_REQUIRE(blocks_.empty()); }

  [[nodiscard]] bool is_balanced() const { return blocks_.empty(); }

  strew_allocator allocator() {
    strew_allocator made = STREW_ALLOCATOR_INIT;
    made.context = this;
    made.allocate = [](void* self, std::uint64_t bytes, std::uint64_t alignment) {
      return static_cast<callbacks*>(self)->allocate(bytes, alignment);
    };
    made.release = [](void* self, void* block, std::uint64_t bytes, std::uint64_t alignment) {
      static_cast<callbacks*>(self)->release(block, bytes, alignment);
    };
    return made;
  }

  strew_executor executor() {
    strew_executor made = STREW_EXECUTOR_INIT;
    made.context = this;
    made.min_bytes = 1;
    made.concurrency = [](void* self) { return static_cast<callbacks*>(self)->concurrency; };
    made.is_inside = [](void* self) { return static_cast<callbacks*>(self)->inside_; };
    made.run = [](void* self, std::uint64_t tasks, void (*task)(void*, std::uint64_t), void* argument) {
      static_cast<callbacks*>(self)->run(tasks, task, argument);
    };
    return made;
  }

  static int cancel(void* self) {
    auto& left = static_cast<callbacks*>(self)->polls_left;
    return left == 0 ? 1 : (--left, 0);
  }

 private:
  void* allocate(std::uint64_t bytes, std::uint64_t alignment) {
    STREW_REQUIRE(alignment != 0 && (alignment & (alignment - 1)) == 0);
    if (allocations_left == 0 || bytes > (1U << 24)) return nullptr;
    --allocations_left;
    void* block = nullptr;
    const std::size_t least = alignment < sizeof(void*) ? sizeof(void*) : static_cast<std::size_t>(alignment);
    if (posix_memalign(&block, least, static_cast<std::size_t>(bytes)) != 0) return nullptr;
    blocks_[block] = {bytes, alignment};
    return block;
  }
  void release(void* block, std::uint64_t bytes, std::uint64_t alignment) {
    const auto found = blocks_.find(block);
    STREW_REQUIRE(found != blocks_.end() && found->second == std::pair(bytes, alignment));
    blocks_.erase(found);
    std::free(block);
  }
  // Runs tasks in reverse order.
  void run(std::uint64_t tasks, void (*task)(void*, std::uint64_t), void* argument) {
    STREW_REQUIRE(inside_ == 0);
    inside_ = 1;
    for (std::uint64_t n = tasks; n > 0; --n) task(argument, n - 1);
    inside_ = 0;
  }

  std::map<void*, std::pair<std::uint64_t, std::uint64_t>> blocks_;
  int inside_ = 0;
};

}  // namespace strew::fuzz
