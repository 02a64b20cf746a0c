// The copy of data where it is little: of a reduction by offsets that replaces old values, each segment with a position
// writes its cells, so that only those of the others get their data.
#pragma once

#include "plan/plan.hpp"

namespace strew::engine {

// A plan whose steps are made has it then, unless data are copied whole.
void add_unheld_copy(plan& made);

}  // namespace strew::engine
