// The road of every call: read the arrays, find the destination, run. The same arguments make a plan instead.
#pragma once

#include "inputs.hpp"

namespace strew::python {

nb::object run_now(call_spec& spec, const arrays& given);
nb::object make_a_plan(call_spec& spec, const arrays& given);

}  // namespace strew::python
