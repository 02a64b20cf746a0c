#include "calls.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "execution.hpp"
#include "extents.hpp"
#include "failure.hpp"
#include "names.hpp"
#include "plain_call.hpp"
#include "plan.hpp"
#include "policy.hpp"
#include "result.hpp"

namespace strew::python {
namespace {

// A scatter in place touches what is given. Where windows overlap, which only StableHLO's can, a reduction may keep
// state for all of the output, as its plan knows. That is asked only where it decides whether the call is long.
bool walks_output(const call_spec& spec, const strew_operands& views) {
  if (spec.op != STREW_OPERATOR_STABLEHLO_SCATTER || spec.options.reduction == STREW_REDUCTION_NONE) return false;
  strew_plan* made = nullptr;
  empty_record unseen;  // the call itself will say what is wrong
  if (make_plan(spec, views, &made, unseen) != STREW_STATUS_OK) return false;
  const bool keeps_state = strew_plan_keeps_state(made) != 0;
  strew_plan_destroy(made);
  return keeps_state;
}

// About how much a call touches: what is given for each index, and the output where all of it is written.
std::uint64_t bytes_touched(const call_spec& spec, const inputs& in, const result& to, const strew_operands& views) {
  const std::uint64_t updates = in.has_updates ? bytes_of(in.updates.view()) : 0;
  const std::uint64_t given = std::max(updates, in.has_indices ? bytes_of(in.indices.view()) : 0);
  const std::uint64_t written = bytes_of(to.view());
  if (!to.is_in_place()) return std::max(given, written);
  const bool decides = given < long_call && written >= long_call;
  return decides && walks_output(spec, views) ? written : given;
}

// A result of so many elements is made only when the engine has nothing to say against the call: its memory is then
// needed, and a refusal of it says nothing wrong. Below, an array that is made in vain costs less than asking first.
constexpr std::uint64_t many_elements = std::uint64_t{1} << 17U;

nb::object run(const call_spec& spec, const inputs& in, result&& to, const execution_settings& how) {
  const strew_operands views = in.with(to.view());
  const std::uint64_t bytes = bytes_touched(spec, in, to, views);
  empty_record record;
  const strew_status status =
      python::run(how, bytes, [&](const strew_execution& execution) { return call(spec, views, execution, record); });
  if (status != STREW_STATUS_OK) in.raise(record, &to.written());
  return to.finished();
}

}  // namespace

nb::object run_now(call_spec& spec, const arrays& given) {
  const execution_settings how = spec.execution;
  if (nb::object done = run_plain(spec, given); done.is_valid()) return done;
  const inputs in(given);
  read_fill(spec, given.fill, in.data);
  if (!given.out.is_none()) return run(spec, in, result(given.out, in), how);
  check_needs_no_output(spec);
  const extents shape(spec, in);
  if (shape.elements() >= many_elements) check_before_result(spec, in, shape);
  return run(spec, in, result(shape, in), discarding(how));
}

nb::object make_a_plan(call_spec& spec, const arrays& given) {
  const inputs in(given);
  read_fill(spec, given.fill, in.data);
  operand output("output");
  if (!given.out.is_none()) {
    output.read(given.out);
    in.data.check_same_type(output);
    return nb::cast(plan(spec, in.with(output.view()), in.data.type_name(), &in));
  }
  const extents shape(spec, in);
  output.describe(in.data, shape.begin(), shape.rank());
  return nb::cast(plan(spec, in.with(output.view()), in.data.type_name(), &in));
}

}  // namespace strew::python
