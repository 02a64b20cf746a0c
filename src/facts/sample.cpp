#include "facts/sample.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>

#include "facts/order.hpp"
#include "problem/points.hpp"
#include "walk/kernel_axes.hpp"
#include "walk/odometer.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {
namespace {

constexpr std::int64_t neighbours = 3;
constexpr std::uint64_t far_neighbour = 23;  // shorter runs are not worth being moved as one (min_run)
constexpr std::size_t sampled_positions = 32;

class sampler {
 public:
  sampler(const problem& p, const kernel::kernel_set& kernels, const std::byte* indices)
      : problem_(p),
        outer_(count_outer(p)),
        line_(p.axes[outer_ - 1]),
        load_(kernels.load(index_type_of(p.index_type))),
        indices_(indices) {}

  void take(index_facts& facts) {
    const auto all = count_positions(problem_);
    const std::uint64_t count = std::min<std::uint64_t>(all, sampled_positions);
    facts.sampled = facts.even = facts.ascending = facts.descending = facts.most_frequent = 0;
    std::uint32_t equal = 0;
    for (std::uint64_t n = 0; n < count; ++n) equal += look_at(border(all, count, n), facts);
    facts.runs = 1;
    for (std::size_t n = 1; n < facts.sampled; ++n) facts.runs += values_[n] < values_[n - 1] ? 1 : 0;
    facts.order.learn(order_of(facts), source::sample);
    facts.repeats.learn(equal == facts.sampled, source::sample);
    const auto last = values_.begin() + facts.sampled;
    std::sort(values_.begin(), last);
    for (auto first = values_.begin(); first != last;) {
      const auto next = std::upper_bound(first, last, *first);
      facts.most_frequent = std::max(facts.most_frequent, static_cast<std::uint32_t>(next - first));
      first = next;
    }
  }

 private:
  using values = std::array<std::int64_t, neighbours>;

  [[nodiscard]] values read(const std::byte* first) const {
    values read;
    for (std::size_t i = 0; i < read.size(); ++i)
      read[i] = static_cast<std::int64_t>(load_(first + static_cast<std::int64_t>(i) * line_.index_stride));
    return read;
  }

  // The step of the first values leads to the one that is so many positions away.
  [[nodiscard]] bool continues(const std::byte* first, const values& at, std::int64_t far) const {
    const auto begin = static_cast<std::uint64_t>(at[0]);
    const std::uint64_t step = static_cast<std::uint64_t>(at[1]) - begin;
    return load_(first + far * line_.index_stride) == begin + step * static_cast<std::uint64_t>(far);
  }

  // In order if neighbours are, and the sampled positions among themselves.
  [[nodiscard]] index_order order_of(const index_facts& facts) const {
    const auto* const last = values_.data() + facts.sampled;
    if (facts.ascending == facts.sampled && std::is_sorted(values_.data(), last)) return index_order::ascending;
    if (facts.descending == facts.sampled && std::is_sorted(values_.data(), last, std::greater<>()))
      return index_order::descending;
    return facts.ascending == facts.sampled && facts.runs <= max_runs ? index_order::runs : index_order::none;
  }

  // A position at the end of a line is replaced by the last one that has enough successors. Returns 1 if all three
  // values are equal.
  std::uint32_t look_at(std::uint64_t position, index_facts& facts) {
    const auto length = static_cast<std::uint64_t>(line_.extent);
    const std::uint64_t column = std::min<std::uint64_t>(position % length, length - neighbours);
    odometer walk(problem_.axes.data(), outer_);
    walk.go_to(position - position % length + column);
    const auto far = static_cast<std::int64_t>(std::min(length - 1 - column, far_neighbour));
    bool is_even = true;
    bool ascends = true;
    bool descends = true;
    for (const coordinate& c : problem_.coordinates) {
      const values at = read(indices_ + walk.index() + c.index_offset);
      if (&c == problem_.coordinates.begin()) values_[facts.sampled++] = at[0];
      const auto step = [&](std::size_t i) {
        return static_cast<std::uint64_t>(at[i + 1]) - static_cast<std::uint64_t>(at[i]);
      };
      is_even = is_even && step(0) == step(1) && continues(indices_ + walk.index() + c.index_offset, at, far);
      ascends = ascends && at[0] <= at[1] && at[1] <= at[2];
      descends = descends && at[0] >= at[1] && at[1] >= at[2];
    }
    facts.even += is_even ? 1 : 0;
    facts.ascending += ascends ? 1 : 0;
    facts.descending += descends ? 1 : 0;
    return ascends && descends ? 1 : 0;
  }

  const problem& problem_;
  std::size_t outer_;
  const axis& line_;
  kernel::load_kernel load_;
  const std::byte* indices_;
  std::array<std::int64_t, sampled_positions> values_;  // of the first coordinate
};

}  // namespace

void sample(const problem& p, const kernel::kernel_set& kernels, const std::byte* indices, index_facts& facts) {
  const std::size_t outer = count_outer(p);
  if (outer != 0 && p.axes[outer - 1].extent >= neighbours) sampler(p, kernels, indices).take(facts);
}

}  // namespace strew::engine
