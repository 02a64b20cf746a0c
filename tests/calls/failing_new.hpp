// Allocations that fail when told to, and a count of those that live, for the whole program: malloc and its family, and
// every operator new, which end there. Where a sanitizer owns malloc only the operators fail and are counted.
#pragma once

#include <cstdint>

namespace strew::testing {

// The next `count` allocations of this thread succeed, the one after them fails; a negative count ends that. With
// another exception only operator new fails, and throws something that is no bad_alloc.
void fail_allocation_after(int count, bool with_another_exception = false);

// Whether an allocation has failed since the last fail_allocation_after with a count that is not negative.
bool an_allocation_failed();

// Blocks of this thread that were allocated and not given back.
std::int64_t live_blocks();

// Bytes that this thread has requested since its start, given back or not.
std::uint64_t bytes_asked();

}  // namespace strew::testing
