// The record of the last call of each thread.
#pragma once

#include "common/failure.hpp"
#include "strew/bnns.h"

namespace strew::frontends::bnns {

// The error record passed to the engine.
strew_error& last_error();

// The return value of an exported function. The engine's message in last_error() becomes one in the terms of BNNS.
int conclude(strew_status status, bool is_scatter);
int conclude(const strew_error& failure);

}  // namespace strew::frontends::bnns
