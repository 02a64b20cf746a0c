// In a file of its own: where the compiler sees these definitions it takes calls of them for mismatched ones.
#include "failing_new.hpp"

#include <cstdlib>
#include <new>

namespace {

thread_local int allocations_left = -1;  // negative: never fail
thread_local bool throws_something_else = false;

bool is_refused() {
  if (allocations_left < 0) return false;
  return allocations_left-- == 0;  // below 0 from here on: only one allocation fails
}

}  // namespace

void* operator new(std::size_t size) {
  if (is_refused()) {
    if (throws_something_else) throw 42;
    throw std::bad_alloc();
  }
  if (void* p = std::malloc(size == 0 ? 1 : size)) return p;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  if (is_refused()) return nullptr;
  return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* p) noexcept {
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
  std::free(p);
}

namespace strew::testing {

void fail_allocation_after(int count, bool with_another_exception) {
  allocations_left = count;
  throws_something_else = with_another_exception;
}

}  // namespace strew::testing
