#include "partition/cells.hpp"

#include <algorithm>
#include <numeric>

#include "base/arithmetic.hpp"
#include "problem/points.hpp"

namespace strew::engine {
namespace {

class cell_span {
 public:
  void add(std::int64_t steps, std::int64_t stride) {
    if (steps <= 0 || stride == 0) return;
    const int128 reach = times(steps, stride);
    (reach < 0 ? low_ : high_) += reach;
    grain_ = std::gcd(grain_, magnitude(stride));
  }
  [[nodiscard]] std::optional<cell_range> range() const {
    const auto low = narrow(low_);
    const auto bytes = narrow(high_ - low_);
    if (!low || !bytes || grain_ > static_cast<std::uint64_t>(max_size)) return std::nullopt;
    const auto grain = static_cast<std::int64_t>(std::max<std::uint64_t>(grain_, 1));
    return cell_range{{*low, grain}, static_cast<std::uint64_t>(*bytes / grain) + 1};
  }

 private:
  int128 low_ = 0;
  int128 high_ = 0;
  std::uint64_t grain_ = 0;
};

}  // namespace

std::optional<cell_range> cells_of(const problem& p) {
  cell_span span;
  for (std::size_t i = 0; i < count_outer(p); ++i) span.add(p.axes[i].extent - 1, p.axes[i].table_stride);
  for (std::size_t k = 0; k < p.coordinates.size(); ++k)
    span.add(p.places(k) - p.coordinates[k].window, p.coordinates[k].table_stride);
  return span.range();
}

}  // namespace strew::engine
