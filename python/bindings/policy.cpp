#include "policy.hpp"

#include <nanobind/stl/string.h>

#include <memory>
#include <string>
#include <utility>

#include "failure.hpp"
#include "names.hpp"
#include "option_values.hpp"
#include "strew/dtype.hpp"

namespace strew::python {

void read_policy(call_spec& spec, nb::handle out_of_bounds, nb::handle negative_indices) {
  spec.options.out_of_bounds = read_out_of_bounds(out_of_bounds);
  spec.options.negative_indices = read_negative_indices(negative_indices);
}

namespace {

template <class Number>
std::string raw(Number number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}

// Any integer of 64 bits, signed or not.
std::string read_whole(strew_options& options, nb::handle given) {
  int overflow = 0;
  const std::int64_t number = PyLong_AsLongLongAndOverflow(given.ptr(), &overflow);
  options.fill_dtype = STREW_DTYPE_I64;
  if (overflow == 0) return raw(number);
  options.fill_dtype = STREW_DTYPE_U64;
  const std::uint64_t large = overflow > 0 ? PyLong_AsUnsignedLongLong(given.ptr()) : 0;
  if (overflow > 0 && PyErr_Occurred() == nullptr) return raw(large);
  PyErr_Clear();
  raise(rule::PY11, nullptr, "fill_value=" + nb::cast<std::string>(nb::str(given)) + " does not fit 64 bits");
}

std::string read_value(strew_options& options, nb::handle given, const operand& data) {
  const bool is_number = has_reductions(static_cast<dtype>(data.view().dtype));
  if (is_number && PyLong_CheckExact(given.ptr()) != 0) return read_whole(options, given);
  if (is_number && PyFloat_CheckExact(given.ptr()) != 0) {
    options.fill_dtype = STREW_DTYPE_F64;
    return raw(PyFloat_AsDouble(given.ptr()));
  }
  const auto bytes = nb::cast<nb::bytes>(known().fill_bytes(given, data.dtype()));
  options.fill_dtype = STREW_DTYPE_OPAQUE;
  options.fill_bytes = bytes.size();
  return {bytes.c_str(), bytes.size()};
}

}  // namespace

void read_fill(call_spec& spec, nb::handle fill_value, const operand& data) {
  if (!fill_value.is_valid() || fill_value.is_none()) return;
  spec.fill = std::make_shared<const std::string>(read_value(spec.options, fill_value, data));
  spec.options.fill_value = spec.fill->data();
}

void read_scatter(call_spec& spec, const scatter_words& words) {
  spec.options.reduction = read_reduction(words.reduction);
  spec.options.exclude_self = read_truth(words.include_self, "include_self") ? 0 : 1;
  read_policy(spec, words.out_of_bounds, words.negative_indices);
  spec.options.duplicates = read_duplicates(words.duplicates);
  spec.options.unordered = read_truth(words.ordered, "ordered") ? 0 : 1;
  spec.options.accumulate = read_accumulate(words.accumulate);
}

}  // namespace strew::python
