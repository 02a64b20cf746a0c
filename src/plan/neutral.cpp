#include "plan/neutral.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/arithmetic.hpp"
#include "base/low_bytes.hpp"
#include "problem/accumulators.hpp"
#include "problem/canonical.hpp"
#include "problem/number_bits.hpp"
#include "solve/traits.hpp"

namespace strew::engine {
namespace {

using element = decltype(neutral_start::element);

// None of a difference, whose first update is not subtracted, and of products of complex numbers, which are sums.
std::optional<element> neutral_element(reduction reduce, dtype type) {
  const bool is_complex = info(type).kind == type_kind::complex;
  const bool has_one = reduce != reduction::none && reduce != reduction::sub && reduce != reduction::mean;
  if (!has_one || info(type).kind == type_kind::record || (is_complex && reduce != reduction::add)) return std::nullopt;
  const std::uint64_t number = neutral_number(reduce, type);
  const auto width = static_cast<std::size_t>(info(type).width);
  const std::size_t bytes = is_complex ? width / 2 : width;
  element made{};
  for (std::size_t at = 0; at < width; at += bytes) store_low_bytes(made.data() + at, number, bytes);
  return made;
}

// Updates are combined in the elements, in their type.
bool keeps_no_state(const problem& main) {
  if (main.names_positions || main.is_scan() || main.decoding || main.has_indexed_weights()) return false;
  return !may_need_accumulators(main) &&
         (!main.makes_products() || product_bytes(main) <= static_cast<std::size_t>(main.width));
}

// Cells that come one after the other are reduced beside the processor, in rows of some units.
bool comes_cell_by_cell(const problem& main) {
  return (main.segments || main.coordinates.empty()) && !main.axes.empty() &&
         main.axes.back().extent >= static_cast<std::int64_t>(kernel::min_reduced_row);
}

// For several, so that data are not the output.
bool has_one_element(const tensor& data) {
  bool is_for_several = false;
  for (std::size_t d = 0; d < data.rank(); ++d) {
    if (data.strides[d] != 0 && data.extents[d] > 1) return false;
    is_for_several |= data.extents[d] > 1;
  }
  return is_for_several;
}

// Points along it are those of a slot: a cell of each gets an update, or none.
bool is_of_slot(const axis& a) {
  return a.index_stride == 0 && a.from_stride == 0 && a.table_stride != 0;
}

// Slots, and the cells of each.
struct reached {
  std::uint64_t slots = 1;
  std::uint64_t cells = 1;
};
reached reach_of_positions(const problem& raw) {
  reached made;
  const auto multiply = [](std::uint64_t& by, std::int64_t extent) {
    by = saturated_product(by, static_cast<std::uint64_t>(extent));
  };
  for (const axis& a : raw.axes)
    if (a.table_stride != 0) multiply(is_of_slot(a) ? made.cells : made.slots, a.extent);
  for (std::size_t k = 0; k < raw.coordinates.size(); ++k) multiply(made.slots, raw.places(k));
  return made;
}

// All elements of the output are reached, and most by updates: the others are written once more, and slots are noted.
bool suits_updates(const operation& op, const operands& ops) {
  const reached all = reach_of_positions(op.raw);
  std::uint64_t elements = 1;
  for (const std::int64_t n : ops.output.extents) elements = saturated_product(elements, static_cast<std::uint64_t>(n));
  return elements != 0 && saturated_product(all.slots, all.cells) == elements &&
         all.slots <= op.main.space.position_count();
}

bool has_window(const problem& raw) {
  const auto is_wide = [](const coordinate& c) { return c.window != 1; };
  return std::any_of(raw.axes.begin(), raw.axes.end(), [](const axis& a) { return a.window_of != no_window; }) ||
         std::any_of(raw.coordinates.begin(), raw.coordinates.end(), is_wide);
}

// Bytes of updates, if they tell whether a cell with an update may be the neutral element, and are faster to read than
// indices: one for each position, side by side, none of which is another number in its cell.
std::uint64_t searched_bytes(const problem& main, const tensor& updates, bool has_single_cells) {
  const bool is_sum = main.reduce == reduction::add && is_float(main.type);
  const bool shows =
      is_sum || main.reduce == reduction::min || main.reduce == reduction::max || main.reduce == reduction::logic_and;
  if (!shows || !has_single_cells || main.from || main.is_weighted()) return 0;
  std::uint64_t bytes = static_cast<std::uint64_t>(updates.width);
  for (std::size_t d = updates.rank(); d-- > 0;) {
    if (updates.extents[d] != 1 && updates.strides[d] != static_cast<std::int64_t>(bytes)) return 0;
    bytes = saturated_product(bytes, static_cast<std::uint64_t>(updates.extents[d]));
  }
  return bytes;
}

// A one in a byte for each slot, in which an update of it is noted.
problem noting_of(const problem& raw) {
  problem made = raw;
  made.axes.erase_if(is_of_slot);
  made.width = 1;
  made.type = dtype::u8;
  made.reduce = reduction::logic_or;
  made.exclude_self = false;
  made.weight_type = dtype::opaque;
  for (axis& a : made.axes) a.direct_stride = a.weight_stride = 0;
  if (made.from && !made.from->may_omit()) {
    made.from.reset();
    for (axis& a : made.axes) a.from_stride = 0;
  }
  if (made.from) {
    for (coordinate& c : made.from->coordinates) c.table_stride = 0;
  }
  return made;
}

problem cells_of_slot(const problem& raw) {
  problem made;
  made.way = direction::write;
  made.width = raw.width;
  for (const axis& a : raw.axes)
    if (is_of_slot(a)) made.axes.push_back({a.extent, a.table_stride, 0, 0, no_window});
  make_canonical(made);
  return made;
}

}  // namespace

bool may_begin_neutral(const operation& op, const operands& ops, const plan_options& options) {
  const problem& main = op.main;
  if (!main.exclude_self || options.is_open || options.is_in_place || options.requested != nullptr) return false;
  if (main.moves_nothing() || main.refuses_duplicates || !op.has_raw || !keeps_no_state(main)) return false;
  if (!has_one_element(ops.data) || has_window(op.raw) || comes_cell_by_cell(main)) return false;
  return suits_updates(op, ops) && neutral_element(main.reduce, main.type).has_value();
}

neutral_parts begin_neutral(const operation& op, const operands& ops, const kernel::kernel_set& kernels) {
  neutral_parts made;
  made.kept.element = *neutral_element(op.main.reduce, op.main.type);
  made.kept.width = static_cast<std::size_t>(ops.output.width);
  accumulator_walk walk = walk_accumulators(noting_of(op.raw), 1);
  walk.through.pass = accumulator_pass::none;
  made.noting = std::move(walk.through);
  made.kept.slots = std::move(walk.accumulators);
  made.kept.count = walk.count;
  made.kept.cells = cells_of_slot(op.raw);
  made.kept.searched = searched_bytes(op.main, ops.updates, made.kept.cells.axes.empty());
  made.kept.copy = copy_solver.make({made.kept.cells, kernels});
  return made;
}

}  // namespace strew::engine
