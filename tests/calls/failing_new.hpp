// An operator new that fails when told to, for the whole program.
#pragma once

namespace strew::testing {

// The next `count` allocations of this thread succeed, the one after them throws; a negative count ends that.
void fail_allocation_after(int count, bool with_another_exception);

}  // namespace strew::testing
