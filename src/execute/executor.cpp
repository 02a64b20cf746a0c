#include "execute/executor.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "execute/odometer.hpp"
#include "execute/windows.hpp"
#include "plan/select.hpp"

namespace strew {
namespace {

class runner {
 public:
  runner(const problem& p, const program& how, std::byte* table, std::byte* direct, const std::byte* indices)
      : p_(p),
        how_(how),
        table_(table),
        direct_(direct),
        indices_(indices),
        inner_(p.axes.data() + how.outer_axes),
        inner_count_(p.axes.size() - how.outer_axes) {}

  // The last outer axis is walked in blocks, the others one step at a time.
  bool run(const cancellation& cancel) {
    const std::size_t walked = how_.outer_axes == 0 ? 0 : how_.outer_axes - 1;
    const axis blocked = how_.outer_axes == 0 ? axis{} : p_.axes[walked];
    odometer walk(p_.axes.data(), walked);
    do {
      for (std::int64_t first = 0; first < blocked.extent;) {
        if (cancel.is_asked()) return false;
        const auto size = std::min(blocked.extent - first, static_cast<std::int64_t>(how_.block_positions));
        run_block(walk, blocked, first, static_cast<std::size_t>(size));
        first += size;
      }
    } while (walk.next());
    return true;
  }

 private:
  void run_block(const odometer& walk, const axis& blocked, std::int64_t first, std::size_t size) {
    kernel::block work;
    work.table = at(table_, walk.table() + first * blocked.table_stride);
    work.direct = at(direct_, walk.direct() + first * blocked.direct_stride);
    work.offsets = offsets_.data();
    work.nothing = nothing_.data();
    work.positions = size;
    work.direct_stride = blocked.direct_stride;
    work.width = static_cast<std::size_t>(p_.width);
    work.first_replaces = how_.first_replaces;
    const std::byte* tuple = p_.coordinates.empty() ? nullptr : indices_ + walk.index() + first * blocked.index_stride;
    for (std::size_t p = 0; p < size; ++p) offsets_[p] = static_cast<std::int64_t>(p) * blocked.table_stride;
    std::fill_n(nothing_.begin(), size, std::uint8_t{0});
    if (how_.cuts_windows) {
      run_cut(work, tuple);
    } else {
      run_whole(work, tuple, blocked.index_stride);
    }
  }

  // Every position moves its whole slice or nothing.
  void run_whole(const kernel::block& work, const std::byte* tuple, std::int64_t stride) {
    for (const coordinate& c : p_.coordinates) {
      const kernel::index_column column{tuple + c.index_offset, stride, work.positions};
      how_.resolve(column, rule_of(c, p_.policy), offsets_.data(), nothing_.data());
    }
    walk_slice(inner_, inner_count_, work, how_.move);
    if (how_.fill != nullptr) fill(work);
  }

  // One position whose window may be cut: each box of it that lies on the table moves by itself.
  void run_cut(const kernel::block& work, const std::byte* tuple) {
    const cut_window window(p_, how_.cut, tuple);
    if (how_.fill != nullptr && !window.is_whole()) {
      nothing_[0] = 1;
      fill(work);
      nothing_[0] = 0;
    }
    window.for_each_box(inner_, inner_count_, [&](const axis* axes, std::int64_t table, std::int64_t direct) {
      kernel::block box = work;
      box.table = at(box.table, table);
      box.direct = at(box.direct, direct);
      walk_slice(axes, inner_count_, box, how_.move);
    });
  }

  void fill(const kernel::block& work) {
    walk_slice(inner_, inner_count_, work,
               [&](const kernel::block& units) { how_.fill(units, p_.fill.data(), p_.fill.size()); });
  }

  // The kernel takes the last inner axis, the odometer the others.
  template <class Work>
  static void walk_slice(const axis* axes, std::size_t count, kernel::block work, const Work& call) {
    const std::size_t walked = count == 0 ? 0 : count - 1;
    if (count != 0) {
      work.count = static_cast<std::size_t>(axes[walked].extent);
      work.table_step = axes[walked].table_stride;
      work.direct_step = axes[walked].direct_stride;
    }
    odometer walk(axes, walked);
    std::byte* table = work.table;
    std::byte* direct = work.direct;
    do {
      work.table = at(table, walk.table());
      work.direct = at(direct, walk.direct());
      call(work);
    } while (walk.next());
  }

  // A null base is legal where nothing is touched; nothing may be added to it.
  static std::byte* at(std::byte* base, std::int64_t offset) { return base == nullptr ? nullptr : base + offset; }

  const problem& p_;
  const program& how_;
  std::byte* table_;
  std::byte* direct_;
  const std::byte* indices_;
  const axis* inner_;
  std::size_t inner_count_;
  std::array<std::int64_t, max_block_positions> offsets_;
  std::array<std::uint8_t, max_block_positions> nothing_;
};

}  // namespace

bool run(const step& what, std::byte* table, std::byte* direct, const std::byte* indices, const cancellation& cancel) {
  if (what.what.moves_nothing()) return true;
  return runner(what.what, what.how, table, direct, indices).run(cancel);
}

}  // namespace strew
