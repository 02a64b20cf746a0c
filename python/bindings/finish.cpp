#include "finish.hpp"

#include <algorithm>

#include "execution.hpp"
#include "extents.hpp"
#include "failure.hpp"
#include "plan.hpp"
#include "result.hpp"

namespace strew::python {
namespace {

std::uint64_t bytes_touched(const strew_operands& all) {
  std::uint64_t most = 0;
  for (const strew_tensor* one : {all.data, all.indices, all.right, all.output})
    most = std::max(most, one == nullptr ? 0 : bytes_of(*one));
  return most;
}

}  // namespace

nb::object run_further(const call_spec& spec, const inputs& in, const written_to& to) {
  if (to.out.is_none()) check_needs_no_output(spec);
  result made = destination(to.out, spec, in, extents(to.shape), to.type);
  const strew_operands all = in.with(made.view());
  empty_record record;
  const strew_status status = run(to.out.is_none() ? discarding(spec.execution) : spec.execution, bytes_touched(all),
                                  [&](const strew_execution& execution) { return call(spec, all, execution, record); });
  if (status != STREW_STATUS_OK) in.raise(record, &made.written());
  note_further(in);
  return made.finished();
}

nb::object plan_further(const call_spec& spec, const inputs& in, const written_to& to) {
  operand output("output");
  if (!to.out.is_none()) {
    output.read(to.out);
    in.check_type_of(output);
  } else if (to.type != STREW_DTYPE_OPAQUE) {
    output.describe(to.type, to.shape);
  } else {
    output.describe(in.data, to.shape.data(), to.shape.size());
  }
  return nb::cast(plan(spec, in.with(output.view()), in.data.type_name(), &in));
}

}  // namespace strew::python
