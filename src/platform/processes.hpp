// Processes, and those that a fork has made.
#pragma once

#include <cstdint>

namespace strew::platform {

// Its number, which is not 0.
std::uint32_t this_process();

// True in a child that was forked after this library was loaded: threads of the parent do not exist there, and locks
// they held remain locked.
bool is_forked();

// Until a signal is handled on this thread, where there are signals; else for ever.
void wait_for_ever();

}  // namespace strew::platform
