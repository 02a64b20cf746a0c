// Blocks of positions whose updates are addressed through indices of their own, or multiplied by weights. They go to
// their cells by the same kernels as those of any other problem: without weights as a list of positions, whose updates
// are those at the listed places; with weights the updates are brought side by side, in pieces that stay in the cache,
// and multiplied there. Where the indices of the table's side select weights, these have offsets too. Rows of codes are
// decoded instead of brought.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "kernel/kernel_set.hpp"
#include "partition/reader.hpp"
#include "solve/codes.hpp"
#include "walk/part.hpp"

namespace strew::engine {

// Whether the indices of a side are valid and without a sign, of one dimension: no rule changes them, so they are
// places as they are, where they follow one another.
bool are_places(const indexed_side& of);
bool is_list_of_places(const kernel::index_column& indices);

// Where the weights of a block are, if they are indexed.
using weight_offset_list = std::array<std::int64_t, max_block_positions>;

// Where scales and zero points are, of a list of positions, and what decodes their rows.
struct code_lists {
  static constexpr std::size_t max_listed = 64;

  std::array<std::int64_t, max_listed> scales, zeros;
  std::array<float, max_block_positions> weights;  // of a block, where they are not those of the values' type
  codebook numbers;
};
static_assert(sizeof(code_lists) <= sizeof(weight_offset_list));

// Memory for what few problems have, and none has both.
union pair_room {
  pair_room() noexcept {}  // NOLINT(modernize-use-equals-default): = default would be deleted
  weight_offset_list weight_of;
  code_lists codes;
};

// From a position's first unit on to the units that are moved next: bytes in the weights, scales and zero points, and
// columns.
struct inner_place {
  std::int64_t weights = 0;
  std::int64_t scales = 0;
  std::int64_t zeros = 0;
  std::int64_t column = 0;
};
inner_place distance(const part& from, const part& to);

class paired_updates {
 public:
  // `row`: the axis whose units a kernel takes at once; no_axis: it takes one of each position. `room`: memory,
  // which may be null where resolve() with a mask alone is not called, and nothing is decoded here.
  paired_updates(const part& work, const kernel::kernel_set& kernels, std::size_t row, pair_room* room);
  paired_updates(const paired_updates&) = delete;
  paired_updates& operator=(const paired_updates&) = delete;

  // The next `size` positions of a walk, before it advances; `of_table`: their indices on the table's side.
  void begin(const position_walk& walk, std::int64_t size, const pair_base& base, const tuple_line& of_table);
  // Whether the indices are their places; then those of a block, instead of resolve().
  [[nodiscard]] bool has_places() const { return places_ != nullptr; }
  void put_places(kernel::block& work) const;
  // By which starts are numbers of rows of codes.
  [[nodiscard]] const rule_list& code_rules() const { return code_rules_; }
  // Where their updates are. Positions without one are added to a mask that has been written; returns whether there
  // are some.
  bool resolve(std::uint8_t* skip_mask);
  // The same of updates that are elements, without their weights: offsets from `first` on, in other memory.
  bool resolve(std::int64_t first, std::int64_t* to, std::uint8_t* skip_mask) const;
  // Where their weights are, the same.
  bool resolve_weights(std::int64_t first, std::int64_t* to, std::uint8_t* skip_mask) const;
  // The indices and weights of as many positions after a resolved block.
  void fetch_next() const;
  // Of the updates of a resolved block, from the first one of the direct operand on; of rows of codes their starts.
  const std::int64_t* offsets();
  // Of a resolved block whose weights are indexed: where they are, from the first weight of the walk's base on.
  [[nodiscard]] const std::int64_t* weight_offsets() const { return room_->weight_of.data(); }
  // Memory for whoever calls no for_each_piece.
  static constexpr std::size_t staged_bytes = 8192;
  [[nodiscard]] std::byte* lent() { return units_.data(); }
  [[nodiscard]] const inner_place& inner() const { return inner_; }
  void set_inner(const inner_place& to) { inner_ = to; }
  // To a point of inner axes, from such a place on.
  void set_inner(const inner_place& from, const odometer& walk) {
    inner_.weights = from.weights + walk.along(&axis::weight_stride);
    if (!decodes()) return;
    inner_.scales = from.scales + walk.along(work_.problem, &code_strides::scale);
    inner_.zeros = from.zeros + walk.along(work_.problem, &code_strides::zero);
    inner_.column = from.column + walk.along(work_.problem, &code_strides::column);
  }

  // Calls call(block) for a block, whose updates lie anywhere: for a list of its positions, or for pieces whose updates
  // lie side by side. Until it returns false; false then.
  template <class Call>
  bool for_each_piece(const kernel::block& work, const Call& call) {
    if (!is_staged() && can_list()) return call(listed(work));
    const std::size_t room = staged_bytes / staged_width(work);
    if (work.count > room && !is_staged()) return for_each_position(work, call);
    const std::size_t units = std::min({room, work.count, most_widened_units()});
    const std::size_t most = decodes() ? code_lists::max_listed : max_listed;
    const std::size_t positions = std::clamp<std::size_t>(room / units, 1, most);
    for (std::size_t first = 0; first < work.positions; first += positions) {
      const std::size_t size = std::min(positions, work.positions - first);
      fetch_updates(work, first + size);
      for (std::size_t done = 0; done < work.count; done += units) {
        const extent of{first, size, done, std::min(units, work.count - done)};
        if (!call(staged(work, of))) return false;
      }
    }
    return true;
  }

 private:
  static constexpr std::size_t max_listed = 128;

  // Of a block: so many positions, of each so many units.
  struct extent {
    std::size_t first;
    std::size_t positions;
    std::size_t first_unit;
    std::size_t units;
  };

  [[nodiscard]] bool makes_products() const { return weigh_ != nullptr; }
  [[nodiscard]] bool has_indexed_weights() const { return !weight_rules_.empty(); }
  // Whether updates are taken piece by piece, mostly side by side, whatever their places are.
  [[nodiscard]] bool is_staged() const { return makes_products() || is_scan_ || decodes(); }
  [[nodiscard]] bool decodes() const { return decode_ != nullptr; }
  // Bytes of an update as it was brought or decoded, and as it is combined.
  [[nodiscard]] std::size_t brought_width(const kernel::block& work) const {
    return decodes() ? value_bytes_ : work.width;
  }
  [[nodiscard]] std::size_t staged_width(const kernel::block& work) const {
    return makes_products() ? product_bytes_ : brought_width(work);
  }
  // A scan takes updates that are traversed in order where they are.
  [[nodiscard]] bool takes_in_place(const kernel::block& work) const {
    return is_scan_ && starts_.resolve == nullptr && work.places == nullptr;
  }
  void start_decoding(std::size_t row);
  bool resolve(const rule_list* rules, std::int64_t step, std::int64_t first, std::int64_t* to,
               std::uint8_t* skip_mask) const;
  // Of a position, if its units have weights of their own that are widened: those of all positions of the block are.
  [[nodiscard]] std::size_t most_widened_units() const {
    return widen_ == nullptr || weight_step_ == 0 ? staged_bytes
                                                  : max_block_positions / std::max<std::size_t>(tuples_.count, 1);
  }
  void set_widened(std::size_t units, kernel::weighing& each);
  // Whether places in a list, of 32 bits, reach all updates of the block.
  bool can_list() {
    if (places_ == nullptr && !has_reach_) find_reach();
    return places_ != nullptr || is_in_reach_;
  }
  void find_reach();
  kernel::block listed(const kernel::block& work);
  template <class PlaceOf>
  kernel::block listed_by(const kernel::block& work, std::byte* direct, std::ptrdiff_t stride, const std::uint32_t* all,
                          const PlaceOf& place_of);
  kernel::block staged(const kernel::block& work, const extent& of);
  void gather(const kernel::block& work, const extent& of, std::byte* to);
  void list_codes(const kernel::block& work, const extent& of);
  void decode(const kernel::block& work, const extent& of, std::byte* to);
  void weigh(const kernel::block& work, const extent& of, const std::byte* updates);
  void set_trace(const kernel::block& work, const extent& of, kernel::block& piece);
  [[nodiscard]] kernel::block position_of(const kernel::block& work, std::size_t number) const;
  void fetch(const kernel::block& work, std::size_t number) const;
  void fetch_updates(const kernel::block& work, std::size_t first) const;

  template <class Call>
  bool for_each_position(const kernel::block& work, const Call& call) {
    for (std::size_t p = 0; p < work.positions; ++p) {
      if (p + 1 < work.positions) fetch(work, p + 1);
      const bool is_skipped = work.skip_mask != nullptr && work.skip_mask[p] != 0;
      if (!is_skipped && !call(position_of(work, p))) return false;
    }
    return true;
  }

  const part& work_;
  const kernel::kernel_set& kernels_;
  start_kernels starts_;                  // none: the updates are traversed in order
  kernel::weigh_kernel weigh_ = nullptr;  // null: updates are combined as they are
  bool is_scan_ = false;
  kernel::scan_trace trace_;
  std::size_t product_bytes_ = 0;
  std::int64_t weight_step_ = 0;  // from unit to unit of a row
  inner_place inner_;
  bool can_be_places_ = false;             // each index of the updates is a place as it is, if they follow one another
  const std::uint32_t* places_ = nullptr;  // of the positions: those indices
  tuple_line tuples_;
  const std::byte* weights_ = nullptr;  // of the first position
  std::int64_t weight_stride_ = 0;      // from position to position
  std::int64_t position_ = 0;           // as of weights
  std::int64_t position_stride_ = 0;
  start_kernels weight_starts_;  // of weights that are indexed, as is all of these
  rule_list weight_rules_;       // their strides are those of weights; empty: they are not indexed
  tuple_line weight_tuples_;
  std::int64_t direct_stride_ = 0;
  unsigned shift_ = 0;       // all updates lie at multiples of 2^shift bytes
  std::int64_t lowest_ = 0;  // of the offsets of the block, if it has_reach_
  bool has_reach_ = false;
  bool is_in_reach_ = false;
  std::array<std::int64_t, max_block_positions> offsets_;  // of the updates; where these are decoded, their starts
  pair_room* room_;
  kernel::decode_kernel decode_ = nullptr;  // null: updates are elements
  kernel::slice_kernel widen_ = nullptr;    // of weights, which are narrower than the values
  const std::byte* widened_ = nullptr;      // the first one of those that are widened
  std::size_t value_bytes_ = 0;
  code_strides code_row_;              // along the row that a kernel takes
  code_strides code_line_;             // along the positions
  const std::byte* scales_ = nullptr;  // of the first position
  const std::byte* zeros_ = nullptr;
  rule_list code_rules_;  // by which starts are numbers of rows
  kernel::code_rows rows_;
  std::array<std::int64_t, max_listed> listed_;  // of those in a list
  alignas(64) std::array<std::byte, staged_bytes> units_;
};

}  // namespace strew::engine
