#include "solve/owner_lists.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "base/arithmetic.hpp"
#include "partition/distribution.hpp"
#include "partition/ranges.hpp"
#include "solve/ownership.hpp"
#include "walk/members.hpp"

namespace strew::engine {
namespace {

constexpr std::uint64_t min_listed_tasks = 4;   // for which prepared indices list the positions of each owner
constexpr std::uint64_t min_listed_slice = 64;  // bytes of a slice, from which such positions are listed
constexpr std::size_t room_for_tuples = 4096;   // bytes, of one block
constexpr std::int64_t max_tuple_bytes = 64;
constexpr std::uint64_t max_chunks = 16;

// False if cancelled. Not inlined, here and below: it would take its stack while other functions run.
[[gnu::noinline]] bool list_owners(const part& whole, const reading& how, const team& with, const cancellation& cancel,
                                   owner_lists& made) {
  using lists = distribution<std::uint32_t, std::uint32_t>;
  const ownership owners(whole, how, with.tasks);
  const auto positions = static_cast<std::uint64_t>(count_points(whole.axes, how.outer_axes));
  std::array<std::uint32_t, lists::counters_of(max_chunks, max_owners)> counters;
  lists all(positions, std::min(with.tasks, max_chunks), owners.size(), {counters.data(), made.positions, positions},
            0);
  const auto each = [&](std::uint64_t first, std::uint64_t last, const auto& add) {
    return position_reader(whole, how, cancel).read(first, last, [&](const position_block& read) {
      for (std::size_t i = 0; i < read.count; ++i)
        if (!read.is_skipped(i)) add(owners.owner_of(read.offsets[i]), static_cast<std::uint32_t>(read.first + i));
    });
  };
  if (!all.count(with, each)) return false;
  all.begin(0);
  made.owners = std::min<std::uint64_t>(with.tasks, max_owners);
  made.size = owners.size();
  for (std::uint64_t n = 0; n < made.size; ++n)
    made.ends[n] = static_cast<std::uint64_t>(all.end_of(n) - made.positions);
  return all.write(with, each);
}

class list_mover : public block_mover {
 public:
  list_mover(const part& whole, const block_program& blocks, std::size_t tuple_bytes, const cancellation& cancel)
      : block_mover(whole, blocks, cancel),
        tuple_bytes_(tuple_bytes),
        most_(std::min(room_for_tuples / tuple_bytes, static_cast<std::size_t>(max_block()))) {}

  bool run(const std::uint32_t* first, const std::uint32_t* last) {
    poll_counter polls(cancel_, 0);
    return for_each_walk([&](const position_walk& walk) {
      while (first != last) {
        const std::uint32_t* const next = end_of_block(first, last);
        const auto count = static_cast<std::size_t>(next - first);
        if (!polls.go_on(count) || !move(walk, first, count)) return false;
        first = next;
      }
      return true;
    });
  }

 private:
  // The places of a block are 16-bit numbers, counted from its first position.
  const std::uint32_t* end_of_block(const std::uint32_t* first, const std::uint32_t* last) const {
    const auto count = std::min(static_cast<std::size_t>(last - first), most_);
    const std::uint32_t reach = std::numeric_limits<std::uint16_t>::max();
    if (first[count - 1] - *first <= reach) return first + count;
    return std::partition_point(first, first + count,
                                [&](std::uint32_t position) { return position - *first <= reach; });
  }

  bool move(const position_walk& walk, const std::uint32_t* first, std::size_t count) {
    kernel::block work = begin(walk);
    work.direct += static_cast<std::int64_t>(*first) * work.direct_stride;
    work.positions = count;
    for (std::size_t i = 0; i < count; ++i) places_[i] = static_cast<std::uint16_t>(first[i] - *first);
    work.places = places_.data();
    copy_tuples(walk, first, count);
    std::fill_n(offsets_.data(), count, 0);
    const kernel::index_column copied{tuples_copied_.data(), static_cast<std::ptrdiff_t>(tuple_bytes_), count};
    const bool skips =
        resolve_tuples(how_.resolve, work_.problem, work_.rules, copied, offsets_.data(), skip_mask_.data());
    STREW_ASSERT(!skips);  // those are not listed
    return move_slices(work);
  }

  void copy_tuples(const position_walk& walk, const std::uint32_t* positions, std::size_t count) {
    switch (tuple_bytes_) {
      case 4:
        return copy<4>(walk, positions, count);
      case 8:
        return copy<8>(walk, positions, count);
      default:
        return copy<0>(walk, positions, count);
    }
  }
  // Of so many bytes; 0: as they have.
  template <std::size_t Bytes>
  void copy(const position_walk& walk, const std::uint32_t* positions, std::size_t count) {
    const std::size_t bytes = Bytes != 0 ? Bytes : tuple_bytes_;
    const kernel::index_column all = tuples(walk, 0);
    for (std::size_t i = 0; i < count; ++i)
      std::memcpy(&tuples_copied_[i * bytes], all.first + static_cast<std::int64_t>(positions[i]) * all.stride, bytes);
  }

  std::size_t tuple_bytes_;
  std::size_t most_;
  std::array<std::uint16_t, max_block_positions> places_;
  alignas(std::uint64_t) std::array<std::byte, room_for_tuples> tuples_copied_;
};

[[gnu::noinline]] bool apply_list(const part& whole, const block_program& blocks, std::uint16_t tuple_bytes,
                                  const std::uint32_t* first, const std::uint32_t* last, const cancellation& cancel) {
  return list_mover(whole, blocks, tuple_bytes, cancel).run(first, last);
}

// With more lists than tasks these would read more of the updates, and with fewer some would have none. What one list
// has too much of may be divided by columns instead.
bool suit(const owner_lists& found, std::uint64_t owners, const part& whole) {
  if (found.owners < owners || found.owners / 2 > owners) return false;
  return !is_hot(found.longest(), found.ends[found.size - 1], owners) || columns_of(whole.problem).along == no_axis;
}

}  // namespace

std::uint16_t listed_tuple_bytes(const situation& in, const block_program& blocks) {
  const problem& p = in.problem;
  if (blocks.outer_axes == 0 || blocks.flat_axes != blocks.outer_axes) return 0;
  if (p.axes[blocks.outer_axes - 1].index_stride == 0) return 0;
  const auto is_free = [](const axis& a) { return a.table_stride != 0; };
  if (std::any_of(p.axes.begin(), p.axes.begin() + blocks.outer_axes, is_free)) return 0;
  const auto slice = saturated_product(
      static_cast<std::uint64_t>(count_points(p.axes.data() + blocks.outer_axes, p.axes.size() - blocks.outer_axes)),
      static_cast<std::uint64_t>(p.width));
  if (slice < min_listed_slice) return 0;
  std::int64_t bytes = 0;
  for (const coordinate& c : p.coordinates) {
    if (c.index_offset < 0 || c.index_offset >= max_tuple_bytes) return 0;
    bytes = std::max(bytes, c.index_offset + static_cast<std::int64_t>(info(p.index_type).width));
  }
  return static_cast<std::uint16_t>(bytes);
}

// Few tasks read each other's indices as fast as lists.
const owner_lists* find_lists(const part& whole, const block_program& blocks, std::uint16_t tuple_bytes,
                              const team& with, const cancellation& cancel) {
  const std::uint64_t owners = std::min<std::uint64_t>(with.tasks, max_owners);
  if (with.lists == nullptr || tuple_bytes == 0 || owners < min_listed_tasks) return nullptr;
  const std::size_t outer = blocks.outer_axes;
  const listed_tuples all{static_cast<std::uint64_t>(count_points(whole.axes, outer)),
                          whole.axes[outer - 1].index_stride};
  const owner_lists* found =
      with.lists->find(all, [&](owner_lists& made) { return list_owners(whole, blocks, with, cancel, made); });
  return found != nullptr && suit(*found, owners, whole) ? found : nullptr;
}

bool apply_lists(const part& whole, const block_program& blocks, std::uint16_t tuple_bytes, const owner_lists& lists,
                 const team& with, const cancellation& cancel) {
  return for_each_claim(with, with.tasks, 0, lists.size, [&](std::uint64_t /*task*/, claims& open) {
    for (std::uint64_t n = 0; open.take(n);) {
      if (!apply_list(whole, blocks, tuple_bytes, lists.first(n), lists.last(n), cancel)) return false;
    }
    return true;
  });
}

}  // namespace strew::engine
