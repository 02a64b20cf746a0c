// A problem without indices, as planes: the kernel processes two axes, the odometer the others.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/arithmetic.hpp"
#include "solve/solver.hpp"
#include "walk/odometer.hpp"
#include "walk/polls.hpp"

namespace strew::engine {
namespace {

constexpr std::size_t copy_strip_bytes = std::size_t{1} << 20;  // of a row of a strip, whose rows fill a tile

struct copy_program {
  kernel::copy_kernel copy;
  std::size_t row_axis;  // axes processed by the kernel; equal: single rows
  std::size_t column_axis;
};

class plane_copy {
 public:
  plane_copy(const part& work, const copy_program& program)
      : work_(work), program_(program), is_write_(work.problem.is_write()) {
    const std::size_t count = work.problem.axes.size();
    for (std::size_t i = 0; i < count; ++i) {
      if (i != program_.row_axis && i != program_.column_axis) rest_.push_back(work.axes[i]);
    }
    plane_.width = static_cast<std::size_t>(work.width);
    if (count > 0) set(work.axes[program_.column_axis], plane_.columns, plane_.to_column, plane_.from_column);
    if (count > 1) set(work.axes[program_.row_axis], plane_.rows, plane_.to_row, plane_.from_row);
  }

  bool run(const cancellation& cancel) {
    odometer walk(rest_.data(), rest_.size());
    do {
      std::byte* table = at(work_.table, walk.table());
      std::byte* direct = at(work_.direct, walk.direct());
      plane_.to = is_write_ ? table : direct;
      plane_.from = is_write_ ? direct : table;
      if (!copy_plane(cancel)) return false;
    } while (walk.next());
    return true;
  }

 private:
  void set(const axis& a, std::size_t& extent, std::ptrdiff_t& to, std::ptrdiff_t& from) {
    extent = static_cast<std::size_t>(a.extent);
    to = is_write_ ? a.table_stride : a.direct_stride;
    from = is_write_ ? a.direct_stride : a.table_stride;
  }

  // In strips of rows, and of columns if rows are long, to poll for cancellation; a unit of many bytes is split.
  bool copy_plane(const cancellation& cancel) const {
    if (plane_.width > copied_between_polls) return copy_units(cancel);
    const std::size_t width = std::max<std::size_t>(plane_.width, 1);
    const std::size_t columns = std::min(std::max<std::size_t>(copy_strip_bytes / width, 1), plane_.columns);
    const std::size_t rows = std::max<std::size_t>(copied_between_polls / std::max<std::size_t>(columns * width, 1), 1);
    for (std::size_t row = 0; row < plane_.rows; row += rows) {
      for (std::size_t column = 0; column < plane_.columns; column += columns) {
        if (cancel.is_requested()) return false;
        kernel::plane part = at_place(row, column);
        part.rows = std::min(rows, plane_.rows - row);
        part.columns = std::min(columns, plane_.columns - column);
        program_.copy(part);
      }
    }
    return true;
  }

  bool copy_units(const cancellation& cancel) const {
    for (std::size_t row = 0; row < plane_.rows; ++row) {
      for (std::size_t column = 0; column < plane_.columns; ++column) {
        if (!copy_unit(at_place(row, column), cancel)) return false;
      }
    }
    return true;
  }

  bool copy_unit(const kernel::plane& whole, const cancellation& cancel) const {
    for (std::size_t done = 0; done < plane_.width; done += copied_between_polls) {
      if (cancel.is_requested()) return false;
      kernel::plane part = whole;
      part.rows = part.columns = 1;
      part.width = std::min<std::size_t>(copied_between_polls, plane_.width - done);
      part.to += done;
      part.from += done;
      part.to_column = part.from_column = static_cast<std::ptrdiff_t>(part.width);
      program_.copy(part);
    }
    return true;
  }

  [[nodiscard]] kernel::plane at_place(std::size_t row, std::size_t column) const {
    const auto r = static_cast<std::ptrdiff_t>(row);
    const auto c = static_cast<std::ptrdiff_t>(column);
    kernel::plane made = plane_;
    made.to += r * made.to_row + c * made.to_column;
    made.from += r * made.from_row + c * made.from_column;
    return made;
  }

  const part& work_;
  const copy_program& program_;
  bool is_write_;
  run_list<axis> rest_;
  kernel::plane plane_;
};

const char* refuse(const situation& in) {
  const problem& p = in.problem;
  if (in.moves_nothing) return "nothing moves";
  if (!p.coordinates.empty()) return "indices choose the places";
  if (p.reduce != reduction::none) return "updates are combined with the old values";
  return is_unique(p) ? nullptr : "positions write the same cells, in order";
}

// Columns are contiguous in the destination, rows in the source.
program make(const situation& in) {
  const problem& p = in.problem;
  copy_program made{in.kernels.copy(kernel::class_of(static_cast<std::size_t>(p.width))), 0, 0};
  const auto to = [&](std::size_t i) {
    return magnitude(p.is_write() ? p.axes[i].table_stride : p.axes[i].direct_stride);
  };
  const auto from = [&](std::size_t i) {
    return magnitude(p.is_write() ? p.axes[i].direct_stride : p.axes[i].table_stride);
  };
  for (std::size_t i = 1; i < p.axes.size(); ++i) {
    if (to(i) <= to(made.column_axis)) made.column_axis = i;
  }
  made.row_axis = made.column_axis;
  for (std::size_t i = 0; i < p.axes.size(); ++i) {
    if (i != made.column_axis && (made.row_axis == made.column_axis || from(i) <= from(made.row_axis)))
      made.row_axis = i;
  }
  return program(made);
}

bool run(const program& chosen, const part& work, const cancellation& cancel) {
  return plane_copy(work, chosen.as<copy_program>()).run(cancel);
}

}  // namespace

constexpr solver copy_solver = {.name = "copy",
                                .method = "copies along both operands, without indices",
                                .refuse = refuse,
                                .make = make,
                                .run = run,
                                .is_general = true};

}  // namespace strew::engine
