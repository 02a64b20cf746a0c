// The loop over index positions: walks them in row-major order, resolves their tuples to table offsets, block by block,
// and polls. Whoever moves units, lists positions or counts them reads positions here.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "problem/points.hpp"
#include "walk/members.hpp"
#include "walk/odometer.hpp"
#include "walk/part.hpp"
#include "walk/polls.hpp"
#include "walk/positions.hpp"

namespace strew::engine {

// Positions whose offsets are made at once. They are on the stack of the calling thread, with their flags.
constexpr std::size_t max_block_positions = 512;
static_assert(max_block_positions <= std::numeric_limits<std::uint16_t>::max());  // as block_program keeps it

// How the positions of a problem are read. Its first axes select them. Of these the last `flat_axes` are numbered
// consecutively: their strides, but those of the table, are those of one long axis.
struct reading {
  std::uint16_t outer_axes;
  std::uint16_t flat_axes;
  start_kernels starts;
};

reading reading_of(const problem& p, std::size_t outer, const kernel::kernel_set& kernels);

// Consecutive positions with the table offset of each; where the mask is not null, those it marks have no start.
struct position_block {
  std::uint64_t first = 0;
  std::size_t count = 0;
  const std::int64_t* offsets = nullptr;
  const std::uint8_t* skip_mask = nullptr;

  [[nodiscard]] bool is_skipped(std::size_t i) const { return skip_mask != nullptr && skip_mask[i] != 0; }
};

// Where the second side of a walk's base is.
struct pair_base {
  index_place from;
  const std::byte* weights;
  std::int64_t position;
  const std::byte* scales;
  const std::byte* zeros;
};

class position_reader {
 public:
  position_reader(const part& work, const reading& how, const cancellation& cancel)
      : work_(work),
        how_(how),
        cancel_(cancel),
        // a shorter axis does not continue the one before it
        flat_axes_(work.shared < how.outer_axes ? std::min<std::size_t>(how.flat_axes, how.outer_axes - work.shared)
                                                : how.flat_axes) {}
  position_reader(const position_reader&) = delete;
  position_reader& operator=(const position_reader&) = delete;

  [[nodiscard]] const part& work() const { return work_; }
  [[nodiscard]] std::size_t flat_axes() const { return flat_axes_; }
  [[nodiscard]] std::uint64_t positions() const {
    return static_cast<std::uint64_t>(count_points(work_.axes, how_.outer_axes));
  }

  // Calls visit(walk) for each point of the outer axes that are not numbered consecutively, until it returns false.
  template <class Visit>
  bool for_each_walk(const Visit& visit) {
    return walk_from(0, visit);
  }

  // Calls visit(walk, count) for positions [first, last) of the part, in order: for the next `count` of the walk,
  // `most` or fewer, by which it advances the walk. Until it returns false; false then, and if cancelled.
  template <class Visit>
  bool read_pieces(std::uint64_t first, std::uint64_t last, std::int64_t most, const Visit& visit) {
    if (first >= last) return true;
    poll_counter polls(cancel_, 0);
    bool goes_on = true;
    walk_from(first, [&](position_walk& walk) {
      while (goes_on && walk.left() > 0 && first < last) {
        const std::uint64_t count = std::min(last - first, static_cast<std::uint64_t>(std::min(most, walk.left())));
        goes_on = polls.go_on(count * values_of_position()) && visit(walk, static_cast<std::int64_t>(count));
        first += count;
      }
      return goes_on && first < last;
    });
    return goes_on;
  }

  // Calls visit(position_block) for positions [first, last) of the part, in order, and ends where it returns false, if
  // it returns something. False then, and if cancelled.
  template <class Visit>
  bool read(std::uint64_t first, std::uint64_t last, const Visit& visit) {
    return read_pieces(first, last, max_block_positions, [&](position_walk& walk, std::int64_t size) {
      const auto count = static_cast<std::size_t>(size);
      const bool skips = resolve_next(walk, size);
      if (table_ != 0) std::for_each_n(offsets_.begin(), count, [&](std::int64_t& offset) { offset += table_; });
      const position_block block{first, count, offsets_.data(), skips ? skip_mask_.data() : nullptr};
      first += count;
      if constexpr (std::is_void_v<std::invoke_result_t<const Visit&, const position_block&>>) {
        visit(block);
        return true;
      } else {
        return visit(block);
      }
    });
  }

  // `count` tuples, or values of member k, from the walk's next position on.
  [[nodiscard]] kernel::index_column tuples(const position_walk& walk, std::size_t count) const {
    return line(walk, count).stored();
  }
  [[nodiscard]] kernel::index_column column(const position_walk& walk, std::size_t k, std::size_t count) const {
    kernel::index_column made = tuples(walk, count);
    made.first += work_.problem.coordinates[k].index_offset;
    return made;
  }

 protected:
  // Offsets of the next `size` positions, from the base of the walk; returns whether the mask marks some.
  bool resolve_next(position_walk& walk, std::int64_t size) {
    const tuple_line next = line(walk, static_cast<std::size_t>(size));
    walk.take(size, offsets_.data());
    return resolve_tuples(how_.starts, work_.problem, work_.rules, next, offsets_.data(), skip_mask_.data());
  }

  [[nodiscard]] pair_base base() const { return {from_, weights_, position_, scales_, zeros_}; }

  [[nodiscard]] tuple_line line(const position_walk& walk, std::size_t count) const {
    const std::int64_t stride = walk.line().index_stride;
    return {tuples_ + walk.number() * stride, stride, count};
  }

  const part& work_;
  const reading& how_;
  const cancellation& cancel_;
  std::size_t flat_axes_;
  std::int64_t table_ = 0;   // of the walk's base, in bytes
  std::int64_t direct_ = 0;  // the same
  index_place tuples_;
  index_place from_;                    // the same of a second side
  const std::byte* weights_ = nullptr;  // the same, here and below
  const std::byte* scales_ = nullptr;
  const std::byte* zeros_ = nullptr;
  std::int64_t position_ = 0;  // where results name positions: the number of the walk's base
  std::array<std::int64_t, max_block_positions> offsets_;
  std::array<std::uint8_t, max_block_positions> skip_mask_;

 private:
  // From position `first` on.
  template <class Visit>
  bool walk_from(std::uint64_t first, const Visit& visit) {
    const std::size_t walked = how_.outer_axes - flat_axes_;
    odometer outer(work_.axes, walked);
    if (first != 0) {
      const auto length = static_cast<std::uint64_t>(count_points(work_.axes + walked, flat_axes_));
      outer.go_to(first / length);
      first %= length;
    }
    do {
      table_ = outer.table();
      direct_ = outer.direct();
      tuples_ = work_.problem.coordinates.empty() ? index_place{} : work_.indices + outer.index();
      if (work_.from.first != nullptr) from_ = work_.from + outer.along(&axis::from_stride);
      if (work_.problem.names_positions) position_ = work_.position + outer.along(&axis::position_stride);
      if (work_.weights != nullptr) weights_ = work_.weights + outer.along(&axis::weight_stride);
      if (work_.scales != nullptr) scales_ = work_.scales + outer.along(work_.problem, &code_strides::scale);
      if (work_.zeros != nullptr) zeros_ = work_.zeros + outer.along(work_.problem, &code_strides::zero);
      position_walk walk(work_.axes + walked, flat_axes_);
      if (first != 0) walk.go_to(static_cast<std::int64_t>(first));
      first = 0;
      if (!visit(walk)) return false;
    } while (outer.next());
    return true;
  }

  [[nodiscard]] std::uint64_t values_of_position() const {
    return std::max<std::size_t>(work_.problem.coordinates.size(), 1);
  }
};

}  // namespace strew::engine
