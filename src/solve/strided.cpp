// Anything: offsets, then any strides. Windows that overlap or can be cut go one position at a time.
#include "solve/short_line.hpp"
#include "solve/traits.hpp"

namespace strew {
inline namespace engine {
namespace {

struct strided_program {
  block_program blocks;
  kernel::cut_kernel cut;  // null where no window can be cut
};

const char* refuse(const situation& in) {
  return in.problem.moves_nothing() ? "nothing moves" : nullptr;
}

program make(const situation& in) {
  strided_program form{make_blocks(in, kernel::form::strided, true), nullptr};
  if (has_cut_windows(in.problem)) form.cut = in.kernels.cut(index_type_of(in.problem.index_type));
  if (form.cut != nullptr || has_overlapping_windows(in)) form.blocks.positions = 1;
  program made;
  made.set(form);
  return made;
}

bool run_cut(const strided_program& form, block_mover& blocks, position_walk& walk, const cancellation& cancel) {
  while (walk.left() > 0) {
    if (cancel.is_asked()) return false;
    if (!blocks.move_cut(walk, form.cut)) return false;
  }
  return true;
}

bool run(const program& how, const part& work, const cancellation& cancel) {
  const auto& form = how.as<strided_program>();
  return run_blocks(work, form.blocks, nullptr, cancel, [&](block_mover& blocks, position_walk& walk) {
    return form.cut != nullptr ? run_cut(form, blocks, walk, cancel) : move_blocks(blocks, walk, cancel);
  });
}

std::size_t block(const program& how) {
  return how.as<strided_program>().blocks.positions;
}

}  // namespace

constexpr solver strided_solver = {"strided", refuse, make, run, block};

}  // namespace engine
}  // namespace strew
