// Random extents, axes and dimension numbers that break no rule.
#pragma once

#include "cases/random.hpp"
#include "cases/test_case.hpp"

namespace strew::cases {

constexpr int64_t max_elements = 1024;  // of any operand, except in big cases

void draw_shapes(test_case& p, random_source& draw);

// Extents whose product is at most `most`, sometimes 0.
shape draw_extents(random_source& draw, int64_t rank, int64_t most);
// The StableHLO forms; false if the operands became too large.
bool draw_stablehlo_shapes(test_case& p, random_source& draw);
// `count` numbers of [0, end), each once, in random order.
shape draw_distinct(random_source& draw, int64_t count, int64_t end);

}  // namespace strew::cases
