// The threads of calls whose caller brings none (pool.cpp): those of oneTBB, or the library's own; or none (none.cpp).
#pragma once

#include <cstdint>
#include <string>

#include "walk/tasks.hpp"

namespace strew::engine {

// Constant: looking at it starts nothing. Its functions are called only for work that is large enough to be divided.
extern const workers default_pool;

// Whose threads they are: "oneTBB 2021.8.0", "std::thread"; empty: the library is built without threads.
std::string default_pool_source();

// The value of the environment variable STREW_THREADS, an upper limit of threads. 0, no limit: it is not set, or not an
// integer of at least 1.
std::uint64_t thread_limit(const char* text);

// The value of the environment variable STREW_AWAKE in ns: for how long a thread that has helped looks for more at
// most. 200 ms where it is not set, or not an integer of ms.
std::uint64_t awake_limit(const char* text);

}  // namespace strew::engine
