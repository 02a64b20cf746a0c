// Nothing moves.
#include "solve/solver.hpp"

namespace strew::engine {
namespace {

const char* refuse(const situation& in) {
  return in.moves_nothing ? nullptr : "every extent is at least 1, so bytes move";
}

program make(const situation& /*in*/) {
  return {};
}

bool run(const program& /*chosen*/, const part& /*work*/, const cancellation& /*cancel*/) {
  return true;
}

}  // namespace

constexpr solver nop_solver = {.name = "nop",
                               .method = "nothing is left to move",
                               .refuse = refuse,
                               .make = make,
                               .run = run,
                               .is_general = true,
                               .takes_pairs = true,
                               .takes_codes = true};

}  // namespace strew::engine
