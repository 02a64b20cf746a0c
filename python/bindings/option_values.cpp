#include "option_values.hpp"

#include <nanobind/stl/string.h>

#include <array>
#include <iterator>
#include <string>

#include "failure.hpp"
#include "names.hpp"
#include "strew/words.hpp"

namespace strew::python {
namespace {

// The words of an option in the order of their values. Words in source code are interned, so they are found by address.
template <std::size_t count>
struct word_list {
  const char* option;
  std::array<const char*, count> words;
  std::array<PyObject*, count> interned_words;

  word_list(const char* name, const char* const (&given)[count]) : option(name) {
    for (std::size_t i = 0; i < count; ++i) {
      words[i] = given[i];
      interned_words[i] = interned(given[i]);
    }
  }

  std::int32_t read(nb::handle given) const {
    for (std::size_t i = 0; i < count; ++i) {
      if (given.ptr() == interned_words[i]) return static_cast<std::int32_t>(i);
    }
    return read_other(given);
  }

  [[gnu::cold, gnu::noinline]] std::int32_t read_other(nb::handle given) const {
    if (PyUnicode_Check(given.ptr()) != 0) {
      for (std::size_t i = 0; i < count; ++i) {
        if (PyUnicode_CompareWithASCIIString(given.ptr(), words[i]) == 0) return static_cast<std::int32_t>(i);
      }
    }
    return refuse(given);
  }

  [[noreturn]] std::int32_t refuse(nb::handle given) const {
    nb::list all;
    for (const char* word : words) all.append(word);
    raise(known().unknown_name(option, given, nb::tuple(all)));
  }
};

struct all_words {
  word_list<std::size(words::reductions)> reduction{"reduction", words::reductions};
  word_list<std::size(words::out_of_bounds)> out_of_bounds{"out_of_bounds", words::out_of_bounds};
  word_list<std::size(words::negative_indices)> negative_indices{"negative_indices", words::negative_indices};
  word_list<std::size(words::accumulate)> accumulate{"accumulate", words::accumulate};
  word_list<std::size(words::duplicates)> duplicates{"duplicates", words::duplicates};
  word_list<std::size(words::partial_window)> partial_window{"partial_window", words::partial_window};
  word_list<std::size(words::mode)> mode{"mode", words::mode};
  word_list<std::size(words::on_error)> on_error{"on_error", words::on_error};
};

std::string shown(nb::handle given) {
  return nb::cast<std::string>(nb::module_::import_("strew._errors").attr("shown")(given));
}

const all_words* known_words = nullptr;  // as long as the process: other threads may be inside a call while it ends

const all_words& interned_words() {
  return *known_words;
}

[[noreturn]] void refuse_number(nb::handle given, const char* option) {
  PyErr_Clear();
  raise(rule::PY8, nullptr, std::string(option) + "=" + shown(given) + " is not an integer");
}

}  // namespace

void intern_words() {
  if (known_words == nullptr) known_words = new all_words();
}

std::int32_t read_reduction(nb::handle given) {
  return interned_words().reduction.read(given);
}
std::int32_t read_out_of_bounds(nb::handle given) {
  return interned_words().out_of_bounds.read(given);
}
std::int32_t read_negative_indices(nb::handle given) {
  return interned_words().negative_indices.read(given);
}
std::int32_t read_accumulate(nb::handle given) {
  return interned_words().accumulate.read(given);
}
std::int32_t read_duplicates(nb::handle given) {
  return interned_words().duplicates.read(given);
}
std::int32_t read_partial_window(nb::handle given) {
  return interned_words().partial_window.read(given);
}
std::int32_t read_mode(nb::handle given) {
  return interned_words().mode.read(given);
}
std::int32_t read_on_error(nb::handle given) {
  return interned_words().on_error.read(given);
}

std::int64_t read_integer(nb::handle given, const char* option) {
  if (PyLong_CheckExact(given.ptr()) != 0) {
    int is_large = 0;
    const long long value = PyLong_AsLongLongAndOverflow(given.ptr(), &is_large);
    if (is_large == 0) return value;
  }
  if (PyLong_Check(given.ptr()) == 0 && PyIndex_Check(given.ptr()) == 0) refuse_number(given, option);
  const nb::object number = nb::steal(PyNumber_Index(given.ptr()));
  if (!number.is_valid() && PyErr_ExceptionMatches(PyExc_TypeError) != 0) refuse_number(given, option);  // an array
  if (!number.is_valid()) raise_set();
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow != 0) raise(rule::PY8, nullptr, std::string(option) + " does not fit a 64-bit integer");
  return value;
}

bool read_truth(nb::handle given, const char* option) {
  if (given.ptr() == Py_True) return true;
  if (given.ptr() == Py_False) return false;
  raise(rule::PY7, nullptr, std::string(option) + "=" + shown(given) + " is none of True, False");
}

std::uint64_t read_threads(nb::handle given) {
  if (given.is_none()) return 0;
  const std::int64_t count = read_integer(given, "threads");
  if (count < 1) raise(rule::PY8, nullptr, "threads=" + std::to_string(count) + " is below 1");
  return static_cast<std::uint64_t>(count);
}

}  // namespace strew::python
