// The record of the last call of each thread.
#pragma once

#include "common/failure.hpp"
#include "strew/bnns.h"

namespace strew::frontends::bnns {

// Where the engine puts what it finds.
strew_error& last_error();

// What an exported function returns.
int conclude(strew_status status);
int conclude(const strew_error& failure);

}  // namespace strew::frontends::bnns
