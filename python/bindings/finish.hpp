// What is done with a call that was read: it runs, or becomes a plan.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <vector>

#include "call_spec.hpp"
#include "inputs.hpp"

namespace nb = nanobind;

namespace strew::python {

struct written_to {
  nb::handle out;                          // None: a new array
  const std::vector<std::int64_t>& shape;  // of that
  strew_dtype type = STREW_DTYPE_OPAQUE;   // and its type where data are codes or ones
};

using finish_further = nb::object(const call_spec& spec, const inputs& in, const written_to& to);

nb::object run_further(const call_spec& spec, const inputs& in, const written_to& to);
nb::object plan_further(const call_spec& spec, const inputs& in, const written_to& to);

inline nb::handle given(const nb::object& array) {
  return array.is_none() ? nb::handle() : nb::handle(array);
}

}  // namespace strew::python
