// Functions of the module, called without a tuple or a dictionary: CPython's own messages for wrong arguments, and a
// signature that inspect and help() read.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace nb = nanobind;

namespace strew::python {

struct parameter {
  const char* name;
  nb::object value = {};  // the default; null: it must be given
};

constexpr std::size_t max_parameters = 24;

// Takes the arguments in the order of the parameters.
using function_body = nb::object(PyObject* const* given);

struct function {
  std::string name;   // those that begin with _ are for the package's own files
  const char* shown;  // in messages: a plan's is its operator's
  const char* doc;
  std::vector<parameter> parameters;
  std::size_t positional;  // that many may be given by position, the others by name only
  function_body* body;
  function_body* planned = nullptr;  // the same arguments make a plan; small calls are remembered with theirs
};

void add_function(nb::module_& module, function described);

// `body` of a function whose arguments are named.
template <auto wrapped>
struct with_arguments;

template <class... Handles, nb::object (*wrapped)(Handles...)>
struct with_arguments<wrapped> {
  template <std::size_t... at>
  static nb::object pass(PyObject* const* given, std::index_sequence<at...>) {
    return wrapped(nb::handle(given[at])...);
  }
  static nb::object body(PyObject* const* given) { return pass(given, std::index_sequence_for<Handles...>()); }
};

}  // namespace strew::python
