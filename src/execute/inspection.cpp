#include "execute/inspection.hpp"

#include <algorithm>
#include <limits>

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
  return found_ ? &*found_ : compute(workspace, cancel);
}

result<const inspection*> inspected::inspect() const {
  const std::lock_guard lock(computing_);
  if (found_) return &*found_;
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
  if (copy_ == nullptr) return &found_.emplace(made);  // there is no position
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
  is_unique_ = made.duplicates.count == 0;
  return &found_.emplace(made);
}

std::optional<bool> inspected::is_unique() const {
  if (copy_ == nullptr || !copy_->may_collide) return true;
  const std::lock_guard lock(computing_);
  if (is_unique_ || copy_->window_places > 1) return is_unique_;
  is_unique_ = has_no_collision();
  if (!is_unique_ && is_ascending()) is_unique_ = true;
  return is_unique_;
}

// Ends at the first position that does not ascend.
bool inspected::is_ascending() const {
  std::uint64_t next = 0;
  return walk_cells(*copy_, *kernels_, values_, {}, [&](const cell_run& run) {
    for (std::size_t p = 0; p < run.count; ++p) {
      if (run.skipped[p]) continue;
      if (run.cells[p] < next) return false;
      next = run.cells[p] + 1;
    }
    return true;
  });
}

// Ends at the first position that collides with an earlier one. Empty if the bits need more memory than the order.
std::optional<bool> inspected::has_no_collision() const {
  constexpr std::uint64_t bits = std::numeric_limits<std::uint64_t>::digits;
  const std::uint64_t words = copy_->cell_count / bits + 1;
  if (words > copy_->position_count) return std::nullopt;
  const memory_block bitmap(memory_, words * sizeof(std::uint64_t));
  if (bitmap.data() == nullptr) return std::nullopt;
  auto* const is_taken = reinterpret_cast<std::uint64_t*>(bitmap.data());
  std::fill_n(is_taken, words, 0);
  return walk_cells(*copy_, *kernels_, values_, {}, [&](const cell_run& run) {
    for (std::size_t p = 0; p < run.count; ++p) {
      if (run.skipped[p]) continue;
      std::uint64_t& word = is_taken[run.cells[p] / bits];
      const std::uint64_t bit = std::uint64_t{1} << run.cells[p] % bits;
      if ((word & bit) != 0) return false;
      word |= bit;
    }
    return true;
  });
}

}  // namespace strew::engine
