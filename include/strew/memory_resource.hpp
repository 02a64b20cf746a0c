// A std::pmr::memory_resource as the allocator of executions. Not part of strew.hpp.
//
//   std::pmr::monotonic_buffer_resource arena;
//   const strew::resource_allocator memory(arena);
//   plan.execute(operands, {.allocator = memory});
#ifndef STREW_MEMORY_RESOURCE_HPP
#define STREW_MEMORY_RESOURCE_HPP

#include <cstddef>
#include <cstdint>
#include <memory_resource>

#include "strew/config.hpp"
#include "strew/numbers.hpp"
#include "strew/strew.h"

namespace STREW_NAMESPACE {

// It refers to the resource, which it must not outlive; both must remain valid as long as the memory: with
// plan::prepare until the prepared indices and the plans bound to them are destroyed. An exception of the resource is
// status::memory. Executions that run concurrently need a resource that is synchronised.
class resource_allocator {
 public:
  explicit resource_allocator(std::pmr::memory_resource& resource) noexcept
      : native_{sizeof native_, 1, &resource, allocate, release} {}

  operator const strew_allocator*() const noexcept { return &native_; }

 private:
  static void* allocate(void* context, std::uint64_t bytes, std::uint64_t alignment) noexcept {
#if STREW_HAS_EXCEPTIONS
    try {
      return resource_of(context).allocate(detail::cast<std::size_t>(bytes), detail::cast<std::size_t>(alignment));
    } catch (...) {
      return nullptr;
    }
#else
    return resource_of(context).allocate(detail::cast<std::size_t>(bytes), detail::cast<std::size_t>(alignment));
#endif
  }
  static void release(void* context, void* block, std::uint64_t bytes, std::uint64_t alignment) noexcept {
    resource_of(context).deallocate(block, detail::cast<std::size_t>(bytes), detail::cast<std::size_t>(alignment));
  }
  static std::pmr::memory_resource& resource_of(void* context) noexcept {
    return *static_cast<std::pmr::memory_resource*>(context);
  }

  strew_allocator native_;
};

}  // namespace STREW_NAMESPACE

#endif
