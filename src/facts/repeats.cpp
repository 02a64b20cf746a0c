#include "facts/repeats.hpp"

#include <algorithm>

#include "problem/points.hpp"
#include "walk/odometer.hpp"
#include "walk/polls.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {
namespace {

class line_reader {
 public:
  line_reader(const problem& p, const rule_list& rules, const kernel::kernel_set& kernels, const std::byte* indices,
              const cancellation& cancel)
      : problem_(p),
        rules_(rules),
        lines_(count_outer(p) - 1),
        last_(p.axes[lines_]),
        find_(kernels.run(index_type_of(p.index_type))),
        indices_(indices),
        cancel_(cancel) {}

  [[nodiscard]] std::uint64_t size() const {
    return static_cast<std::uint64_t>(count_points(problem_.axes.data(), lines_));
  }

  // Lines [first, last).
  [[nodiscard]] bool are_constant(std::uint64_t first, std::uint64_t last) const {
    odometer at(problem_.axes.data(), lines_);
    at.go_to(first);
    poll_counter polls(cancel_);
    for (std::uint64_t n = first; n < last; ++n, at.next()) {
      if (!polls.go_on(static_cast<std::uint64_t>(last_.extent)) || !is_constant(indices_ + at.index())) return false;
    }
    return true;
  }

 private:
  [[nodiscard]] bool is_constant(const std::byte* line) const {
    const auto extent = static_cast<std::size_t>(last_.extent);
    for (std::size_t k = 0; k < rules_.size(); ++k) {
      const std::byte* const first = line + problem_.coordinates[k].index_offset;
      const kernel::even_run found = find_({first, last_.index_stride, extent}, rules_[k]);
      if (found.length != extent || found.step != 0) return false;
    }
    return true;
  }

  const problem& problem_;
  const rule_list& rules_;
  std::size_t lines_;
  const axis& last_;
  kernel::run_kernel find_;
  const std::byte* indices_;
  const cancellation& cancel_;
};

}  // namespace

bool are_repeated(const problem& p, const rule_list& rules, const kernel::kernel_set& kernels, const std::byte* indices,
                  const team& with, const cancellation& cancel) {
  const line_reader lines(p, rules, kernels, indices, cancel);
  const std::uint64_t count = lines.size();
  const std::uint64_t parts = std::min(with.tasks, count);
  return with.for_each(
      parts, [&](std::uint64_t n) { return lines.are_constant(border(count, parts, n), border(count, parts, n + 1)); });
}

}  // namespace strew::engine
