#include "execute/sample.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "kernel/tuning.hpp"
#include "solve/traits.hpp"
#include "walk/kernel_axes.hpp"
#include "walk/odometer.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {
namespace {

constexpr std::int64_t neighbours = 3;
constexpr auto max_positions = static_cast<std::size_t>(kernel::tuning::sampled_positions);

class sampler {
 public:
  sampler(const problem& p, const kernel::kernel_set& kernels, const std::byte* indices)
      : problem_(p),
        outer_(count_outer(p)),
        line_(p.axes[outer_ - 1]),
        load_(kernels.load(index_type_of(p.index_type))),
        indices_(indices) {}

  index_sample take() {
    const auto all = count_positions(problem_);
    const std::uint64_t count = std::min<std::uint64_t>(all, max_positions);
    for (std::uint64_t n = 0; n < count; ++n) look_at(border(all, count, n));
    const auto last = values_.begin() + static_cast<std::ptrdiff_t>(seen_.positions);
    std::sort(values_.begin(), last);
    for (auto first = values_.begin(); first != last;) {
      const auto next = std::upper_bound(first, last, *first);
      seen_.most_frequent = std::max(seen_.most_frequent, static_cast<std::size_t>(next - first));
      first = next;
    }
    return seen_;
  }

 private:
  using values = std::array<std::int64_t, neighbours>;

  [[nodiscard]] values read(const std::byte* first) const {
    values read;
    for (std::size_t i = 0; i < read.size(); ++i)
      read[i] = static_cast<std::int64_t>(load_(first + static_cast<std::int64_t>(i) * line_.index_stride));
    return read;
  }

  // A position at the end of a line is replaced by the last one that has enough successors.
  void look_at(std::uint64_t position) {
    const auto length = static_cast<std::uint64_t>(line_.extent);
    const std::uint64_t column = std::min<std::uint64_t>(position % length, length - neighbours);
    odometer walk(problem_.axes.data(), outer_);
    walk.go_to(position - position % length + column);
    bool is_even = true;
    bool is_equal = true;
    bool is_ascending = true;
    for (const coordinate& c : problem_.coordinates) {
      const values at = read(indices_ + walk.index() + c.index_offset);
      if (&c == problem_.coordinates.begin()) values_[seen_.positions++] = at[0];
      const auto step = [&](std::size_t i) {
        return static_cast<std::uint64_t>(at[i + 1]) - static_cast<std::uint64_t>(at[i]);
      };
      is_even = is_even && step(0) == step(1);
      is_equal = is_equal && at[0] == at[1] && at[1] == at[2];
      is_ascending = is_ascending && at[0] <= at[1] && at[1] <= at[2];
    }
    seen_.even += is_even ? 1 : 0;
    seen_.equal += is_equal ? 1 : 0;
    seen_.ascending += is_ascending ? 1 : 0;
  }

  const problem& problem_;
  std::size_t outer_;
  const axis& line_;
  kernel::load_kernel load_;
  const std::byte* indices_;
  index_sample seen_;
  std::array<std::int64_t, max_positions> values_;  // of the first coordinate
};

}  // namespace

index_sample sample(const problem& p, const kernel::kernel_set& kernels, const std::byte* indices) {
  const std::size_t outer = count_outer(p);
  if (outer == 0 || p.axes[outer - 1].extent < neighbours) return {};
  return sampler(p, kernels, indices).take();
}

}  // namespace strew::engine
