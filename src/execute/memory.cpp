#include "execute/memory.hpp"

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits>
#include <new>

#include "platform/memory_pages.hpp"

namespace strew::engine {
namespace {

using platform::large_page;

constexpr std::uint64_t largest_kept = std::uint64_t{512} << 20;  // of a block that is kept for the next execution

bool is_large(std::uint64_t bytes) {
  return bytes >= 2 * large_page;
}

// Large blocks have sizes that a later execution is likely to ask for too: powers of two, as long as one may be kept.
std::uint64_t size_of_block(std::uint64_t bytes) {
  return is_large(bytes) && bytes <= largest_kept ? std::bit_ceil(bytes) : bytes;
}

std::align_val_t alignment_of(std::uint64_t bytes) {
  return std::align_val_t{is_large(bytes) ? large_page : block_alignment};
}

// One for each size. The places themselves outlive the destructor below: other threads may be inside a call while the
// process ends, and take and keep blocks.
constexpr unsigned sizes = std::bit_width(largest_kept);
std::atomic<void*> kept[sizes];

std::atomic<void*>& place_of(std::uint64_t bytes) {
  return kept[std::bit_width(bytes) - 1];
}

// What is kept is released when the library is unloaded.
struct kept_blocks {
  kept_blocks() = default;
  ~kept_blocks() {
    for (std::atomic<void*>& place : kept) {
      if (void* const block = place.exchange(nullptr)) ::operator delete (block, std::align_val_t{large_page});
    }
  }
  kept_blocks(const kept_blocks&) = delete;
  kept_blocks& operator=(const kept_blocks&) = delete;
} const releases_at_unload;

// Until the next execution writes to them, the system may take the pages of a block if it needs memory.
void offer(void* block, std::uint64_t bytes) {
  constexpr std::uint64_t largest_held = std::uint64_t{64} << 20;
  if (bytes > largest_held) platform::offer_pages(block, bytes);
}

// AddressSanitizer sees no access beside a block that lies within another one: there, none is small.
#if defined(__SANITIZE_ADDRESS__)
#define STREW_HAS_SMALL_BLOCKS 0
#elif defined(__has_feature)
#define STREW_HAS_SMALL_BLOCKS !__has_feature(address_sanitizer)
#else
#define STREW_HAS_SMALL_BLOCKS 1
#endif
constexpr std::uint64_t largest_small = STREW_HAS_SMALL_BLOCKS ? 4096 : 0;

// Heaps keep small blocks of the usual alignment for the thread that releases them, and look long for others. What such
// a block was taken as stands before it.
bool is_small(std::uint64_t bytes) {
  return bytes <= largest_small;
}

void* take_small(std::uint64_t bytes) {
  void* const taken = ::operator new(static_cast<std::size_t>(bytes) + block_alignment, std::nothrow);
  if (taken == nullptr) return nullptr;
  auto* const first = static_cast<std::byte*>(taken);
  std::byte* const block = first + block_alignment - reinterpret_cast<std::uintptr_t>(first) % block_alignment;
  std::memcpy(block - sizeof taken, &taken, sizeof taken);
  return block;
}

void release_small(void* block) {
  if (block == nullptr) return;
  void* taken = nullptr;
  std::memcpy(&taken, static_cast<std::byte*>(block) - sizeof taken, sizeof taken);
  ::operator delete(taken);
}

}  // namespace

void* take_heap(std::uint64_t bytes) {
  const std::uint64_t size = size_of_block(bytes);
  if (size > static_cast<std::uint64_t>(std::numeric_limits<std::ptrdiff_t>::max())) return nullptr;
  if (is_large(size) && size <= largest_kept) {
    if (void* const block = place_of(size).exchange(nullptr)) return block;
  }
  if (is_small(size)) return take_small(size);
  void* const block = ::operator new(static_cast<std::size_t>(size), alignment_of(size), std::nothrow);
  if (block != nullptr && is_large(size)) platform::use_large_pages(block, size);
  return block;
}

void release_heap(void* block, std::uint64_t bytes) {
  const std::uint64_t size = size_of_block(bytes);
  if (is_small(size)) return release_small(block);
  if (is_large(size) && size <= largest_kept) {
    offer(block, size);
    block = place_of(size).exchange(block);
  }
  if (block != nullptr) ::operator delete(block, alignment_of(size));
}

}  // namespace strew::engine
