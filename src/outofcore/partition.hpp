// Validates the indices, and writes the updates of each block of the table together.
#pragma once

#include "outofcore/scatter_call.hpp"

namespace strew::engine::outofcore {

// IX1 with the position among all, and the number of all bad ones; what the engine refuses of the call (TY1, TY4, AT1).
// Reads the indices three times and the updates once, in order; appends to the file of runs.
outcome divide(const scatter_call& call, int runs, const hooks& with, partition& made);

}  // namespace strew::engine::outofcore
