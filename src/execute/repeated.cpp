#include "execute/repeated.hpp"

#include "solve/traits.hpp"
#include "walk/odometer.hpp"
#include "walk/polls.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {
namespace {

class line_reader {
 public:
  line_reader(const step& one, const kernel::kernel_set& kernels, const std::byte* indices, const cancellation& cancel)
      : step_(one),
        lines_(count_outer(one.problem) - 1),
        last_(one.problem.axes[lines_]),
        find_(kernels.run(index_type_of(one.problem.index_type))),
        indices_(indices),
        cancel_(cancel) {}

  [[nodiscard]] std::uint64_t size() const {
    return static_cast<std::uint64_t>(count_points(step_.problem.axes.data(), lines_));
  }

  // Lines [first, last).
  [[nodiscard]] bool are_constant(std::uint64_t first, std::uint64_t last) const {
    odometer at(step_.problem.axes.data(), lines_);
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
    for (std::size_t k = 0; k < step_.rules.size(); ++k) {
      const std::byte* const first = line + step_.problem.coordinates[k].index_offset;
      const kernel::even_run found = find_({first, last_.index_stride, extent}, step_.rules[k]);
      if (found.length != extent || found.step != 0) return false;
    }
    return true;
  }

  const step& step_;
  std::size_t lines_;
  const axis& last_;
  kernel::run_kernel find_;
  const std::byte* indices_;
  const cancellation& cancel_;
};

}  // namespace

bool are_repeated(const step& one, const kernel::kernel_set& kernels, const std::byte* indices, std::uint64_t tasks,
                  const execution_context& with) {
  const line_reader lines(one, kernels, indices, with.cancel);
  const std::uint64_t count = lines.size();
  const std::uint64_t parts = tasks < count ? tasks : count;
  return for_each(with.pool, parts, arithmetic::none, [&](std::uint64_t n) {
    return lines.are_constant(border(count, parts, n), border(count, parts, n + 1));
  });
}

}  // namespace strew::engine
