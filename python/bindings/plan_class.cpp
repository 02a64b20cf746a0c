#include <nanobind/stl/string.h>

#include <string>

#include "names.hpp"
#include "plan.hpp"

namespace strew::python {

void add_plan(nb::module_& module) {
  nb::class_<plan>(module, "Plan", R"(One operator with its types, shapes, strides and options, analysed in advance.

Made by `strew.plan`. Immutable; may be called from many threads concurrently. Pickled by its options.)")
      .def(
          "__call__", &plan::call,
          nb::sig("def __call__(self, *arrays: Operand, segment_ids: Operand | None = None, "
                  "offsets: Operand | None = None, weights: Operand | None = None, base: Operand | None = None, "
                  "scales: Operand | None = None, zero_points: Operand | None = None, codebook: Operand | None = None, "
                  "arg: bool | Array = False, count: bool | Array = False, "
                  "out: Destination | None = None, "
                  "threads: SupportsIndex | None = None, on_error: OnError | None = None) -> Array"),
          R"(Executes on the operator's arrays, in the operator's order; a bound plan takes no indices.

The arrays have the types, shapes and strides that the plan was made for (PY12); those that a call of the
operator takes by name are given by name here too, and so are arg and count of segment_reduce, with which its
plan returns a tuple.)")
      .def("bind", &plan::bind, nb::arg("prepared").none() = nb::none(), nb::kw_only(),
           nb::arg("segment_ids").none() = nb::none(),
           nb::sig("def bind(self, prepared: Prepared | None = None, *, segment_ids: Prepared | None = None) -> Plan"),
           "The plan with these prepared indices, segment ids, or both: called without them.")
      .def("problem", &plan::problem, "The canonical problem in one line; equal lines are equal problems.")
      .def("describe", &plan::describe, "Solver, kernels, block and the bytes that must move, in one line.")
      .def("explain", &plan::explain,
           "Operands, options, validation, candidates, each refused solver with the reason, bytes, and the problem.")
      .def_prop_ro(
          "__signature__",
          [](const plan& self) {
            return nb::module_::import_("strew._signatures").attr("signature_of_a_plan")(self.names());
          },
          "As inspect.signature shows it.")
      .def_prop_ro("bytes", &plan::bytes, "Bytes that must be read and written.")
      .def_prop_ro("workspace", &plan::workspace, "Bytes of workspace that an execution allocates and frees.")
      .def_prop_ro("prepared_bytes", &plan::prepared_bytes, "Bytes that indices prepared with this plan will own.")
      .def("__repr__", [](const plan& self) { return nb::str("<strew.Plan: {}>").format(self.describe()); })
      .def("__hash__", [](const plan& self) { return self.hash() >> 3U; })
      .def(
          "__eq__",
          [](const plan& self, nb::handle other) {
            return nb::isinstance<plan>(other) && self.is_same(nb::cast<const plan&>(other));
          },
          nb::arg("other").none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__reduce__", [](nb::handle self) {
        return nb::make_tuple(nb::module_::import_("strew._plans").attr("of_state"),
                              nb::make_tuple(nb::cast<const plan&>(self).state()));
      });
  module.def("_plan_of_state", &plan::of_state);
  module.def(
      "_prepare",
      [](const plan& made, nb::handle indices, nb::handle segment_ids, nb::handle threads) {
        return made.prepare(indices, segment_ids, threads);
      },
      nb::arg("plan"), nb::arg("indices").none(), nb::arg("segment_ids").none(), nb::arg("threads").none());
}

}  // namespace strew::python
