// Names of a problem's enum values, for texts.
#pragma once

#include "problem/problem.hpp"

namespace strew::engine {

const char* name_of(direction way);
const char* name_of(reduction reduce);
const char* name_of(out_of_bounds outside);
const char* name_of(negative below_zero);

}  // namespace strew::engine
