#include "calls.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "execution.hpp"
#include "extents.hpp"
#include "failure.hpp"
#include "names.hpp"
#include "plan.hpp"
#include "policy.hpp"
#include "result.hpp"
#include "words.hpp"

namespace strew::python {
namespace {

// Reductions that keep more than the element walk the whole output.
bool keeps_state(const strew_options& options, strew_dtype type) {
  const bool is_small = type == STREW_F16 || type == STREW_BF16;
  return options.reduction == STREW_MEAN || options.exclude_self != 0 ||
         (is_small && options.reduction != STREW_NONE && options.accumulate == STREW_WIDE);
}

// About how much a call touches: what is given for each index, and the output where all of it is written.
std::uint64_t bytes_touched(const request& asked, const inputs& in, const result& to) {
  const bool is_partial = to.is_in_place() && !keeps_state(asked.options, to.view().dtype);
  const std::uint64_t given = in.has_updates ? bytes_of(in.updates.view()) : 0;
  const std::uint64_t written = is_partial ? 0 : bytes_of(to.view());
  return std::max({given, written, in.has_indices ? bytes_of(in.indices.view()) : 0});
}

nb::object run(const request& asked, const inputs& in, result&& to, nb::handle threads) {
  const tensors views = in.with(to.view());
  const std::uint64_t bytes = bytes_touched(asked, in, to);
  strew_error record = STREW_ERROR_INIT;
  const strew_status status = python::run(read_threads(threads), bytes,
                                          [&](const strew_execution& how) { return call(asked, views, how, record); });
  if (status != STREW_OK) raise(record);
  return to.finished();
}

}  // namespace

nb::object run_now::finish(request& asked, const arrays& given, nb::handle threads) {
  const inputs in(given);
  read_fill(asked, given.fill, in.data);
  if (!given.out.is_none()) return run(asked, in, result(given.out, in), threads);
  check_needs_no_output(asked);
  return run(asked, in, result(extents(asked, in), in), threads);
}

nb::object make_a_plan::finish(request& asked, const arrays& given, nb::handle) {
  const inputs in(given);
  read_fill(asked, given.fill, in.data);
  operand output("output");
  if (!given.out.is_none()) {
    output.read(given.out);
    in.data.check_same_type(output);
    return nb::cast(plan(asked, in.with(output.view()), in.data.type_name()));
  }
  const extents shape(asked, in);
  output.describe(in.data, shape.begin(), shape.rank());
  return nb::cast(plan(asked, in.with(output.view()), in.data.type_name()));
}

}  // namespace strew::python
