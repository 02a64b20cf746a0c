#include "plan/expected.hpp"

#include "solve/division.hpp"

namespace strew::engine {

double expected_time(const step& one, const candidate& by, const kernel::kernel_set& kernels, const index_facts& facts,
                     const crew& with) {
  if (by.made.by->cost == nullptr) return 0;
  const situation in{one.form_of(by).problem, kernels, facts};
  const workload whole = by.made.by->cost(by.made, in, with.tasks);
  const bool is_divided = with.tasks > 1 && by.made.by->run_team == nullptr;
  return nanoseconds(is_divided ? divided_work(in, whole, with.tasks) : whole, with, this_machine());
}

bool can_divide(const step& one, const candidate& by) {
  if (by.made.by->run_team != nullptr) return true;
  const form& of = one.form_of(by);
  return find_division(of.problem, of.collides, of.problem.axes.data(), 2).along != no_axis;
}

}  // namespace strew::engine
