#include "inputs.hpp"

#include <nanobind/stl/string.h>

#include <string>

#include "failure.hpp"

namespace strew::python {

void inputs::raise(const strew_error& record, const operand* output) const {
  nb::dict types;
  for (const operand* each : {&data, &indices, &updates, output}) {
    if (each == nullptr || !each->is_given()) continue;
    const bool is_opaque = each->view().dtype == STREW_DTYPE_OPAQUE;
    types[each->name()] = is_opaque ? each->type_name() : std::string(strew_dtype_name(each->view().dtype));
  }
  python::raise(record, types);
}

}  // namespace strew::python
