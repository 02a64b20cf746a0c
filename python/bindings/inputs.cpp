#include "inputs.hpp"

#include "failure.hpp"

namespace strew::python {

void inputs::raise(const strew_error& record, const operand* output) const {
  nb::dict types;
  for (const operand* each : {&data, &indices, &updates, output}) {
    if (each != nullptr && each->is_given() && each->view().dtype == STREW_DTYPE_OPAQUE)
      types[each->name()] = each->type_name();
  }
  python::raise(record, types);
}

}  // namespace strew::python
