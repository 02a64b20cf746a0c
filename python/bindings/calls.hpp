// The road of every call: read the arrays, find the destination, run. The same arguments make a plan instead.
#pragma once

#include "function.hpp"
#include "inputs.hpp"
#include "option_values.hpp"

namespace strew::python {

struct run_now {
  static nb::object finish(call_spec& spec, const arrays& given, const execution_options& options);
};

struct make_a_plan {
  static nb::object finish(call_spec& spec, const arrays& given, const execution_options& options);
};

// Of a function that runs now: the body that makes a plan of the same arguments.
template <class Finish, auto made>
inline constexpr function_body* planned = nullptr;
template <auto made>
inline constexpr function_body* planned<run_now, made> = &with_arguments<made>::body;

}  // namespace strew::python
