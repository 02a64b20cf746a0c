// In a file of its own: where the compiler sees these definitions it takes calls of them for mismatched ones.
#include "failing_new.hpp"

#include <cstdlib>
#include <new>

#include "refusals.hpp"

namespace strew::testing {

thread_local refusals refused;

namespace {

// malloc refuses by itself where it is ours.
bool does_operator_refuse() {
  if (refused.throws_something_else) {
    if (refused.is_next_refused()) throw 42;
    return false;
  }
  return STREW_OWNS_MALLOC == 0 && refused.is_next_refused();
}

void* counted(void* block, std::size_t size) {
  if (STREW_OWNS_MALLOC != 0) return block;
  if (block != nullptr) ++refused.live;
  refused.asked += size;
  return block;
}

void* plain(std::size_t size) {
  return does_operator_refuse() ? nullptr : counted(std::malloc(size == 0 ? 1 : size), size);
}

void* aligned(std::size_t size, std::align_val_t alignment) {
  const auto unit = static_cast<std::size_t>(alignment);
  return does_operator_refuse() ? nullptr : counted(std::aligned_alloc(unit, (size + unit) / unit * unit), size);
}

void* or_throw(void* block) {
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

void give_back(void* block) {
  if (STREW_OWNS_MALLOC == 0 && block != nullptr) --refused.live;
  std::free(block);
}

}  // namespace

void fail_allocation_after(int count, bool with_another_exception) {
  if (count >= 0) refused.has_refused = false;
  refused.throws_something_else = with_another_exception;
  refused.allocations_left = count;
}

bool an_allocation_failed() {
  return refused.has_refused;
}

std::int64_t live_blocks() {
  return refused.live;
}

std::uint64_t bytes_asked() {
  return refused.asked;
}

}  // namespace strew::testing

void* operator new(std::size_t size) {
  return strew::testing::or_throw(strew::testing::plain(size));
}
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return strew::testing::plain(size);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return strew::testing::or_throw(strew::testing::aligned(size, alignment));
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t& /*tag*/) noexcept {
  return strew::testing::aligned(size, alignment);
}
void operator delete(void* p) noexcept {
  strew::testing::give_back(p);
}
void operator delete(void* p, std::size_t) noexcept {
  strew::testing::give_back(p);
}
void operator delete(void* p, std::align_val_t) noexcept {
  strew::testing::give_back(p);
}
void operator delete(void* p, std::size_t, std::align_val_t) noexcept {
  strew::testing::give_back(p);
}
void operator delete(void* p, std::align_val_t, const std::nothrow_t&) noexcept {
  strew::testing::give_back(p);
}
