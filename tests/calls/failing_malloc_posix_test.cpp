// malloc and its family, in the place of the C library's, for the program and every library in it.
#include "refusals.hpp"

#if STREW_OWNS_MALLOC

#include <cerrno>
#include <cstddef>

extern "C" {

// The C library's own, under the names it has for those who replace the public ones.
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* block);

using strew::testing::refused;

static void* counted(void* block, std::size_t size) {
  if (block != nullptr) ++refused.live;
  refused.asked += size;
  return block;
}

static bool is_refused(void) {
  return !refused.throws_something_else && refused.is_next_refused();
}

static void* nothing(void) {
  errno = ENOMEM;
  return nullptr;
}

void* malloc(std::size_t size) {
  return is_refused() ? nothing() : counted(__libc_malloc(size), size);
}

void* calloc(std::size_t count, std::size_t size) {
  return is_refused() ? nothing() : counted(__libc_calloc(count, size), count * size);
}

void* realloc(void* block, std::size_t size) {
  if (is_refused()) return nothing();
  void* const moved = __libc_realloc(block, size);
  if (block == nullptr) return counted(moved, size);
  if (size == 0 && moved == nullptr) --refused.live;
  return moved;
}

void* memalign(std::size_t alignment, std::size_t size) {
  return is_refused() ? nothing() : counted(__libc_memalign(alignment, size), size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return memalign(alignment, size);
}

int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  void* const made = memalign(alignment, size);
  if (made == nullptr) return ENOMEM;
  *block = made;
  return 0;
}

void free(void* block) {
  if (block != nullptr) --refused.live;
  __libc_free(block);
}

}  // extern "C"

#endif
