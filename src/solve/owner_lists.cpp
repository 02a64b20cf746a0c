#include "solve/owner_lists.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "base/arithmetic.hpp"
#include "solve/traits.hpp"
#include "walk/members.hpp"

namespace strew::engine {
namespace {

constexpr std::size_t room_for_tuples = 4096;  // bytes, of one block
constexpr std::int64_t max_tuple_bytes = 64;
constexpr std::uint64_t max_chunks = 16;

using counters = std::array<std::uint32_t, max_owners>;

// Whose range an offset is in: the last one that does not begin after it, in cyclic order.
class owner_search {
 public:
  explicit owner_search(const ownership& owners) : size_(owners.size()), low_(low_of(owners, 0)) {
    begins_.fill(std::numeric_limits<std::uint64_t>::max());
    for (std::uint64_t n = 0; n < size_; ++n) begins_[n] = low_of(owners, n) - low_;
  }

  [[nodiscard]] std::uint64_t size() const { return size_; }

  [[nodiscard]] std::uint64_t owner_of(std::int64_t offset) const {
    const std::uint64_t place = static_cast<std::uint64_t>(offset) - low_;
    std::uint64_t owner = 0;
    for (std::uint64_t step = std::bit_ceil(size_) / 2; step > 0; step /= 2)
      owner += begins_[owner + step] <= place ? step : 0;
    return std::min(owner, size_ - 1);
  }

 private:
  // Whole slices are in one range for each owner.
  static std::uint64_t low_of(const ownership& owners, std::uint64_t n) {
    STREW_ASSERT(owners.end(n) - owners.begin(n) == 1);
    return static_cast<std::uint64_t>(owners.begin(n)->starts.low);
  }

  std::uint64_t size_;
  std::uint64_t low_;
  std::array<std::uint64_t, max_owners> begins_;  // after the first one; those beyond the size are never reached
};

class lister {
 public:
  lister(const part& whole, const block_program& blocks, const team& with, const cancellation& cancel,
         owner_lists& made)
      : whole_(whole),
        blocks_(blocks),
        team_(with),
        cancel_(cancel),
        made_(made),
        positions_(static_cast<std::uint64_t>(count_points(whole.axes, blocks.outer_axes))),
        chunks_(std::min({with.tasks, max_chunks, positions_})),
        search_(ownership(whole, blocks, with.tasks)) {}

  // Each task counts the positions of each owner in its chunk, so that it knows their places in the lists.
  bool run() {
    const bool is_counted = team_.for_each(chunks_, [&](std::uint64_t chunk) {
      counters found{};
      const bool goes_on = visit(chunk, [&](std::uint64_t owner, std::uint32_t) { ++found[owner]; });
      next_[chunk] = found;
      return goes_on;
    });
    if (!is_counted) return false;
    find_places();
    return team_.for_each(chunks_, [&](std::uint64_t chunk) {
      counters next = next_[chunk];
      return visit(chunk,
                   [&](std::uint64_t owner, std::uint32_t position) { made_.positions[next[owner]++] = position; });
    });
  }

 private:
  void find_places() {
    std::uint32_t used = 0;
    made_.size = search_.size();
    made_.owners = std::min<std::uint64_t>(team_.tasks, max_owners);
    for (std::uint64_t owner = 0; owner < made_.size; ++owner) {
      for (std::uint64_t chunk = 0; chunk < chunks_; ++chunk) {
        const std::uint32_t count = next_[chunk][owner];
        next_[chunk][owner] = used;
        used += count;
      }
      made_.ends[owner] = used;
    }
  }

  template <class Visit>
  bool visit(std::uint64_t chunk, const Visit& visit) const {
    block_mover blocks(whole_, blocks_, cancel_);
    const auto last = static_cast<std::int64_t>(border(positions_, chunks_, chunk + 1));
    return blocks.for_each_walk([&](position_walk& walk) {
      walk.go_to(static_cast<std::int64_t>(border(positions_, chunks_, chunk)));
      while (walk.number() < last) {
        if (cancel_.is_requested()) return false;
        const auto first = static_cast<std::uint32_t>(walk.number());
        const kernel::block work =
            blocks.resolve(walk, std::min<std::int64_t>(blocks_.positions, last - walk.number()));
        for (std::uint32_t i = 0; i < work.positions; ++i) {
          if (work.skip_mask == nullptr || work.skip_mask[i] == 0) visit(search_.owner_of(work.offsets[i]), first + i);
        }
      }
      return true;
    });
  }

  const part& whole_;
  const block_program& blocks_;
  const team& team_;
  const cancellation& cancel_;
  owner_lists& made_;
  std::uint64_t positions_;
  std::uint64_t chunks_;
  owner_search search_;
  std::array<counters, max_chunks> next_;
};

class list_mover {
 public:
  list_mover(const part& whole, const block_program& blocks, std::size_t tuple_bytes, const cancellation& cancel)
      : whole_(whole),
        program_(blocks),
        tuple_bytes_(tuple_bytes),
        line_(whole.axes[blocks.outer_axes - 1]),
        max_block_(room_for_tuples / tuple_bytes),
        cancel_(cancel),
        blocks_(whole, blocks, cancel) {
    max_block_ = std::min(max_block_, static_cast<std::size_t>(blocks_.max_block()));
  }

  bool run(const std::uint32_t* first, const std::uint32_t* last) {
    return blocks_.for_each_walk([&](const position_walk& walk) {
      while (first != last) {
        if (cancel_.is_requested()) return false;
        const std::uint32_t* const next = end_of_block(first, last);
        if (!move(walk, first, static_cast<std::size_t>(next - first))) return false;
        first = next;
      }
      return true;
    });
  }

 private:
  // The places of a block are 16-bit numbers, counted from its first position.
  const std::uint32_t* end_of_block(const std::uint32_t* first, const std::uint32_t* last) const {
    const auto count = std::min(static_cast<std::size_t>(last - first), max_block_);
    const std::uint32_t reach = std::numeric_limits<std::uint16_t>::max();
    if (first[count - 1] - *first <= reach) return first + count;
    return std::partition_point(first, first + count,
                                [&](std::uint32_t position) { return position - *first <= reach; });
  }

  bool move(const position_walk& walk, const std::uint32_t* first, std::size_t count) {
    kernel::block work = blocks_.begin(walk);
    work.direct += static_cast<std::int64_t>(*first) * work.direct_stride;
    work.positions = count;
    for (std::size_t i = 0; i < count; ++i) places_[i] = static_cast<std::uint16_t>(first[i] - *first);
    work.places = places_.data();
    copy_tuples(first, count);
    std::fill_n(offsets_.data(), count, 0);
    const auto step = static_cast<std::ptrdiff_t>(tuple_bytes_);
    const bool skips = resolve_tuples(program_.resolve, whole_.problem, whole_.rules, {tuples_.data(), step, count},
                                      offsets_.data(), skip_mask_.data());
    STREW_ASSERT(!skips);  // those are not listed
    work.offsets = offsets_.data();
    return blocks_.move_slices(work);
  }

  void copy_tuples(const std::uint32_t* positions, std::size_t count) {
    switch (tuple_bytes_) {
      case 4:
        return copy<4>(positions, count);
      case 8:
        return copy<8>(positions, count);
      default:
        for (std::size_t i = 0; i < count; ++i)
          std::memcpy(&tuples_[i * tuple_bytes_], tuple(positions[i]), tuple_bytes_);
    }
  }
  template <std::size_t Bytes>
  void copy(const std::uint32_t* positions, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) std::memcpy(&tuples_[i * Bytes], tuple(positions[i]), Bytes);
  }
  [[nodiscard]] const std::byte* tuple(std::uint32_t position) const {
    return whole_.indices + static_cast<std::int64_t>(position) * line_.index_stride;
  }

  const part& whole_;
  const block_program& program_;
  std::size_t tuple_bytes_;
  const axis& line_;
  std::size_t max_block_;
  const cancellation& cancel_;
  block_mover blocks_;
  std::array<std::int64_t, max_block_positions> offsets_;
  std::array<std::uint8_t, max_block_positions> skip_mask_;
  std::array<std::uint16_t, max_block_positions> places_;
  alignas(std::uint64_t) std::array<std::byte, room_for_tuples> tuples_;
};

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
  if (slice < static_cast<std::uint64_t>(in.kernels.tuning.min_listed_slice)) return 0;
  std::int64_t bytes = 0;
  for (const coordinate& c : p.coordinates) {
    if (c.index_offset < 0 || c.index_offset >= max_tuple_bytes) return 0;
    bytes = std::max(bytes, c.index_offset + static_cast<std::int64_t>(info(p.index_type).width));
  }
  return static_cast<std::uint16_t>(bytes);
}

bool list_owners(const part& whole, const block_program& blocks, const team& with, const cancellation& cancel,
                 owner_lists& made) {
  return lister(whole, blocks, with, cancel, made).run();
}

bool apply_list(const part& whole, const block_program& blocks, std::uint16_t tuple_bytes, const std::uint32_t* first,
                const std::uint32_t* last, const cancellation& cancel) {
  return list_mover(whole, blocks, tuple_bytes, cancel).run(first, last);
}

}  // namespace strew::engine
