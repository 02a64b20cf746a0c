// A problem that comes as one, not as an operator: a part of another one, or a move with indices on both sides.
#pragma once

#include "base/operands.hpp"
#include "problem/operation.hpp"

namespace strew::engine {
namespace lower {

// Checks it and completes `ops`, tensors with the elements that it reaches. `raw` and `map` are as given; the axes need
// not be canonical. TY3, TY4, AT2, PB2 to PB4, EX2, SZ1 to SZ3.
result<operation> given_problem(const problem& raw, const index_map& map, operands& ops);

}  // namespace lower
}  // namespace strew::engine
