// Anything: offsets, then any strides. Windows that overlap or can be cut are processed one position at a time.
#include "solve/effort.hpp"
#include "solve/short_line.hpp"
#include "solve/traits.hpp"

namespace strew::engine {
namespace {

struct strided_program {
  block_program blocks;
  kernel::cut_kernel cut;  // null where no window can be cut
};

const char* refuse(const situation& in) {
  return refuse_units(in);
}

program make(const situation& in) {
  program made;
  auto& decision = made.set_made([&] {
    return strided_program{make_blocks(in, kernel::form::strided, true), nullptr};
  });
  if (in.cuts_windows) decision.cut = in.kernels.cut(index_type_of(in.problem.index_type));
  if (decision.cut != nullptr || in.overlaps) decision.blocks.positions = 1;
  return made;
}

bool run_cut(const strided_program& decision, block_mover& blocks, position_walk& walk, const cancellation& cancel) {
  while (walk.left() > 0) {
    if (cancel.is_requested()) return false;
    if (!blocks.move_cut(walk, decision.cut)) return false;
  }
  return true;
}

bool run(const program& chosen, const part& work, const cancellation& cancel) {
  const auto& decision = chosen.as<strided_program>();
  return run_blocks(work, decision.blocks, nullptr, cancel, [&](block_mover& blocks, position_walk& walk) {
    return decision.cut != nullptr ? run_cut(decision, blocks, walk, cancel) : move_blocks(blocks, walk, cancel);
  });
}

workload cost(const program& /*chosen*/, const situation& in, std::uint64_t /*tasks*/) {
  return strided_work(in);
}

}  // namespace

constexpr solver strided_solver = {.name = "strided",
                                   .method = "resolves a block of positions, then takes units at any strides",
                                   .refuse = refuse,
                                   .make = make,
                                   .run = run,
                                   .block = block_of<strided_program>,
                                   .cost = cost,
                                   .is_general = true,
                                   .reports = true,
                                   .takes_pairs = true};

}  // namespace strew::engine
