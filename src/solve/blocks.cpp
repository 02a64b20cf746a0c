#include "solve/blocks.hpp"

#include <algorithm>

#include "base/arithmetic.hpp"
#include "solve/traits.hpp"
#include "walk/windows.hpp"

namespace strew {
inline namespace engine {
namespace {

constexpr std::int64_t bytes_between_polls = 1 << 22U;  // but for one wider slice

bool continues(const axis& outer, const axis& inner) {
  const auto follows = [&](std::int64_t a, std::int64_t b) { return static_cast<int128>(a) == times(b, inner.extent); };
  return follows(outer.direct_stride, inner.direct_stride) && follows(outer.index_stride, inner.index_stride);
}

std::size_t count_flat(const problem& p, std::size_t outer) {
  if (outer == 0) return 0;
  std::size_t flat = 1;
  while (flat < outer && continues(p.axes[outer - flat - 1], p.axes[outer - flat])) ++flat;
  return flat;
}

std::int64_t slice_bytes(const part& work, std::size_t outer) {
  std::int64_t bytes = work.what.width;
  for (std::size_t a = outer; a < work.what.axes.size() && bytes < bytes_between_polls; ++a)
    bytes *= work.axes[a].extent;
  return bytes;
}

}  // namespace

block_program make_blocks(const situation& in, kernel::form shape, bool kernel_takes_row) {
  const problem& p = in.what;
  const std::size_t outer = count_outer(p);
  const std::size_t inner = p.axes.size() - outer;
  block_program made{};
  made.outer_axes = static_cast<std::uint16_t>(outer);
  made.flat_axes = static_cast<std::uint16_t>(count_flat(p, outer));
  made.walked_axes = static_cast<std::uint16_t>(kernel_takes_row && inner > 0 ? inner - 1 : inner);
  made.positions = max_block_positions;
  made.resolve = in.kernels.resolve(index_type_of(p.index_type), mode_of(p));
  made.unit = unit_kernel(in, shape);
  made.fill = p.policy.outside == out_of_bounds::fill ? in.kernels.fill() : nullptr;
  return made;
}

block_mover::block_mover(const part& work, const block_program& how)
    : work_(work),
      how_(how),
      // a shorter axis does not continue the one before it
      flat_axes_(work.shared < how.outer_axes ? std::min<std::size_t>(how.flat_axes, how.outer_axes - work.shared)
                                              : how.flat_axes),
      between_polls_(std::max<std::int64_t>(bytes_between_polls / slice_bytes(work, how.outer_axes), 1)) {}

std::int64_t block_mover::most() const {
  return std::min(static_cast<std::int64_t>(how_.positions), between_polls_);
}

kernel::block block_mover::begin(const position_walk& walk) const {
  kernel::block work;
  work.table = table_;
  work.direct = at(direct_, walk.number() * walk.line().direct_stride);
  work.offsets = offsets_.data();
  work.positions = 1;
  work.direct_stride = walk.line().direct_stride;
  work.width = static_cast<std::size_t>(work_.what.width);
  work.first_replaces = work_.what.exclude_self;
  return work;
}

void block_mover::move(position_walk& walk, std::int64_t size) {
  const problem& p = work_.what;
  kernel::block work = begin(walk);
  work.positions = static_cast<std::size_t>(size);
  const position_walk first = walk;
  walk.take(size, offsets_.data());
  bool leaves_out = false;
  if (!p.coordinates.empty()) std::fill_n(nothing_.begin(), work.positions, std::uint8_t{0});
  for (std::size_t k = 0; k < p.coordinates.size(); ++k)
    leaves_out |= how_.resolve(column(first, k, work.positions), work_.rules[k], offsets_.data(), nothing_.data());
  if (leaves_out) work.nothing = nothing_.data();
  report(leaves_out);
  walk_slice(inner(), work, how_.unit);
  if (leaves_out && how_.fill != nullptr) fill(work);
}

void block_mover::move_cut(position_walk& walk, kernel::cut_kernel cut) {
  kernel::block work = begin(walk);
  const std::byte* tuple = tuples_ == nullptr ? nullptr : tuples_ + walk.number() * walk.line().index_stride;
  walk.take(1, offsets_.data());
  move_boxes(work, tuple, cut);
}

// The stack that these lists take is not that of all other blocks.
[[gnu::noinline]] void block_mover::move_boxes(kernel::block& work, const std::byte* tuple, kernel::cut_kernel cut) {
  cut_window window(work_.what, work_.rules, cut, tuple);
  if (how_.fill != nullptr && !window.is_whole()) {
    nothing_[0] = 1;
    work.nothing = nothing_.data();
    fill(work);
    work.nothing = nullptr;
  }
  window.for_each_box(inner(), inner_count(), [&](const axis* axes, std::int64_t table, std::int64_t direct) {
    kernel::block box = work;
    box.table = at(box.table, table);
    box.direct = at(box.direct, direct);
    walk_slice(axes, box, how_.unit);
  });
}

void block_mover::fill(kernel::block& work) const {
  const fill_pattern& pattern = work_.what.fill;
  walk_slice(inner(), work, [&](const kernel::block& units) { how_.fill(units, pattern.data(), pattern.size()); });
}

bool move_blocks(block_mover& blocks, position_walk& walk, const cancellation& cancel) {
  while (walk.left() > 0) {
    if (cancel.is_asked()) return false;
    blocks.move(walk, std::min(blocks.most(), walk.left()));
  }
  return true;
}

}  // namespace engine
}  // namespace strew
