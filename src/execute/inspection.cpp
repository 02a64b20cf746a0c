#include "execute/inspection.hpp"

#include <algorithm>
#include <limits>
#include <mutex>

#include "execute/cells.hpp"
#include "execute/order.hpp"
#include "plan/prepared.hpp"

namespace strew::engine {
namespace {

bool write_order(const destination_order& sorted, std::uint64_t* order, poll_counter& polls) {
  return visit_in_pieces(sorted.count(), polls, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t n = first; n < last; ++n) order[n] = sorted.position(n);
  });
}

}  // namespace

void inspected::set(const destinations& copy, const kernel::kernel_set& kernels, const std::byte* values,
                    std::uint64_t* order, const allocator& memory) {
  copy_ = &copy;
  kernels_ = &kernels;
  values_ = values;
  order_ = order;
  memory_ = memory;
}

const inspection* inspected::inspect(std::byte* workspace, const cancellation& cancel) const {
  const std::lock_guard lock(computing_);
  return is_found_.load() ? &found_ : compute(workspace, cancel);
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
  return compute(workspace.data(), {});
}

// Under the lock.
const inspection* inspected::compute(std::byte* workspace, const cancellation& cancel) const {
  inspection made;
  if (copy_ == nullptr) return publish(made);  // there is no position
  const bool has_windows = copy_->window_places > 1;
  if (has_windows) {
    const auto duplicates = find_duplicates(*copy_, *kernels_, values_, workspace, cancel);
    if (!duplicates) return nullptr;
    made.duplicates = *duplicates;
  }
  destination_order sorted(*copy_, copy_->position_count, workspace);
  poll_counter polls(cancel);
  if (!note_starts(*copy_, *kernels_, values_, cancel, sorted) || !sorted.sort(polls)) return nullptr;
  if (!write_order(sorted, order_, polls)) return nullptr;
  if (copy_->may_collide && !has_windows) {
    const auto duplicates = sorted.take_duplicates(polls);
    if (!duplicates) return nullptr;
    made.duplicates = *duplicates;
  }
  made.order = order_;
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
    known = copy_->window_places > 1 ? collisions::expensive : find_collision();
    if (known == collisions::expensive && copy_->window_places == 1) known = find_descent();
    collisions none_yet = collisions::unknown;
    if (!collisions_.compare_exchange_strong(none_yet, known)) known = none_yet;
  }
  return known == collisions::expensive ? std::nullopt : std::optional(known == collisions::none);
}

// Ends at the first position that collides with an earlier one. Expensive if the bits need more memory than the order.
inspected::collisions inspected::find_collision() const {
  constexpr std::uint64_t bits = std::numeric_limits<std::uint64_t>::digits;
  const std::uint64_t words = copy_->cell_count / bits + 1;
  if (words > copy_->position_count) return collisions::expensive;
  const memory_block bitmap(memory_, words * sizeof(std::uint64_t));
  if (bitmap.data() == nullptr) return collisions::expensive;
  auto* const is_taken = reinterpret_cast<std::uint64_t*>(bitmap.data());
  std::fill_n(is_taken, words, 0);
  const bool is_free = walk_cells(*copy_, *kernels_, values_, {}, [&](const cell_run& run) {
    for (std::size_t p = 0; p < run.count; ++p) {
      if (run.skipped[p]) continue;
      std::uint64_t& word = is_taken[run.cells[p] / bits];
      const std::uint64_t bit = std::uint64_t{1} << run.cells[p] % bits;
      if ((word & bit) != 0) return false;
      word |= bit;
    }
    return true;
  });
  return is_free ? collisions::none : collisions::some;
}

// Ends at the first position that does not ascend.
inspected::collisions inspected::find_descent() const {
  std::uint64_t next = 0;
  const bool ascends = walk_cells(*copy_, *kernels_, values_, {}, [&](const cell_run& run) {
    for (std::size_t p = 0; p < run.count; ++p) {
      if (run.skipped[p]) continue;
      if (run.cells[p] < next) return false;
      next = run.cells[p] + 1;
    }
    return true;
  });
  return ascends ? collisions::none : collisions::expensive;
}

}  // namespace strew::engine
