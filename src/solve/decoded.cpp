// Reads whose units are rows of codes: the starts of a block of positions, by which codes, scales and zero points are
// found, then row by row.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "partition/reader.hpp"
#include "solve/codes.hpp"
#include "solve/effort.hpp"
#include "solve/traits.hpp"
#include "walk/workspace.hpp"

namespace strew::engine {
namespace {

constexpr std::size_t at_once = 128;  // positions

struct decode_program : reading {
  kernel::decode_kernel decode;
  kernel::fill_kernel fill;  // only with the fill policy
  kernel::fence_kernel fence;
  bool streams;  // the output is larger than the caches
};

const char* refuse(const situation& in) {
  if (in.moves_nothing) return "nothing moves";
  if (!in.problem.decoding) return "units are moved as they are";
  return in.problem.is_write() ? "values of codes are combined" : nullptr;
}

program make(const situation& in) {
  const problem& p = in.problem;
  decode_program made{};
  static_cast<reading&>(made) = reading_of(p, in.outer, in.kernels);
  made.decode = in.kernels.decode(scalar_of(p.decoding->value_type));
  made.fill = p.policy.outside == out_of_bounds::fill ? in.kernels.fill() : nullptr;
  made.fence = in.kernels.fence();
  made.streams = unit_bytes(p) >= static_cast<std::uint64_t>(in.kernels.tuning.min_streamed_gather);
  return program(made);
}

// The offsets of positions by other strides than those of the codes, of `count` positions from number `first` of a walk
// on, without the contribution of the indices. A separate function, whose stack others do not need.
[[gnu::noinline]] void list_offsets(const problem& p, const axis* axes, std::size_t flat,
                                    std::int64_t code_strides::*stride, std::int64_t first, std::int64_t count,
                                    std::int64_t* offsets) {
  run_list<axis> by(axes, flat);
  for (axis& a : by) a.table_stride = p.codes_along(a).*stride;
  position_walk walk(by.data(), flat);
  walk.go_to(first);
  walk.take(count, offsets);
}

class row_decoder : public position_reader {
 public:
  row_decoder(const part& work, const decode_program& by, const cancellation& cancel)
      : position_reader(work, by, cancel),
        by_(by),
        of_(*work.problem.decoding),
        shared_(code_rows_of(work, codebook_)),
        polls_(cancel) {}

  bool run() {
    return for_each_walk([&](position_walk& walk) {
      while (walk.left() > 0) {
        if (!decode(walk, std::min(static_cast<std::int64_t>(at_once), walk.left()))) return false;
      }
      return true;
    });
  }

 private:
  // Each index is read once, whatever it addresses. Returns whether some have no start.
  bool find_starts(const position_walk& walk, std::int64_t size) {
    std::fill_n(starts_.begin(), size, 0);
    if (work_.problem.coordinates.empty()) return false;
    std::fill_n(skip_mask_.begin(), size, std::uint8_t{0});
    kernel::coordinate_rule rule = work_.rules[0];
    rule.table_stride = 1;
    return how_.starts.resolve(column(walk, 0, static_cast<std::size_t>(size)), &rule, 1, starts_.data(),
                               skip_mask_.data());
  }

  void add_starts(std::int64_t size, std::int64_t stride, std::int64_t* offsets) const {
    for (std::int64_t i = 0; i < size; ++i) offsets[i] += starts_[static_cast<std::size_t>(i)] * stride;
  }

  bool decode(position_walk& walk, std::int64_t size) {
    const std::int64_t first = walk.number();
    const bool skips = find_starts(walk, size);
    kernel::code_rows rows = rows_of(first, walk.line().direct_stride);
    rows.positions = static_cast<std::size_t>(size);
    if (skips) rows.skip_mask = skip_mask_.data();
    const std::int64_t stride = work_.problem.coordinates.empty() ? 0 : work_.problem.coordinates[0].table_stride;
    walk.take(size, offsets_.data());
    add_starts(size, stride, offsets_.data());
    const axis* const lines = work_.axes + (by_.outer_axes - flat_axes());
    list_offsets(work_.problem, lines, flat_axes(), &code_strides::scale, first, size, scale_offsets_.data());
    add_starts(size, of_.scale_stride, scale_offsets_.data());
    if (rows.zeros != nullptr) {
      list_offsets(work_.problem, lines, flat_axes(), &code_strides::zero, first, size, zero_offsets_.data());
      add_starts(size, of_.zero_stride, zero_offsets_.data());
    }
    return decode_slices(rows) && (!skips || by_.fill == nullptr || fill_slices(rows));
  }

  [[nodiscard]] kernel::code_rows rows_of(std::int64_t first, std::int64_t direct_stride) const {
    kernel::code_rows made = shared_;
    made.codes = at(work_.table, table_);
    made.scales = scales_;
    made.zeros = of_.has_zero_points ? zeros_ : nullptr;
    made.values = at(work_.direct, direct_ + first * direct_stride);
    made.code_offsets = offsets_.data();
    made.scale_offsets = scale_offsets_.data();
    made.zero_offsets = zero_offsets_.data();
    made.values_stride = direct_stride;
    made.last = of_.columns;
    made.streams = by_.streams;
    return made;
  }

  // The last axis of slices is the kernel's: its units follow one another.
  bool decode_slices(kernel::code_rows rows) {
    const std::size_t outer = by_.outer_axes, all = work_.problem.axes.size();
    if (all > outer) {
      const axis& last = work_.axes[all - 1];
      rows.units = static_cast<std::size_t>(last.extent);
      rows.unit_codes = last.table_stride;
      rows.unit_scales = work_.problem.codes_along(last).scale;
      rows.unit_zeros = work_.problem.codes_along(last).zero;
      rows.unit_values = last.direct_stride;
    }
    odometer slice(work_.axes + outer, all > outer ? all - outer - 1 : 0);
    do {
      kernel::code_rows here = rows;
      here.codes += slice.table();
      here.scales += slice.along(work_.problem, &code_strides::scale);
      if (here.zeros != nullptr) here.zeros += slice.along(work_.problem, &code_strides::zero);
      here.values += slice.direct();
      if (!decode_pieces(here)) return false;
    } while (slice.next());
    return true;
  }

  // Of many or wide rows a piece of the columns at a time, with polls in between.
  bool decode_pieces(kernel::code_rows rows) {
    const auto value = static_cast<std::uint64_t>(info(of_.value_type).width);
    const std::uint64_t column = rows.positions * rows.units * value;  // bytes of one
    const auto most = static_cast<std::int64_t>(std::max<std::uint64_t>(bytes_between_polls / column, 1));
    const std::int64_t grain = of_.packing == code_packing::halves ? of_.block : code_grain;
    const std::int64_t piece = std::max(most / grain, std::int64_t{1}) * grain;
    for (std::int64_t first = 0; first < of_.columns; first += piece) {
      rows.first = first;
      rows.last = piece < of_.columns - first ? first + piece : of_.columns;
      by_.decode(rows);
      if (!polls_.go_on_bytes(column * static_cast<std::uint64_t>(rows.last - rows.first))) return false;
    }
    return true;
  }

  bool fill_slices(const kernel::code_rows& rows) {
    const std::size_t outer = by_.outer_axes, all = work_.problem.axes.size();
    const fill_pattern& pattern = work_.problem.fill;
    const auto value = static_cast<std::size_t>(info(of_.value_type).width);
    kernel::block work;
    work.skip_mask = rows.skip_mask;
    work.positions = rows.positions;
    work.direct_stride = rows.values_stride;
    work.width = value;
    work.direct_step = of_.value_step;
    odometer slice(work_.axes + outer, all - outer);
    do {
      for (std::int64_t first = 0; first < of_.columns; first += filled_at_once) {
        const std::int64_t count = std::min(filled_at_once, of_.columns - first);
        work.direct = rows.values + slice.direct() + first * of_.value_step;
        work.count = static_cast<std::size_t>(count);
        by_.fill(work, pattern.data(), pattern.size());
        if (!polls_.go_on_bytes(work.positions * work.count * value)) return false;
      }
    } while (slice.next());
    return true;
  }

  static constexpr std::int64_t code_grain = 64;  // columns that begin a byte of codes and a vector of values
  static constexpr std::int64_t filled_at_once = 8192;

  const decode_program& by_;
  const decoding& of_;
  codebook codebook_;
  kernel::code_rows shared_;
  poll_counter polls_;
  std::array<std::int64_t, at_once> starts_;
  std::array<std::int64_t, at_once> scale_offsets_;
  std::array<std::int64_t, at_once> zero_offsets_;
};

bool run(const program& chosen, const part& work, const cancellation& cancel) {
  const auto& by = chosen.as<decode_program>();
  const bool goes_on = row_decoder(work, by, cancel).run();
  if (by.streams) by.fence();
  return goes_on;
}

std::size_t block(const program& /*chosen*/) {
  return at_once;
}

workload cost(const program& /*chosen*/, const situation& in, std::uint64_t /*tasks*/) {
  return row_work(in);
}

}  // namespace

constexpr solver decoded_solver = {
    .name = "decoded",
    .method = "resolves a block of positions, then decodes one row of codes after the other",
    .refuse = refuse,
    .make = make,
    .run = run,
    .block = block,
    .cost = cost,
    .is_general = true,
    .takes_codes = true};

}  // namespace strew::engine
