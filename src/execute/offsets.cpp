#include "execute/offsets.hpp"

#include <memory>
#include <utility>

#include "base/arithmetic.hpp"
#include "execute/bad_indices.hpp"
#include "execute/index_failure.hpp"
#include "facts/order.hpp"
#include "walk/kernel_axes.hpp"
#include "walk/polls.hpp"
#include "walk/segments.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {
namespace {

int128 number_of(index_value value) {
  return value.negative ? int128{static_cast<std::int64_t>(value.bits)} : int128{value.bits};
}

std::uint64_t entry_count(const indexed_side& of) {
  std::uint64_t entries = 1;
  for (std::size_t n = 0; n < static_cast<std::size_t>(of.segments->batch_rank); ++n)
    entries *= static_cast<std::uint64_t>(of.space.positions[n].extent);
  return entries;
}

class offset_search {
 public:
  offset_search(const indexed_side& of, const kernel::kernel_set& kernels, const std::byte* first)
      : of_(of), kernels_(kernels), first_(first), load_(kernels.load(index_type_of(of.index_type))) {}

  // Their order is proven by a kernel, their range by the ends. A value that is read twice may have changed meanwhile.
  [[nodiscard]] bool is_good(std::uint64_t entry, const team& tasks, const cancellation& cancel) const {
    const kernel::index_column all{at(entry, 0), of_.segments->offset_stride, count()};
    const index_value last = value(entry, count() - 1);
    if (is_bad_offset(of_, value(entry, 0), {}) || is_bad_offset(of_, last, {})) return false;
    return count() == 1 ||
           order_of(all, of_.index_type, index_order::ascending, kernels_, tasks, cancel) == index_order::ascending;
  }

  // Adds the bad ones of an entry; false if cancelled.
  bool find(std::uint64_t entry, const cancellation& cancel, bad_offsets& found) const {
    poll_counter polls(cancel);
    index_value before;
    for (std::size_t n = 0; n < count(); ++n) {
      if (!polls.go_on(1)) return false;
      const index_value here = value(entry, n);
      if (is_bad_offset(of_, here, before)) {
        if (found.count == 0) found = {0, entry * count() + n, here, before};
        ++found.count;
      }
      before = here;
    }
    return true;
  }

 private:
  [[nodiscard]] std::size_t count() const { return static_cast<std::size_t>(of_.segments->offset_count); }
  [[nodiscard]] const std::byte* at(std::uint64_t entry, std::size_t n) const {
    return first_ + place_of_entry(of_, static_cast<std::int64_t>(entry)) +
           static_cast<std::int64_t>(n) * of_.segments->offset_stride;
  }
  [[nodiscard]] index_value value(std::uint64_t entry, std::size_t n) const {
    return stored_value(load_, is_signed(of_.index_type), at(entry, n));
  }

  const indexed_side& of_;
  const kernel::kernel_set& kernels_;
  const std::byte* first_;
  kernel::load_kernel load_;
};

}  // namespace

std::uint64_t offset_count(const indexed_side& of) {
  return entry_count(of) * static_cast<std::uint64_t>(of.segments->offset_count);
}

bool is_bad_offset(const indexed_side& of, index_value value, index_value before) {
  const int128 number = number_of(value);
  return number < 0 || number < number_of(before) || number > of.segments->positions;
}

bool validate_offsets(const indexed_side& of, operand where, const kernel::kernel_set& kernels,
                      const std::byte* offsets, const execution_context& with, status& bad) {
  if (offset_count(of) == 0) return true;
  const offset_search search(of, kernels, offsets);
  const std::uint64_t entries = entry_count(of);
  const auto width = static_cast<std::uint64_t>(info(of.index_type).width);
  const auto of_entry = static_cast<std::uint64_t>(of.segments->offset_count);
  const std::uint64_t tasks = count_tasks(with.pool, with.threads, saturated_product(of_entry, width));
  const team all{with.pool, std::min(tasks, of_entry), arithmetic::none};
  std::uint64_t good = 0;
  while (good < entries && search.is_good(good, all, with.cancel)) ++good;
  bad_offsets found;
  for (std::uint64_t entry = good; entry < entries; ++entry)
    if (!search.find(entry, with.cancel, found)) return false;
  if (found.count != 0) bad = bad_offset_failure(of, where, found);
  return true;
}

failure bad_offset_failure(const indexed_side& of, operand where, const bad_offsets& found) {
  auto report = std::make_shared<index_report>();
  report->position = found.number;
  report->bad_count = found.count;
  report->extent = report->high = of.segments->positions;
  report->low = static_cast<std::int64_t>(found.before.bits);
  report->tuple.push_back(found.value);
  report->coordinates = coordinates_of(of, found.number);
  const std::uint64_t all = offset_count(of);
  failure made =
      fail(rule::OF1, where, "offset {} {} is {}, outside [{}, {}] for {} positions; {} of {} {}", found.number,
           tuple_of(report->coordinates), sentence_value(found.value), report->low, report->high, report->extent,
           found.count, all, all == 1 ? "offset is bad" : (found.count == 1 ? "offsets is bad" : "offsets are bad"));
  made.index = std::move(report);
  return made;
}

}  // namespace strew::engine
