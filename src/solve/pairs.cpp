#include "solve/pairs.hpp"

#include <bit>
#include <limits>

#include "kernel/fetch.hpp"
#include "solve/traits.hpp"
#include "walk/kernel_axes.hpp"
#include "walk/members.hpp"
#include "walk/workspace.hpp"

namespace strew::engine {
namespace {

constexpr std::int64_t max_fetched_ahead = 4096;  // bytes
constexpr std::size_t row_begin = 256;            // bytes of a slice, from which on a processor reads ahead

void prefetch(const std::byte* first) {
  kernel::fetch_lines(first, row_begin);
}

// Of all distances from one update to another one.
unsigned shift_of(const problem& p) {
  std::uint64_t all = 0;
  for (const axis& a : p.axes) all |= static_cast<std::uint64_t>(a.direct_stride);
  if (p.from) {
    for (const coordinate& c : p.from->coordinates) all |= static_cast<std::uint64_t>(c.table_stride);
  }
  constexpr int most = 31;
  return static_cast<unsigned>(std::min(std::countr_zero(all), most));
}

}  // namespace

inner_place distance(const part& from, const part& to) {
  const auto bytes = [](const std::byte* first, const std::byte* last) { return first == nullptr ? 0 : last - first; };
  return {bytes(from.weights, to.weights), bytes(from.scales, to.scales), bytes(from.zeros, to.zeros),
          to.column - from.column};
}

bool are_places(const indexed_side& of) {
  return of.coordinates.size() == 1 && of.index_type == dtype::u32 && !of.omits_starts() && !of.segments &&
         (of.policy.outside == out_of_bounds::error || of.policy.outside == out_of_bounds::assume);
}

bool is_list_of_places(const kernel::index_column& indices) {
  return indices.stride == sizeof(std::uint32_t) &&
         reinterpret_cast<std::uintptr_t>(indices.first) % alignof(std::uint32_t) == 0;
}

paired_updates::paired_updates(const part& work, const kernel::kernel_set& kernels, std::size_t row, pair_room* room)
    : work_(work), kernels_(kernels), room_(room) {
  const problem& p = work.problem;
  if (p.from && !p.from->coordinates.empty()) starts_ = start_kernels_of(*p.from, kernels, true);
  shift_ = shift_of(p);
  is_scan_ = p.is_scan();
  can_be_places_ = !is_scan_ && !p.makes_products() && !p.decoding && p.from && are_places(*p.from);
  if (p.makes_products()) {
    weigh_ = weigh_kernel_of(p, kernels);
    product_bytes_ = product_bytes(p);
  }
  if (row != no_axis) weight_step_ = p.axes[row].weight_stride;
  if (p.decoding) start_decoding(row);
  if (!p.has_indexed_weights()) return;
  weight_starts_ = start_kernels_of(p, kernels, true);
  weight_rules_ = work.rules;
  weight_rules_[0].table_stride = p.coordinates[0].weight_stride;
}

// A separate function, as few problems have any.
[[gnu::noinline]] void paired_updates::start_decoding(std::size_t row) {
  const problem& p = work_.problem;
  const decoding& of = *p.decoding;
  decode_ = kernels_.decode(scalar_of(of.value_type));
  value_bytes_ = static_cast<std::size_t>(info(of.value_type).width);
  if (room_ != nullptr) {
    rows_ = code_rows_of(work_, room_->codes.numbers);
    rows_.value_step = static_cast<std::ptrdiff_t>(value_bytes_);
    widen_ = widening_of(p, kernels_);
  }
  if (row != no_axis) code_row_ = p.codes_along(p.axes[row]);
  if (work_.from_rules == nullptr) return;
  code_rules_ = *work_.from_rules;
  for (kernel::coordinate_rule& rule : code_rules_) rule.table_stride = 1;
}

void paired_updates::begin(const position_walk& walk, std::int64_t size, const pair_base& base,
                           const tuple_line& of_table) {
  const axis& line = walk.line();
  weight_tuples_ = of_table;
  tuples_ = {base.from + walk.number() * line.from_stride, line.from_stride, static_cast<std::size_t>(size)};
  direct_stride_ = line.direct_stride;
  weight_stride_ = line.weight_stride;
  has_reach_ = false;
  places_ = nullptr;
  if (can_be_places_ && line.direct_stride == 0) {
    kernel::index_column indices = tuples_.stored();
    indices.first += work_.problem.from->coordinates[0].index_offset;
    if (is_list_of_places(indices)) places_ = reinterpret_cast<const std::uint32_t*>(indices.first);
  }
  position_stride_ = line.position_stride;
  position_ = base.position + walk.number() * position_stride_;
  if (base.weights != nullptr) weights_ = base.weights + walk.number() * line.weight_stride;
  if (!decodes()) return;
  code_line_ = work_.problem.codes_along(line);
  if (base.scales != nullptr) scales_ = base.scales + walk.number() * code_line_.scale;
  if (base.zeros != nullptr) zeros_ = base.zeros + walk.number() * code_line_.zero;
  widened_ = nullptr;
}

// Those of the block for these units: of one unit side by side, then those of the next one. Pieces of a block whose
// weights are the same have them from the piece before.
void paired_updates::set_widened(std::size_t units, kernel::weighing& each) {
  static constexpr std::int64_t at_begin = 0;
  float* const widened = room_->codes.weights.data();
  const std::size_t count = tuples_.count;
  if (weight_step_ == 0) units = 1;
  if (each.weights == widened_) units = 0;
  for (std::size_t i = 0; i < units; ++i) {
    kernel::slice_block work;
    work.accumulators = reinterpret_cast<std::byte*>(widened + i * count);
    work.units = const_cast<std::byte*>(each.weights + static_cast<std::int64_t>(i) * weight_step_);  // only read
    work.to = work.from = &at_begin;
    work.slices = 1;
    work.count = count;
    work.step = weight_stride_;
    widen_(work);
  }
  widened_ = each.weights;
  each.weights = reinterpret_cast<const std::byte*>(widened);
  each.weight_stride = sizeof(float);
  each.weight_step = weight_step_ == 0 ? 0 : static_cast<std::ptrdiff_t>(count * sizeof(float));
}

bool paired_updates::resolve_weights(std::int64_t first, std::int64_t* to, std::uint8_t* skip_mask) const {
  list_evenly(first, weight_stride_, static_cast<std::int64_t>(tuples_.count), to);
  return has_indexed_weights() &&
         add_starts(weight_starts_, work_.problem, weight_rules_, weight_tuples_, to, skip_mask);
}

void paired_updates::put_places(kernel::block& work) const {
  work.places = places_;
  work.direct_stride = work_.problem.from->coordinates[0].table_stride;
}

bool paired_updates::resolve(const rule_list* rules, std::int64_t step, std::int64_t first, std::int64_t* to,
                             std::uint8_t* skip_mask) const {
  list_evenly(first, step, static_cast<std::int64_t>(tuples_.count), to);
  return starts_.resolve != nullptr && add_starts(starts_, *work_.problem.from, *rules, tuples_, to, skip_mask);
}

bool paired_updates::resolve(std::uint8_t* skip_mask) {
  if (places_ != nullptr) return false;
  bool skips = decodes() ? resolve(&code_rules_, 0, 0, offsets_.data(), skip_mask)
                         : resolve(work_.from_rules, direct_stride_, 0, offsets_.data(), skip_mask);
  if (has_indexed_weights()) skips = resolve_weights(0, room_->weight_of.data(), skip_mask) || skips;
  return skips;
}

bool paired_updates::resolve(std::int64_t first, std::int64_t* to, std::uint8_t* skip_mask) const {
  if (places_ == nullptr) return resolve(work_.from_rules, direct_stride_, first, to, skip_mask);
  const std::int64_t stride = work_.problem.from->coordinates[0].table_stride;
  for (std::size_t i = 0; i < tuples_.count; ++i) to[i] = first + static_cast<std::int64_t>(places_[i]) * stride;
  return false;
}

void paired_updates::fetch_next() const {
  const auto fetch = [&](const std::byte* first, std::int64_t stride) {
    const std::int64_t bytes = static_cast<std::int64_t>(tuples_.count) * stride;
    if (first == nullptr || bytes <= 0 || bytes > max_fetched_ahead) return;
    const auto next = reinterpret_cast<std::uintptr_t>(first) + static_cast<std::uintptr_t>(bytes);  // or none
    kernel::fetch_lines(reinterpret_cast<const std::byte*>(next), static_cast<std::size_t>(bytes));
  };
  if (starts_.resolve != nullptr) fetch(tuples_.first.stored(), tuples_.stride);
  fetch(weights_, weight_stride_);
}

const std::int64_t* paired_updates::offsets() {
  if (places_ != nullptr) resolve(0, offsets_.data(), nullptr);
  return offsets_.data();
}

void paired_updates::find_reach() {
  std::int64_t lowest = offsets_[0], highest = offsets_[0];
  for (std::size_t i = 1; i < tuples_.count; ++i) {
    lowest = std::min(lowest, offsets_[i]);
    highest = std::max(highest, offsets_[i]);
  }
  const std::uint64_t reach = static_cast<std::uint64_t>(highest) - static_cast<std::uint64_t>(lowest);
  is_in_reach_ = reach >> shift_ <= std::numeric_limits<std::uint32_t>::max();
  lowest_ = lowest;
  has_reach_ = true;
}

// In the memory of the updates that would be staged.
kernel::block paired_updates::listed(const kernel::block& work) {
  if (places_ != nullptr) {
    const std::ptrdiff_t stride = work_.problem.from->coordinates[0].table_stride;
    return listed_by(work, work.direct, stride, places_, [&](std::size_t p) { return places_[p]; });
  }
  const std::int64_t lowest = lowest_;
  const unsigned shift = shift_;
  const auto place_of = [&](std::size_t p) { return static_cast<std::uint32_t>((offsets_[p] - lowest) >> shift); };
  return listed_by(work, at(work.direct, lowest), std::ptrdiff_t{1} << shift, nullptr, place_of);
}

// `all`: the places of all positions, if they are in memory.
template <class PlaceOf>
kernel::block paired_updates::listed_by(const kernel::block& work, std::byte* direct, std::ptrdiff_t stride,
                                        const std::uint32_t* all, const PlaceOf& place_of) {
  auto* const offsets = reinterpret_cast<std::int64_t*>(units_.data());
  auto* const places = reinterpret_cast<std::uint32_t*>(units_.data() + max_block_positions * sizeof(std::int64_t));
  kernel::block made = work;
  made.direct = direct;
  made.direct_stride = stride;
  made.places = places;
  if (work.places != nullptr) {  // which leave out what is skipped
    for (std::size_t p = 0; p < work.positions; ++p) places[p] = place_of(work.places[p]);
    return made;
  }
  if (work.skip_mask == nullptr && all != nullptr) {
    made.places = all;
    return made;
  }
  if (work.skip_mask == nullptr) {
    for (std::size_t p = 0; p < work.positions; ++p) places[p] = place_of(p);
    return made;
  }
  std::size_t count = 0;
  for (std::size_t p = 0; p < work.positions; ++p) {
    offsets[count] = work.offsets[p];
    places[count] = place_of(p);
    count += work.skip_mask[p] == 0 ? 1 : 0;
  }
  made.offsets = offsets;
  made.skip_mask = nullptr;
  made.positions = count;
  return made;
}

kernel::block paired_updates::position_of(const kernel::block& work, std::size_t number) const {
  kernel::block one = work;
  one.direct = work.direct + offsets_[work.places == nullptr ? number : work.places[number]];
  one.offsets = work.offsets + number;
  one.positions = 1;
  one.skip_mask = nullptr;
  one.places = nullptr;
  return one;
}

// The beginning of a slice on both sides.
void paired_updates::fetch(const kernel::block& work, std::size_t number) const {
  if (work.skip_mask != nullptr && work.skip_mask[number] != 0) return;
  const kernel::block next = position_of(work, number);
  prefetch(next.direct);
  prefetch(next.table + next.offsets[0]);
}

// Of the next piece, so many that the first of them are there when it is their turn: the kernel fetches the others.
void paired_updates::fetch_updates(const kernel::block& work, std::size_t first) const {
  constexpr std::size_t fetched = 8;
  if (decodes()) return;  // the kernel that decodes does
  const std::size_t last = std::min(work.positions, first + fetched);
  for (std::size_t p = first; p < last; ++p) {
    if (work.skip_mask != nullptr && work.skip_mask[p] != 0) continue;
    prefetch(work.direct + offsets_[work.places == nullptr ? p : work.places[p]]);
  }
}

// The positions of a piece, with the staged updates. Products that are wider than updates take their place from the
// beginning on, while updates are at the end of the memory: none is overwritten before it is read.
kernel::block paired_updates::staged(const kernel::block& work, const extent& of) {
  const std::size_t width = staged_width(work);
  const std::size_t brought = of.positions * of.units * brought_width(work);
  std::byte* const updates = makes_products() ? units_.end() - brought : units_.data();
  const bool is_in_place = takes_in_place(work);
  if (!is_in_place) decodes() ? decode(work, of, updates) : gather(work, of, updates);
  if (makes_products()) weigh(work, of, updates);
  kernel::block made = work;
  made.table = at(work.table, static_cast<std::int64_t>(of.first_unit) * work.table_step);
  made.direct = units_.data();
  made.offsets = work.offsets + of.first;
  made.skip_mask = work.skip_mask == nullptr ? nullptr : work.skip_mask + of.first;
  made.places = nullptr;
  made.positions = of.positions;
  made.count = of.units;
  made.direct_step = static_cast<std::ptrdiff_t>(width);
  made.direct_stride = static_cast<std::ptrdiff_t>(of.units * width);
  if (is_in_place) {
    made.direct = at(work.direct, static_cast<std::int64_t>(of.first) * direct_stride_ +
                                      static_cast<std::int64_t>(of.first_unit) * work.direct_step);
    made.direct_step = work.direct_step;
    made.direct_stride = direct_stride_;
  }
  if (is_scan_) set_trace(work, of, made);
  return made;
}

// The results of a scan are at the places of weights.
void paired_updates::set_trace(const kernel::block& work, const extent& of, kernel::block& piece) {
  piece.places = work.places == nullptr ? nullptr : work.places + of.first;
  const std::byte* first = weights_ + inner_.weights + static_cast<std::int64_t>(of.first_unit) * weight_step_;
  if (piece.places == nullptr) first += static_cast<std::int64_t>(of.first) * weight_stride_;
  const bool is_before = work_.problem.trace == segment_trace::before;
  trace_ = {const_cast<std::byte*>(first), weight_stride_, weight_step_, is_before};  // the output's
  piece.trace = &trace_;
}

// As a read: the direct operand is its table.
void paired_updates::gather(const kernel::block& work, const extent& of, std::byte* to) {
  kernel::block read;
  read.table = at(work.direct, static_cast<std::int64_t>(of.first_unit) * work.direct_step);
  read.direct = to;
  read.offsets = offsets_.data() + of.first;
  if (work.places != nullptr) {
    for (std::size_t i = 0; i < of.positions; ++i) listed_[i] = offsets_[work.places[of.first + i]];
    read.offsets = listed_.data();
  }
  read.skip_mask = work.skip_mask == nullptr ? nullptr : work.skip_mask + of.first;
  read.positions = of.positions;
  read.direct_stride = static_cast<std::ptrdiff_t>(of.units * work.width);
  const bool is_dense = of.units == 1 || work.direct_step == static_cast<std::ptrdiff_t>(work.width);
  read.width = is_dense ? of.units * work.width : work.width;
  read.count = is_dense ? 1 : of.units;
  read.table_step = work.direct_step;
  read.direct_step = static_cast<std::ptrdiff_t>(work.width);
  const kernel::form shape = is_dense ? kernel::form::elements : kernel::form::strided;
  kernels_.move(shape, kernel::direction::read, kernel::class_of(read.width))(read);
}

// From the first position of the block on.
void paired_updates::list_codes(const kernel::block& work, const extent& of) {
  const problem& p = work_.problem;
  const bool has_starts = p.from && !p.from->coordinates.empty();
  const std::int64_t stride = has_starts ? p.from->coordinates[0].table_stride : 0;
  code_lists& lists = room_->codes;
  for (std::size_t i = 0; i < of.positions; ++i) {
    const std::size_t place = work.places == nullptr ? of.first + i : work.places[of.first + i];
    const auto number = static_cast<std::int64_t>(place);
    const std::int64_t start = offsets_[place];
    listed_[i] = number * direct_stride_ + start * stride;
    lists.scales[i] = number * code_line_.scale + start * p.decoding->scale_stride;
    lists.zeros[i] = number * code_line_.zero + start * p.decoding->zero_stride;
  }
}

// Units are columns of one row, or one column of rows that follow one another.
void paired_updates::decode(const kernel::block& work, const extent& of, std::byte* to) {
  list_codes(work, of);
  const auto first = static_cast<std::int64_t>(of.first_unit);
  const auto width = static_cast<std::ptrdiff_t>(value_bytes_);
  const auto units = static_cast<std::ptrdiff_t>(of.units);
  const bool is_along_row = code_row_.column != 0;
  kernel::code_rows rows = rows_;
  rows.codes = at(work.direct, first * (is_along_row ? 0 : work.direct_step));
  rows.scales = scales_ + inner_.scales + first * code_row_.scale;
  if (work_.problem.decoding->has_zero_points) rows.zeros = zeros_ + inner_.zeros + first * code_row_.zero;
  rows.code_offsets = listed_.data();
  rows.scale_offsets = room_->codes.scales.data();
  rows.zero_offsets = room_->codes.zeros.data();
  rows.skip_mask = work.skip_mask == nullptr ? nullptr : work.skip_mask + of.first;
  rows.positions = of.positions;
  rows.values = to;
  rows.values_stride = units * width;
  rows.first = rows.origin = work_.column + inner_.column + first * code_row_.column;
  rows.last = rows.first + (is_along_row ? units : 1);
  rows.units = is_along_row ? 1 : of.units;
  rows.unit_codes = work.direct_step;
  rows.unit_scales = code_row_.scale;
  rows.unit_zeros = code_row_.zero;
  rows.unit_values = width;
  decode_(rows);
}

void paired_updates::weigh(const kernel::block& work, const extent& of, const std::byte* updates) {
  kernel::weighing each;
  each.updates = updates;
  each.products = units_.data();
  each.weight_stride = weight_stride_;
  each.weight_step = weight_step_;
  if (weights_ != nullptr)
    each.weights = weights_ + inner_.weights + static_cast<std::int64_t>(of.first_unit) * weight_step_;
  if (widen_ != nullptr && each.weights != nullptr) set_widened(of.units, each);
  each.skip_mask = work.skip_mask == nullptr ? nullptr : work.skip_mask + of.first;
  each.places = work.places == nullptr ? nullptr : work.places + of.first;
  each.position = position_;
  each.position_stride = position_stride_;
  if (each.places == nullptr) each.position += static_cast<std::int64_t>(of.first) * position_stride_;
  if (has_indexed_weights())
    each.weight_of = room_->weight_of.data() + (each.places == nullptr ? of.first : 0);
  else if (each.places == nullptr && each.weights != nullptr)
    each.weights += static_cast<std::int64_t>(of.first) * each.weight_stride;
  each.positions = of.positions;
  each.count = of.units;
  weigh_(each);
}

}  // namespace strew::engine
