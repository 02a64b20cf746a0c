// A problem without indices, as planes: the kernel takes two axes, the odometer the others.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "execute/odometer.hpp"
#include "execute/part.hpp"

namespace strew {
inline namespace engine {
namespace {

constexpr std::size_t bytes_between_polls = std::size_t{1} << 24U;

class plane_copy {
 public:
  explicit plane_copy(const part& work) : work_(work), how_(work.what.how), is_write_(work.what.what.is_write()) {
    const std::size_t count = work.what.what.axes.size();
    for (std::size_t i = 0; i < count; ++i) {
      if (i != how_.row_axis && i != how_.column_axis) rest_.push_back(work.axes[i]);
    }
    plane_.width = static_cast<std::size_t>(work.what.what.width);
    if (count > 0) set(work.axes[how_.column_axis], plane_.columns, plane_.to_column, plane_.from_column);
    if (count > 1) set(work.axes[how_.row_axis], plane_.rows, plane_.to_row, plane_.from_row);
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

  // In strips, so that a cancel is heard; a unit of many bytes is cut as well.
  bool copy_plane(const cancellation& cancel) const {
    if (plane_.rows == 1 && plane_.columns == 1) return copy_unit(cancel);
    const std::size_t row_bytes = std::max<std::size_t>(plane_.columns * plane_.width, 1);
    const std::size_t strip = std::max<std::size_t>(bytes_between_polls / row_bytes, 16);
    for (std::size_t row = 0; row < plane_.rows; row += strip) {
      if (cancel.is_asked()) return false;
      kernel::plane part = plane_;
      part.rows = std::min(strip, plane_.rows - row);
      part.to += static_cast<std::ptrdiff_t>(row) * plane_.to_row;
      part.from += static_cast<std::ptrdiff_t>(row) * plane_.from_row;
      how_.copy(part);
    }
    return true;
  }

  bool copy_unit(const cancellation& cancel) const {
    for (std::size_t done = 0; done < plane_.width; done += bytes_between_polls) {
      if (cancel.is_asked()) return false;
      kernel::plane part = plane_;
      part.width = std::min(bytes_between_polls, plane_.width - done);
      part.to += done;
      part.from += done;
      part.to_column = part.from_column = static_cast<std::ptrdiff_t>(part.width);
      how_.copy(part);
    }
    return true;
  }

  const part& work_;
  const program& how_;
  bool is_write_;
  run_list<axis> rest_;
  kernel::plane plane_;
};

}  // namespace

bool run_copy(const part& work, const cancellation& cancel) {
  return plane_copy(work).run(cancel);
}

}  // namespace engine
}  // namespace strew
