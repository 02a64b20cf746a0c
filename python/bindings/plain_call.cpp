#include "plain_call.hpp"

#include <utility>

#include "execution.hpp"
#include "failure.hpp"
#include "ndarray.hpp"

namespace strew::python {
namespace {

#ifdef Py_GIL_DISABLED
constexpr bool holds_gil = false;  // another thread may change an array meanwhile
#else
constexpr bool holds_gil = true;
#endif

bool read_output(const arrays& given, plain_operand& output) {
  if (given.out.is_none()) return true;
  const bool is_read = given.out.is(given.data) ? output.read(given.out) : output.read_small(given.out);
  return is_read && is_writable_ndarray(given.out);
}

}  // namespace

bool plain_operand::read(nb::handle array) {
  if (!array.is_valid()) return true;
  described_ = is_ndarray(array) && describe_ndarray(array, view_) ? &view_ : nullptr;
  return described_ != nullptr;
}

bool plain_operand::read_small(nb::handle array) {
  if (!array.is_valid()) return true;
  described_ = describe_small(array, view_, long_call) ? &view_ : nullptr;
  return described_ != nullptr;
}

bool plain_operands::read(const arrays& given) {
  return holds_gil && data.read(given.data) && indices.read_small(given.indices) && updates.read_small(given.updates) &&
         read_output(given, output);
}

namespace {

struct new_output {
  nb::handle like;
  nb::object array = {};

  // None where it is large: the long way makes it without the GIL.
  static void* make(void* self, const std::int64_t* extents, std::uint64_t rank) {
    auto& made = *static_cast<new_output*>(self);
    try {
      made.array = new_small_ndarray(made.like, extents, rank, long_call);
    } catch (const nb::python_error&) {  // the long way says why
    }
    return made.array.is_valid() ? data_of(made.array) : nullptr;
  }
};

bool is_plain(const call_spec& spec, const arrays& given) {
  const bool has_fill = given.fill.is_valid() && !given.fill.is_none();
  const bool needs_output = spec.options.out_of_bounds == STREW_OOB_SKIP && is_gather(spec.op) && given.out.is_none();
  return !has_fill && !needs_output && spec.dimensions == nullptr;
}

}  // namespace

nb::object run_plain(const call_spec& spec, const arrays& given) {
  plain_operands all;
  if (!is_plain(spec, given) || !all.read(given)) return {};
  strew_operands of = STREW_OPERANDS_INIT;
  of.data = all.data.view();
  of.indices = all.indices.view();
  of.updates = all.updates.view();
  of.output = all.output.view();
  new_output to{given.data};
  execution_settings how = spec.execution;
  if (given.out.is_none()) {
    of.context = &to;
    of.make_output = &new_output::make;
    how = discarding(how);
  }
  const strew_execution execution = execution_of(how);
  empty_record record;
  if (run_at_site(spec, of, execution, record) != STREW_STATUS_OK) return {};
  return given.out.is_none() ? std::move(to.array) : nb::borrow(given.out);
}

}  // namespace strew::python
