// Measures the numbers of this machine.
#pragma once

#include <string>

#include "cost/machine.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {

// In some three seconds, on all threads of the pool, with four times the memory of the last cache. Caches stay as they
// are in `assumed`, and what cannot be measured, since there is one thread or they never ran at once. Throws
// std::bad_alloc.
machine measure(const machine& assumed, const workers& pool);

// The text of a tuning file for this machine.
std::string measured_text(const workers& pool);

}  // namespace strew::engine
