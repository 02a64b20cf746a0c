#include "solve/slice_accumulators.hpp"

#include <algorithm>

#include "solve/traits.hpp"

namespace strew::engine {
namespace {

bool has_even_updates(const axis* axes, std::size_t outer) {
  for (std::size_t i = 1; i < outer; ++i)
    if (axes[i - 1].direct_stride != axes[i].direct_stride * axes[i].extent) return false;
  return true;
}

}  // namespace

slice_accumulators::slice_accumulators(const part& work, const bucket_program& shape, std::size_t outer,
                                       std::byte* memory, const cancellation& cancel)
    : work_(work),
      shape_(shape),
      outer_(outer),
      rows_(work.problem.axes.size() > outer ? work.problem.axes.size() - outer - 1 : 0),
      row_(work.problem.axes.size() > outer ? work.problem.axes.back() : axis{}),
      is_flat_(has_even_updates(work.axes, outer)),
      first_replaces_(work.problem.exclude_self),
      polls_(cancel, 0),
      accumulators_(memory) {
  const auto bytes = static_cast<std::int64_t>(shape.kernels.accumulator_bytes);
  const std::int64_t units = count_points(work.axes + outer, work.problem.axes.size() - outer);
  slot_bytes_ = (shape.piece != 0 ? shape.piece : units) * bytes;
  piece_.count = static_cast<std::size_t>(row_.extent);
  const auto moved =
      static_cast<std::uint64_t>(shape.piece != 0 ? shape.piece : units) * static_cast<std::uint64_t>(work.width);
  batch_ = static_cast<std::size_t>(std::clamp<std::uint64_t>(bytes_between_polls / moved, 1, room));
  // The accumulators of all slots are a multiple of the width of a count, or one slot's are rounded up by the shape.
  const std::uint64_t all = static_cast<std::uint64_t>(slot_bytes_) * shape.slots;
  counts_ = reinterpret_cast<std::uint64_t*>(memory + (all + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t) *
                                                          sizeof(std::uint64_t));
  std::fill_n(counts_, shape.slots, 0);
}

std::int64_t slice_accumulators::direct_of(std::uint64_t position) const {
  if (outer_ == 0) return 0;
  if (is_flat_) return static_cast<std::int64_t>(position) * work_.axes[outer_ - 1].direct_stride;
  odometer walk(work_.axes, outer_);
  walk.go_to(position);
  return walk.direct();
}

template <class Each>
void slice_accumulators::for_each_row(const Each& each) const {
  if (shape_.piece != 0) return each(accumulators_, piece_.table, piece_.direct, piece_.count);
  odometer walk(work_.axes + outer_, rows_);
  std::byte* accumulators = accumulators_;
  do {
    each(accumulators, walk.table(), walk.direct(), piece_.count);
    accumulators += piece_.count * shape_.kernels.accumulator_bytes;
  } while (walk.next());
}

void slice_accumulators::call(kernel::slice_kernel run, const pairs& of, std::byte* accumulators, std::byte* units,
                              std::size_t count, std::ptrdiff_t step) const {
  if (of.count == 0) return;
  run({accumulators, units, of.accumulators.data(), of.units.data(), of.count, count, step, divisors_.data()});
}

bool slice_accumulators::go_on(std::size_t slices) {
  return polls_.go_on_bytes(slices * (position_work + static_cast<std::uint64_t>(slot_bytes_)));
}

// A first update either replaces the elements, or is combined with them.
bool slice_accumulators::add(std::size_t slot, std::uint64_t record) {
  const std::int64_t accumulator = static_cast<std::int64_t>(slot) * slot_bytes_;
  const bool is_first = counts_[slot]++ == 0;
  const std::int64_t update = direct_of(position_of(record));
  if (is_first) firsts_.add(accumulator, first_replaces_ ? update : shape_.cells.table_of(cell_of(record)));
  if (!is_first || !first_replaces_) rest_.add(accumulator, update);
  return std::max(firsts_.count, rest_.count) < batch_ || flush();
}

bool slice_accumulators::flush() {
  for_each_row([&](std::byte* accumulators, std::int64_t table, std::int64_t direct, std::size_t count) {
    std::byte* const cells = at(work_.table, table);
    std::byte* const updates = at(work_.direct, direct);
    call(shape_.kernels.load, firsts_, accumulators, first_replaces_ ? updates : cells, count,
         first_replaces_ ? row_.direct_stride : row_.table_stride);
    call(shape_.kernels.accumulate, rest_, accumulators, updates, count, row_.direct_stride);
  });
  const std::size_t slices = std::max(firsts_.count, rest_.count);
  firsts_.count = 0;
  rest_.count = 0;
  return go_on(slices);
}

bool slice_accumulators::store(std::size_t slot, std::uint64_t cell) {
  divisors_[stored_.count] = counts_[slot] + (first_replaces_ ? 0 : 1);
  stored_.add(static_cast<std::int64_t>(slot) * slot_bytes_, shape_.cells.table_of(cell));
  counts_[slot] = 0;
  return stored_.count < batch_ || flush_stored();
}

bool slice_accumulators::flush_stored() {
  for_each_row([&](std::byte* accumulators, std::int64_t table, std::int64_t, std::size_t count) {
    call(shape_.kernels.store, stored_, accumulators, at(work_.table, table), count, row_.table_stride);
  });
  const std::size_t slices = stored_.count;
  stored_.count = 0;
  return go_on(slices);
}

bool slice_accumulators::store_bucket(std::uint64_t first, const std::uint64_t* record, const std::uint64_t* last) {
  if (!flush()) return false;
  for (; record < last; ++record) {
    if (*record == record_format<std::uint64_t>::none) continue;
    const auto slot = static_cast<std::size_t>(cell_of(*record) - first);
    if (counts_[slot] != 0 && !store(slot, first + slot)) return false;
  }
  return flush_stored();
}

bool slice_accumulators::store_whole_bucket(std::uint64_t first) {
  if (!flush()) return false;
  for (std::size_t slot = 0; slot < shape_.slots; ++slot)
    if (counts_[slot] != 0 && !store(slot, first + slot)) return false;
  return flush_stored();
}

const std::uint64_t* slice_accumulators::end_of_group(const std::uint64_t* record, const std::uint64_t* last) const {
  std::uint64_t cell = cell_of(*record);
  std::uint32_t slots = 1;
  for (++record; record < last; ++record) {
    if (cell_of(*record) == cell) continue;
    if (slots == shape_.slots) break;
    cell = cell_of(*record);
    ++slots;
  }
  return record;
}

bool slice_accumulators::apply_group(const std::uint64_t* record, const std::uint64_t* const last) {
  const std::uint64_t* const first = record;
  std::uint64_t cell = cell_of(*record);
  std::size_t slot = 0;
  for (; record < last; ++record) {
    if (cell_of(*record) != cell) ++slot;
    cell = cell_of(*record);
    if (!add(slot, *record)) return false;
  }
  if (!flush()) return false;
  slot = 0;
  for (record = first; record < last; ++record) {
    const bool is_last = record + 1 == last || cell_of(record[1]) != cell_of(*record);
    if (is_last && !store(slot++, cell_of(*record))) return false;
  }
  return flush_stored();
}

// One cell whose slice is too wide for the workspace.
bool slice_accumulators::apply_in_pieces(const std::uint64_t* record, const std::uint64_t* last) {
  odometer walk(work_.axes + outer_, rows_);
  do {
    for (std::int64_t done = 0; done < row_.extent; done += shape_.piece) {
      piece_.count = static_cast<std::size_t>(std::min<std::int64_t>(shape_.piece, row_.extent - done));
      piece_.table = walk.table() + done * row_.table_stride;
      piece_.direct = walk.direct() + done * row_.direct_stride;
      if (!apply_group(record, last)) return false;
    }
  } while (walk.next());
  return true;
}

bool slice_accumulators::apply_sorted(const std::uint64_t* record, const std::uint64_t* last) {
  while (record < last) {
    const std::uint64_t* const next = end_of_group(record, last);
    if (!(shape_.piece != 0 ? apply_in_pieces(record, next) : apply_group(record, next))) return false;
    record = next;
  }
  return true;
}

}  // namespace strew::engine
