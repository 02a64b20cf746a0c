#include "prepared.hpp"

#include <nanobind/stl/string.h>

#include "failure.hpp"

namespace strew::python {

prepared::prepared(strew_prepared* made, std::optional<std::uint64_t> bytes)
    : made_(made, &strew_prepared_destroy), bytes_(bytes) {}

std::uint64_t prepared::positions() const {
  return strew_prepared_order(get(), 0, nullptr);
}

// The library keeps what it computes for the first caller.
strew_prepared_info prepared::info() const {
  strew_prepared_info made = STREW_PREPARED_INFO_INIT;
  empty_record record;
  strew_status status = STREW_STATUS_OK;
  {
    const nb::gil_scoped_release released;
    status = strew_prepared_inspect(get(), &made, &record);
  }
  if (status != STREW_STATUS_OK) raise(record);
  return made;
}

std::string prepared::describe() const {
  const std::string text = std::to_string(positions()) + " positions";
  return bytes_ ? text + ", " + std::to_string(*bytes_) + " bytes" : text;
}

std::string prepared::order_of(const strew_prepared_info& info) {
  switch (info.order) {
    case STREW_ORDER_SORTED:
      return "sorted";
    case STREW_ORDER_ASCENDING:
      return "ascending";
    case STREW_ORDER_REVERSED:
      return "reversed";
    case STREW_ORDER_DESCENDING:
      return "descending";
    default:
      return "unsorted";
  }
}

std::string prepared::explain() const {
  const strew_prepared_info known = info();
  std::string text = std::to_string(known.positions) + " positions, " + order_of(known) + " in " +
                     std::to_string(known.runs) + (known.runs == 1 ? " run, " : " runs, ") +
                     (known.constant_rows != 0 ? "the same along rows, " : "") + std::to_string(known.skipped) +
                     " skipped, " + std::to_string(known.distinct) + " distinct, at most " +
                     std::to_string(known.most_frequent) + " of one cell, " + std::to_string(known.duplicates) +
                     " with a cell of an earlier one";
  if (known.duplicates != 0) {
    text += " (the first: position " + std::to_string(known.first_position) + " collides with position " +
            std::to_string(known.other_position) + ")";
  }
  return text + "; owns " + std::to_string(known.bytes) + " bytes";
}

void add_prepared(nb::module_& module) {
  nb::class_<prepared>(module, "Prepared",
                       R"(Indices validated and copied in advance.

Made by `strew.prepare`; they own the copy and cannot leave their process. What needs them sorted by
destination, `skipped` and all that follow it, `explain`, sorts them when it is asked for the first time.)")
      .def_prop_ro("bytes", &prepared::bytes, "Bytes that these indices own.")
      .def_prop_ro("positions", &prepared::positions, "Number of positions, broadcast ones included.")
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
      .def_prop_ro(
          "order", [](const prepared& self) { return prepared::order_of(self.info()); },
          "'sorted', or 'ascending' without duplicates; 'reversed', or 'descending' without duplicates; 'unsorted'.")
      .def_prop_ro(
          "distinct", [](const prepared& self) { return self.info().distinct; },
          "Cells that positions address, each counted once; of a window, the first one.")
      .def_prop_ro(
          "most_frequent", [](const prepared& self) { return self.info().most_frequent; },
          "Positions that address the cell which most of them address.")
      .def_prop_ro(
          "runs", [](const prepared& self) { return self.info().runs; },
          "Pieces of the positions, as few as possible, in each of which they are sorted.")
      .def_prop_ro(
          "constant_rows", [](const prepared& self) { return self.info().constant_rows != 0; },
          "Whether along the last dimension of the positions all lead to one place, and none is skipped.")
      .def("explain", &prepared::explain, "This information in one line.")
      .def("__repr__", [](const prepared& self) { return "<strew.Prepared: " + self.describe() + ">"; })
      .def("__reduce_ex__", [](const prepared&, nb::handle) -> nb::object {
        raise(rule::PY13, "indices",
              "prepared indices are not pickled: pickle the plan and prepare the indices again where they are needed");
      });
}

}  // namespace strew::python
