#include "call_form.hpp"

#include "execution.hpp"
#include "failure.hpp"

namespace strew::python {
namespace {

// So that the call keeps the GIL.
bool is_small(nb::handle array) {
  return is_ndarray(array) && bytes_of(array) < long_call;
}

const void* data_of_given(nb::handle array) {
  return array.is_valid() ? data_of(array) : nullptr;
}

}  // namespace

bool call_form::keep(const arrays& given, nb::handle result) {
  if (!has_forms) return false;
  has_indices_ = given.indices.is_valid();
  has_updates_ = given.updates.is_valid();
  is_in_place_ = given.out.is(given.data);
  is_kept_ = data_.keep(given.data) && output_.keep(result) && (is_in_place_ || is_small(result)) &&
             (!has_indices_ || (is_small(given.indices) && indices_.keep(given.indices))) &&
             (!has_updates_ || (is_small(given.updates) && updates_.keep(given.updates)));
  return is_kept_;
}

bool call_form::fits(const arrays& given) const {
  return is_kept_ && is_in_place_ == given.out.is(given.data) && has_indices_ == given.indices.is_valid() &&
         has_updates_ == given.updates.is_valid() && data_.fits(given.data) &&
         (!has_indices_ || indices_.fits(given.indices)) && (!has_updates_ || updates_.fits(given.updates)) &&
         (is_in_place_ || given.out.is_none() || output_.fits(given.out));
}

nb::object call_form::run(const strew_plan* plan, const arrays& given, execution_settings how) const {
  nb::object output = nb::borrow(given.out);
  if (output.is_none()) how = discarding(how);
  if (is_in_place_) how.on_error = STREW_ON_ERROR_KEEP;  // the data of a second attempt
  try {
    if (output.is_none()) output = new_ndarray(given.data, output_.extents(), output_.rank());
  } catch (const nb::python_error&) {
    return {};
  }
  const strew_execution execution = execution_of(how);
  empty_record record;
  const strew_status status = strew_execute(plan, data_of(given.data), data_of_given(given.indices),
                                            data_of_given(given.updates), data_of(output), &execution, &record);
  return status == STREW_STATUS_OK ? output : nb::object();
}

}  // namespace strew::python
