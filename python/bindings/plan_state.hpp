// What a pickle of a plan holds, as tuples of Python. Reading it trusts nothing: what a state says becomes sizes of
// memory.
#pragma once

#include <nanobind/nanobind.h>

#include "plan.hpp"

namespace nb = nanobind;

namespace strew::python {

nb::object state_of(const operand_shape& shape);  // None: it is not given
nb::tuple state_of(const call_spec& spec);

// Each raises PY12 where the state is not what state_of makes.
operand_shape shape_of(nb::handle state);
call_spec call_spec_of(nb::handle state);
nb::tuple read_tuple(nb::handle value, std::size_t size);
[[noreturn]] void refuse_state();

}  // namespace strew::python
