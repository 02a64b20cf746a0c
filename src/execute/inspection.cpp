#include "execute/inspection.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "base/assert.hpp"
#include "execute/order.hpp"
#include "plan/prepared.hpp"

namespace strew::engine {
namespace {

// In order already: nothing is sorted. False if they are not, or a position is skipped.
bool inspect_sorted(const cell_reader& from, inspection& made) {
  const std::uint64_t count = from.where.position_count;
  const auto seen = look_along(from, {});
  if (!seen->is_sorted || seen->places != count) return false;
  made.duplicates = seen->duplicates;
  made.is_ascending = seen->duplicates.count == 0;
  for (std::uint64_t n = 0; n < count; ++n) made.order.set(n, n);
  return true;
}

// Fills in all but the duplicates of windows; what `made` has of them.
template <class Format>
bool inspect_positions(const Format& format, const cell_reader& from, std::byte* workspace,
                       const execution_context& with, inspection& made) {
  const std::uint64_t nowhere = from.where.cell_count;
  const bool may_repeat = from.where.may_collide && from.where.window_places == 1;
  const auto each = [&](std::uint64_t first, std::uint64_t last, const auto& note) {
    return from.read({first, last}, with.cancel, [&](const position_block& block) {
      for (std::size_t i = 0; i < block.count; ++i)
        note(block.is_skipped(i) ? nowhere : static_cast<std::uint64_t>(block.offsets[i]), block.first + i);
      return true;
    });
  };
  repeated_cells found(nowhere);
  std::atomic<std::uint64_t> skipped = 0;
  const auto write = [&](std::uint64_t n, const auto* first, const auto* last) {
    if (may_repeat) found.look_at(format, first, last);
    skipped += static_cast<std::uint64_t>(last - std::lower_bound(first, last, format.made(nowhere, 0)));
    for (; first != last; ++first) made.order.set(n++, format.position(*first));
  };
  const std::uint64_t count = from.where.position_count;
  if (!sort_by_cells(format, from.where, count, workspace, with, each, write)) return false;
  if (may_repeat) made.duplicates = found.all();
  made.skipped = skipped;
  std::uint64_t rising = 1;
  while (rising < count - skipped && made.order[rising - 1] < made.order[rising]) ++rising;
  made.is_sorted = rising >= count - skipped;
  made.is_ascending = made.is_sorted && made.duplicates.count == 0;
  return true;
}

}  // namespace

void inspected::set(const destinations& copy, const kernel::kernel_set& kernels, const std::byte* values,
                    std::byte* order, const allocator& memory) {
  copy_ = &copy;
  kernels_ = &kernels;
  values_ = values;
  order_ = order;
  memory_ = memory;
}

result<const inspection*> inspected::inspect(const workers& pool) const {
  if (is_found_.load()) return &found_;
  const std::lock_guard lock(computing_);
  if (is_found_.load()) return &found_;
  const std::int64_t bytes = copy_ == nullptr ? 0 : inspection_workspace(*copy_);
  if (bytes == no_workspace)
    return fail(rule::MM1, operand::indices, "a workspace in which prepared ones are sorted exceeds 63 bits");
  const memory_block workspace = bytes == 0 ? memory_block() : memory_block(memory_, static_cast<std::uint64_t>(bytes));
  if (bytes != 0 && workspace.data() == nullptr)
    return fail(rule::MM1, operand::indices, "{} bytes to sort prepared ones cannot be obtained", bytes);
  execution_context with;
  with.pool = pool;
  return compute(workspace.data(), with);
}

// Under the lock.
const inspection* inspected::compute(std::byte* workspace, const execution_context& with) const {
  inspection made;
  if (copy_ == nullptr) return publish(made);  // there is no position
  if (copy_->window_places > 1) made.duplicates = *find(wanted_duplicates::all, workspace, with);
  made.order = position_list(order_, copy_->position_count);
  const cell_reader from(*copy_, *kernels_, values_);
  const bool is_done =
      (copy_->window_places == 1 && inspect_sorted(from, made)) ||
      with_records(*copy_, [&](const auto& format) { return inspect_positions(format, from, workspace, with, made); });
  STREW_ASSERT(is_done);
  return publish(made);
}

const inspection* inspected::publish(const inspection& made) const {
  found_ = made;
  collisions_.store(made.duplicates.count == 0 ? collisions::none : collisions::some);
  is_found_.store(true);
  return &found_;
}

std::optional<bool> inspected::is_unique() const {
  if (copy_ == nullptr || !copy_->may_collide) return true;
  collisions known = collisions_.load();
  if (known == collisions::unknown) {
    known = find_collision();
    collisions none_yet = collisions::unknown;
    if (!collisions_.compare_exchange_strong(none_yet, known)) known = none_yet;
  }
  return known == collisions::expensive ? std::nullopt : std::optional(known == collisions::none);
}

std::optional<duplicate_report> inspected::find_first_pair(std::byte* workspace, const execution_context& with) const {
  const auto found = find(wanted_duplicates::first_pair, workspace, with);
  if (found) collisions_.store(found->count == 0 ? collisions::none : collisions::some);
  return found;
}

std::optional<duplicate_report> inspected::find(wanted_duplicates wanted, std::byte* workspace,
                                                const execution_context& with) const {
  return find_duplicates(*copy_, *kernels_, values_, wanted, workspace, with);
}

inspected::collisions inspected::find_collision() const {
  const memory_block bits =
      is_searched_by_bits(*copy_) ? memory_block(memory_, bits_workspace(*copy_)) : memory_block();
  const auto known = [](const duplicate_report& found) {
    return found.count == 0 ? collisions::none : collisions::some;
  };
  if (bits.data() != nullptr) return known(*find(wanted_duplicates::first_pair, bits.data(), {}));
  const auto seen = look_along({*copy_, *kernels_, values_}, {});
  return seen->is_sorted ? known(seen->duplicates) : collisions::expensive;
}

}  // namespace strew::engine
