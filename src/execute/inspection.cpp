#include "execute/inspection.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "base/assert.hpp"
#include "facts/order.hpp"
#include "plan/prepared.hpp"

namespace strew::engine {
namespace {

// What one pass tells of destinations, skipped positions left out, each compared with the one before it.
struct cell_steps {
  std::uint64_t seen = 0;
  std::uint64_t rises = 0;
  std::uint64_t falls = 0;
  std::uint64_t most = 0;                   // equal ones one after the other
  std::uint64_t again = ~std::uint64_t{0};  // the first position that is at the one before it
  bool repeats = true;                      // none is skipped, and all of a row have the same indices
};

cell_steps steps_of(const cell_reader& from) {
  const auto& axes = from.where.positions;
  const destinations::position_axis row = axes.empty() ? destinations::position_axis{} : axes.back();
  cell_steps found;
  std::int64_t last = 0;
  std::int64_t column = 0;
  std::uint64_t length = 0;
  from.read(from.all(), {}, [&](const position_block& block) {
    for (std::size_t i = 0; i < block.count; ++i, column = column + 1 == row.extent ? 0 : column + 1) {
      const std::int64_t cell = block.offsets[i];
      const bool is_same = !block.is_skipped(i) && (column == 0 || cell == last + row.cell_stride);
      found.repeats = found.repeats && is_same;
      if (block.is_skipped(i)) continue;
      const bool has_last = found.seen++ != 0;
      found.rises += has_last && cell > last ? 1 : 0;
      found.falls += has_last && cell < last ? 1 : 0;
      length = cell == last ? length + 1 : 1;
      if (length > 1) found.again = std::min(found.again, block.first + i);
      found.most = std::max(found.most, length);
      last = cell;
    }
    return true;
  });
  return found;
}

// In order already: nothing is sorted.
bool inspect_sorted(const cell_steps& all, inspection& made) {
  const std::uint64_t count = all.seen - 1 - all.rises;
  if (count != 0) made.duplicates = {count, all.again, all.again - 1};
  for (std::uint64_t n = 0; n < all.seen; ++n) made.order.set(n, n);
  made.facts.distinct = {all.rises + 1, source::proof};
  made.facts.most = {all.most, source::proof};
  return true;
}

// Fills in what depends on the order of positions; the duplicates of windows are those that `made` has.
template <class Format>
bool inspect_positions(const Format& format, const cell_reader& from, std::byte* workspace,
                       const execution_context& with, inspection& made) {
  const std::uint64_t nowhere = from.where.cell_count;
  const auto each = [&](std::uint64_t first, std::uint64_t last, const auto& note) {
    return from.read({first, last}, with.cancel, [&](const position_block& block) {
      for (std::size_t i = 0; i < block.count; ++i)
        note(block.is_skipped(i) ? nowhere : static_cast<std::uint64_t>(block.offsets[i]), block.first + i);
      return true;
    });
  };
  repeated_cells found(nowhere);
  const auto write = [&](std::uint64_t n, const auto* first, const auto* last) {
    found.look_at(format, first, last);
    for (; first != last; ++first) made.order.set(n++, format.position(*first));
    return true;
  };
  const std::uint64_t count = from.where.position_count;
  const sorting what{ranges_of(from.where.cell_count, count), count, count, workspace};
  const auto writer = [&](std::uint64_t) { return write; };
  if (!sort_by_cells(format, what, tasks_that_sort(count, with), with.cancel, each, writer)) return false;
  if (from.where.window_places == 1) made.duplicates = found.all();
  made.facts.distinct = {count - made.skipped - found.all().count, source::proof};
  made.facts.most = {made.skipped == count ? 0 : found.most(), source::proof};
  return true;
}

index_order order_of(const cell_steps& all) {
  if (all.falls == 0) return index_order::ascending;
  if (all.rises == 0) return index_order::descending;
  return all.falls < max_runs ? index_order::runs : index_order::none;
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
  cell_steps steps;
  if (copy_ != nullptr) {
    const bool has_windows = copy_->window_places != 1;
    if (copy_->window_places > 1) made.duplicates = *find(wanted_duplicates::all, workspace, with);
    made.order = number_list(order_, copy_->position_count);
    const cell_reader from(*copy_, *kernels_, values_);
    steps = steps_of(from);
    made.skipped = copy_->position_count - steps.seen;
    const bool is_in_order = !has_windows && steps.falls == 0 && made.skipped == 0;
    const bool is_done = is_in_order ? inspect_sorted(steps, made) : with_records(*copy_, [&](const auto& format) {
      return inspect_positions(format, from, workspace, with, made);
    });
    STREW_ASSERT(is_done);
  }
  made.runs = steps.seen == 0 ? 0 : steps.falls + 1;
  made.facts.order = {order_of(steps), source::proof};
  made.facts.runs = static_cast<std::uint32_t>(std::min<std::uint64_t>(made.runs, max_runs));
  made.facts.repeats = {steps.repeats, source::proof};
  made.facts.is_unique = {made.duplicates.count == 0, source::proof};
  return publish(made);
}

const inspection* inspected::publish(const inspection& made) const {
  found_ = made;
  is_found_.store(true);
  return &found_;
}

result<const cell_segments*> inspected::segments(const workers& pool) const {
  if (const cell_segments* made = segments_.find()) return made;
  const auto known = inspect(pool);
  if (!known) return known.error();
  const std::lock_guard lock(computing_);
  if (const cell_segments* made = segments_.find()) return made;
  const inspection& sorted = **known;
  std::optional<cell_reader> cells;
  positions_by_cell given{nullptr, sorted.order, 0, sorted.facts.distinct.value};
  if (copy_ != nullptr) {
    given.cells = &cells.emplace(*copy_, *kernels_, values_);
    given.placed = copy_->position_count - sorted.skipped;
  }
  auto made = make_segments(given, memory_, pool);
  if (!made) return std::move(made).error();
  segments_.set(*std::move(made));
  return segments_.find();
}

index_facts inspected::facts() const {
  if (is_found_.load()) return found_.facts;
  index_facts known;
  known.order = known_order_.load();
  known.repeats = known_repeats_.load();
  known.is_unique = known_unique_.load();
  return known;
}

void inspected::learn(const fact<index_order>& order, const fact<bool>& repeats) const {
  if (order.by == source::proof) known_order_.store(order);
  if (repeats.by == source::proof) known_repeats_.store(repeats);
}

std::optional<bool> inspected::is_unique(const workers& pool) const {
  if (copy_ == nullptr || !copy_->may_collide) return true;
  if (const fact<bool> known = facts().is_unique; known.by == source::proof) return known.value;
  if (is_expensive_.load()) return std::nullopt;
  const memory_block bits =
      is_searched_by_bits(*copy_) ? memory_block(memory_, bits_workspace(*copy_)) : memory_block();
  if (bits.data() != nullptr) {
    execution_context with;
    with.pool = pool;
    return find_first_pair(bits.data(), with)->count == 0;
  }
  const auto seen = look_along({*copy_, *kernels_, values_}, {});
  if (!seen->is_sorted) {
    is_expensive_.store(true);
    return std::nullopt;
  }
  known_unique_.store({seen->duplicates.count == 0, source::proof});
  return seen->duplicates.count == 0;
}

std::optional<duplicate_report> inspected::find_first_pair(std::byte* workspace, const execution_context& with) const {
  const auto found = find(wanted_duplicates::first_pair, workspace, with);
  if (found) known_unique_.store({found->count == 0, source::proof});
  return found;
}

std::optional<duplicate_report> inspected::find(wanted_duplicates wanted, std::byte* workspace,
                                                const execution_context& with) const {
  return find_duplicates(*copy_, *kernels_, values_, wanted, workspace, with);
}

}  // namespace strew::engine
