// The road of every call: read the arrays, find the destination, run. The same arguments make a plan instead.
#pragma once

#include "inputs.hpp"

namespace strew::python {

struct run_now {
  static nb::object finish(call_spec& spec, const arrays& given, nb::handle threads);
};

struct make_a_plan {
  static nb::object finish(call_spec& spec, const arrays& given, nb::handle threads);
};

}  // namespace strew::python
