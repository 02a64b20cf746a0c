#include "inputs.hpp"

#include <nanobind/stl/string.h>

#include <string>

#include "failure.hpp"
#include "vocabulary.hpp"

namespace strew::python {

void inputs::raise(const strew_error& record, const operand* output) const {
  nb::dict types;
  for (const operand* each : {&data, &indices, &updates, output}) {
    if (each == nullptr || !each->is_given()) continue;
    const char* const number = numpy_name(each->view().dtype);
    types[each->name()] = number != nullptr ? std::string(number) : each->type_name();
  }
  python::raise(record, types);
}

}  // namespace strew::python
