#include "prepared.hpp"

#include <nanobind/stl/string.h>

#include "failure.hpp"

namespace strew::python {

prepared::prepared(strew_prepared* made) : made_(made, &strew_prepared_destroy) {
  strew_error record = STREW_ERROR_INIT;
  if (strew_prepared_inspect(made, &info_, &record) != STREW_STATUS_OK) raise(record);
}

std::string prepared::order() const {
  switch (info_.order) {
    case STREW_ORDER_SORTED:
      return "sorted";
    case STREW_ORDER_ASCENDING:
      return "ascending";
    default:
      return "unsorted";
  }
}

std::string prepared::explain() const {
  std::string text = std::to_string(info_.positions) + " positions, " + order() + ", " + std::to_string(info_.skipped) +
                     " skipped, " + std::to_string(info_.duplicates) + " with a cell of an earlier one";
  if (info_.duplicates != 0) {
    text += " (the first: position " + std::to_string(info_.first_position) + " collides with position " +
            std::to_string(info_.other_position) + ")";
  }
  return text + "; owns " + std::to_string(info_.bytes) + " bytes";
}

void add_prepared(nb::module_& module) {
  nb::class_<prepared>(module, "Prepared",
                       R"(Indices validated in advance, with their duplicates and order of destinations.

Made by `strew.prepare`; they own a copy of the values and cannot leave their process.)")
      .def_prop_ro(
          "bytes", [](const prepared& self) { return self.info().bytes; }, "Bytes that these indices own.")
      .def_prop_ro(
          "positions", [](const prepared& self) { return self.info().positions; },
          "Number of positions, broadcast ones included.")
      .def_prop_ro(
          "skipped", [](const prepared& self) { return self.info().skipped; }, "Positions that the policy skips.")
      .def_prop_ro(
          "duplicates", [](const prepared& self) { return self.info().duplicates; },
          "Positions with a cell that an earlier position addresses too.")
      .def_prop_ro(
          "first_position", [](const prepared& self) { return self.info().first_position; },
          "With duplicates: the first such position.")
      .def_prop_ro(
          "other_position", [](const prepared& self) { return self.info().other_position; },
          "With duplicates: the first position that addresses a cell of `first_position`.")
      .def_prop_ro("order", &prepared::order, "'unsorted', 'sorted', or 'ascending': sorted without duplicates.")
      .def("explain", &prepared::explain, "This information in one line.")
      .def("__repr__", [](const prepared& self) { return "<strew.Prepared: " + self.explain() + ">"; })
      .def("__reduce_ex__", [](const prepared&, nb::handle) -> nb::object {
        raise(rule::PY13, "indices",
              "prepared indices are not pickled: pickle the plan and prepare the indices again where they are needed");
      });
}

}  // namespace strew::python
