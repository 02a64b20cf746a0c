#include "remembered.hpp"

#include <algorithm>
#include <string_view>

#include "option_values.hpp"
#include "plan.hpp"

namespace strew::python {
namespace {

std::size_t place_of_any(const function& of, std::string_view name, std::string_view other) {
  const auto& all = of.parameters;
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const parameter& p) { return name == p.name || other == p.name; });
  return static_cast<std::size_t>(found - all.begin());
}

// An object that is what it was as long as it lives.
bool is_constant(nb::handle value) {
  return value.is_none() || PyLong_CheckExact(value.ptr()) != 0 || PyBool_Check(value.ptr()) != 0 ||
         PyUnicode_CheckExact(value.ptr()) != 0;
}

}  // namespace

remembered_calls::remembered_calls(const function& of)
    : of_(of),
      data_(place_of_any(of, "data", "cache")),
      indices_(place_of_any(of, "indices", "write_indices")),
      updates_(place_of_any(of, "updates", "update")),
      output_(place_of_any(of, "out", "out")),
      threads_(place_of_any(of, "threads", "threads")),
      on_error_(place_of_any(of, "on_error", "on_error")),
      entries_(std::make_unique<std::array<entry, entries>>()) {}

bool remembered_calls::is_operand(std::size_t parameter) const {
  return parameter == data_ || parameter == indices_ || parameter == updates_;
}

arrays remembered_calls::operands(PyObject* const* given) const {
  const bool has_updates = updates_ != of_.parameters.size();
  return {given[data_], given[indices_], has_updates ? given[updates_] : nb::handle(), given[output_]};
}

// Null where an operand is no array of NumPy.
remembered_calls::entry* remembered_calls::place_of(const arrays& all) const {
  if (!has_forms || !is_ndarray(all.data) || !is_ndarray(all.indices)) return nullptr;
  const std::uint64_t hash = hash_of_extents(all.indices) + 3 * hash_of_extents(all.data);
  return &(*entries_)[hash >> 60U];
}

bool remembered_calls::fits(const entry& one, PyObject* const* given, const arrays& all) const {
  if (one.times == 0) return false;
  for (std::size_t i = 0; i < of_.parameters.size(); ++i) {
    if (one.values[i].is_valid() && one.values[i].ptr() != given[i]) return false;
  }
  return one.form.fits(all);
}

nb::object remembered_calls::run(PyObject* const* given) {
  const arrays all = operands(given);
  const entry* const one = place_of(all);
  if (one == nullptr || one->plan == nullptr || !fits(*one, given, all)) return {};
  return one->form.run(one->plan.get(), all, one->how);
}

bool remembered_calls::keep_values(entry& one, PyObject* const* given) const {
  for (std::size_t i = 0; i < of_.parameters.size(); ++i) {
    const bool is_array = is_operand(i) || (i == output_ && given[i] != Py_None);
    one.values[i] = is_array || !is_constant(given[i]) ? nb::object() : nb::borrow(given[i]);
    if (!is_array && !one.values[i].is_valid()) return false;
  }
  one.how = read_execution({given[threads_], given[on_error_]});
  return true;
}

void remembered_calls::note(PyObject* const* given, nb::handle result) {
  const arrays all = operands(given);
  entry* const one = place_of(all);
  if (one == nullptr) return;
  if (!fits(*one, given, all)) {
    one->plan = nullptr;
    one->times = keep_values(*one, given) && one->form.keep(all, result) ? 1 : 0;
  } else if (++one->times > times_before_a_plan && one->plan == nullptr) {
    try {
      one->plan = nb::cast<const plan&>(of_.planned(given)).native();
    } catch (const std::exception&) {
      one->times = 0;  // no memory for it: the call itself has succeeded
    }
  }
}

}  // namespace strew::python
