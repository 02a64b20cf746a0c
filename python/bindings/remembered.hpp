// Small calls of a function on NumPy arrays, remembered with their plans: the next one with the same options and with
// arrays of the same form is executed.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "call_form.hpp"
#include "function.hpp"
#include "inputs.hpp"
#include "strew/strew.h"

namespace nb = nanobind;

namespace strew::python {

class remembered_calls {
 public:
  explicit remembered_calls(const function& of);
  // The result of a call that is remembered; null where it is not, or where it failed.
  nb::object run(PyObject* const* given);
  // After a call that had to go the long way and succeeded. The plan is made when it has come several times.
  void note(PyObject* const* given, nb::handle result);

 private:
  struct entry {
    std::array<nb::object, max_parameters> values;  // null: an array
    call_form form;
    unsigned times = 0;
    execution_settings how;
    std::shared_ptr<strew_plan> plan;
  };
  static constexpr std::size_t entries = 16;
  static constexpr unsigned times_before_a_plan = 2;

  [[nodiscard]] entry* place_of(const arrays& all) const;
  [[nodiscard]] arrays operands(PyObject* const* given) const;
  [[nodiscard]] bool is_operand(std::size_t parameter) const;
  [[nodiscard]] bool fits(const entry& one, PyObject* const* given, const arrays& all) const;
  [[nodiscard]] bool keep_values(entry& one, PyObject* const* given) const;

  const function& of_;
  // Places of parameters; their number if there is none.
  std::size_t data_, indices_, updates_, output_, threads_, on_error_;
  std::unique_ptr<std::array<entry, entries>> entries_;
};

}  // namespace strew::python
