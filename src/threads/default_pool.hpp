// The threads of calls whose caller brings none: those of oneTBB (onetbb.cpp), or none (none.cpp).
#pragma once

#include <cstdint>

#include "walk/tasks.hpp"

namespace strew::engine {

// Constant: looking at it starts nothing. Its functions are called only for work that is large enough to be divided.
extern const workers default_pool;

// The version of oneTBB; null: the library is built without.
const char* default_pool_version();

// The value of the environment variable STREW_THREADS, an upper limit of threads. 0, no limit: it is not set, or not an
// integer of at least 1.
std::uint64_t thread_limit(const char* text);

}  // namespace strew::engine
