// What an operator asks for: its indexed move and, of a scatter, the copy that comes first.
#pragma once

#include <optional>

#include "problem/problem.hpp"

namespace strew {

struct operation {
  problem main;
  std::optional<problem> prologue;  // data to output; left out when the call is in place
};

}  // namespace strew
