// Operators as functions of the module, called without a tuple or a dictionary: CPython's own messages for wrong
// arguments, and a signature that inspect and help() read.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "call_spec.hpp"
#include "inputs.hpp"

namespace nb = nanobind;

namespace strew::python {

using option_reader = void(call_spec& call, nb::handle given);

// What an argument is to a call.
enum class part : std::uint8_t { option, data, indices, updates, out, fill };

struct parameter {
  const char* name;
  nb::object value = {};  // the default; null: it must be given
  part is = part::option;
  option_reader* read = nullptr;  // of an option
};

constexpr std::size_t max_parameters = 24;
constexpr std::size_t no_place = max_parameters;

// What is done with a call whose options were read.
using finish_function = nb::object(call_spec& call, const arrays& given);

struct function {
  std::string name;   // those that begin with _ are for the package's own files
  std::string shown;  // in messages: a plan's is its operator's
  const char* doc;
  std::int32_t op;  // STREW_OPERATOR_...
  std::vector<parameter> parameters;
  std::size_t positional;  // that many may be given by position, the others by name only
  finish_function* finish;
  // Where the arrays stand among the parameters, by part.
  std::size_t places[6] = {no_place, no_place, no_place, no_place, no_place, no_place};
  std::size_t last_required = 0;  // those behind have defaults
};

void add_function(nb::module_& module, function described);

}  // namespace strew::python
