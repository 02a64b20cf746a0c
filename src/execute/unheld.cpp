#include "execute/unheld.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/arithmetic.hpp"
#include "walk/part.hpp"
#include "walk/polls.hpp"
#include "walk/segments.hpp"

namespace strew::engine {
namespace {

class unheld_cells {
 public:
  unheld_cells(const plan& p, const pointers& at, const cancellation& cancel)
      : plan_(p), side_(p.main().problem), at_(at), cancel_(cancel) {
    for (std::size_t d = 0; d < batch_rank(); ++d) entries_ *= p.ops.output.extents[d];
  }

  // They are numbered through all entries.
  [[nodiscard]] std::uint64_t segments() const {
    return static_cast<std::uint64_t>(entries_) * static_cast<std::uint64_t>(segments_of_entry());
  }
  bool copy(std::uint64_t first, std::uint64_t last) const {
    const std::int64_t each = segments_of_entry();
    for (auto n = static_cast<std::int64_t>(first); n < static_cast<std::int64_t>(last);) {
      const std::int64_t end = std::min(static_cast<std::int64_t>(last), (n / each + 1) * each);
      if (!copy_of_entry(n / each, n % each, n % each + (end - n))) return false;
      n = end;
    }
    return true;
  }

 private:
  [[nodiscard]] std::size_t batch_rank() const { return static_cast<std::size_t>(side_.segments->batch_rank); }
  [[nodiscard]] std::int64_t segments_of_entry() const { return plan_.unheld->cells.axes[0].extent; }

  bool copy_of_entry(std::int64_t entry, std::int64_t first, std::int64_t last) const {
    const entry_offsets offsets(plan_.kernels->load(index_type_of(side_.index_type)), side_, at_.indices, entry);
    const auto positions = static_cast<std::uint64_t>(side_.segments->positions);
    const part whole = cells_of(entry);
    poll_counter polls(cancel_);
    std::uint64_t begin = offsets.begin_of(first);
    std::int64_t unheld = first;  // segments from it on hold none, up to s
    for (std::int64_t s = first; s < last; ++s) {
      const std::uint64_t end = std::min(offsets.begin_of(s + 1), positions);
      const bool is_held = begin < end;
      begin = end;
      if (!polls.go_on(1)) return false;
      if (!is_held) continue;
      if (!copy_cells(whole, unheld, s)) return false;
      unheld = s + 1;
    }
    return copy_cells(whole, unheld, last);
  }

  bool copy_cells(const part& whole, std::int64_t first, std::int64_t last) const {
    if (first >= last) return true;
    run_list<axis> axes(whole.axes, whole.problem.axes.size());
    const program& by = plan_.unheld->by;
    return copy_solver.run(by, part_along(whole, 0, first, last, axes), cancel_);
  }

  [[nodiscard]] part cells_of(std::int64_t entry) const {
    const problem& cells = plan_.unheld->cells;
    std::int64_t table = 0, direct = 0;
    for (std::size_t d = batch_rank(); d-- > 0;) {
      const std::int64_t extent = plan_.ops.output.extents[d];
      table += entry % extent * plan_.ops.output.strides[d];
      direct += entry % extent * plan_.ops.data.strides[d];
      entry /= extent;
    }
    return {cells,
            no_rules_,
            cells.axes.data(),
            cells.width,
            no_axis,
            0,
            at_.output + table,
            const_cast<std::byte*>(at_.data) + direct,  // which is only read
            {},
            nullptr,
            nullptr};
  }

  const plan& plan_;
  const indexed_side& side_;
  const pointers& at_;
  const cancellation& cancel_;
  rule_list no_rules_;
  std::int64_t entries_ = 1;
};

}  // namespace

bool copy_unheld(const plan& p, const pointers& at, const execution_context& with) {
  const unheld_cells cells(p, at, with.cancel);
  const std::uint64_t all = cells.segments();
  if (all == 0) return true;
  const auto width = static_cast<std::uint64_t>(info(p.main().problem.index_type).width);
  return for_each_range(all, saturated_product(all, width), with,
                        [&](std::uint64_t first, std::uint64_t last) { return cells.copy(first, last); });
}

}  // namespace strew::engine
