// Where the threads that help with calls come from: oneTBB (onetbb.cpp), or the library itself (standard.cpp). One of
// the two is linked in beside pool.cpp.
#pragma once

#include <cstdint>

namespace strew::engine {

// The processors that the process may use; at least 1.
std::uint64_t count_processors();

// Has a thread call `help` once, soon, or when one of the `most` that there may be is free. False if there is no memory
// or no thread for it. The threads outlive a dlclose of the library that started them.
bool start_helper(std::uint64_t most, void (*help)()) noexcept;

}  // namespace strew::engine
