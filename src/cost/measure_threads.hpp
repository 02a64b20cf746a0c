// Measures what threads cost one another.
#pragma once

#include "cost/machine.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {

// exchange, wake and handover, on a pool of at least two threads. A number whose two tasks never ran at once stays.
void measure_threads(const workers& pool, machine& to);

}  // namespace strew::engine
