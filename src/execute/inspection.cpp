#include "execute/inspection.hpp"

#include <mutex>

#include "base/assert.hpp"
#include "execute/cells.hpp"
#include "execute/order.hpp"
#include "plan/prepared.hpp"

namespace strew::engine {
namespace {

bool write_order(const destination_order& sorted, position_list& order, poll_counter& polls) {
  return visit_in_pieces(sorted.count(), polls, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t n = first; n < last; ++n) order.set(n, sorted.position(n));
  });
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

result<const inspection*> inspected::inspect() const {
  if (is_found_.load()) return &found_;
  const std::lock_guard lock(computing_);
  if (is_found_.load()) return &found_;
  const std::int64_t bytes = copy_ == nullptr ? 0 : inspection_workspace(*copy_);
  if (bytes == no_workspace)
    return fail(rule::MM1, operand::indices, "a workspace in which prepared ones are sorted exceeds 63 bits");
  const memory_block workspace = bytes == 0 ? memory_block() : memory_block(memory_, static_cast<std::uint64_t>(bytes));
  if (bytes != 0 && workspace.data() == nullptr)
    return fail(rule::MM1, operand::indices, "{} bytes to sort prepared ones cannot be obtained", bytes);
  return compute(workspace.data());
}

// Under the lock.
const inspection* inspected::compute(std::byte* workspace) const {
  inspection made;
  if (copy_ == nullptr) return publish(made);  // there is no position
  const bool has_windows = copy_->window_places > 1;
  if (has_windows) made.duplicates = *find(wanted_duplicates::all, workspace, {});
  const cancellation never;
  poll_counter polls(never);
  destination_order sorted(*copy_, copy_->position_count, workspace);
  made.order = position_list(order_, copy_->position_count);
  const bool is_done = note_starts({*copy_, *kernels_, values_}, never, sorted) && sorted.sort(polls) &&
                       write_order(sorted, made.order, polls);
  STREW_ASSERT(is_done);
  if (copy_->may_collide && !has_windows) made.duplicates = *sorted.take_duplicates(polls);
  made.skipped = sorted.skipped();
  made.is_sorted = sorted.is_sorted();
  made.is_ascending = sorted.is_ascending() && made.duplicates.count == 0;
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
  if (!is_searched_by_bits(*copy_)) return find_descent();
  const memory_block bits(memory_, bits_workspace(*copy_));
  if (bits.data() == nullptr) return find_descent();
  return find(wanted_duplicates::first_pair, bits.data(), {})->count == 0 ? collisions::none : collisions::some;
}

// Ends at the first position that does not ascend.
inspected::collisions inspected::find_descent() const {
  if (copy_->window_places != 1) return collisions::expensive;
  const position_source from(*copy_, *kernels_, values_);
  std::uint64_t next = 0;
  const bool ascends = walk_cells(from, from.all(), {}, [&](const cell_run& run) {
    for (std::size_t p = 0; p < run.count; ++p) {
      if (run.skipped[p] != 0) continue;
      const auto cell = static_cast<std::uint64_t>(run.cells[p]);
      if (cell < next) return false;
      next = cell + 1;
    }
    return true;
  });
  return ascends ? collisions::none : collisions::expensive;
}

}  // namespace strew::engine
