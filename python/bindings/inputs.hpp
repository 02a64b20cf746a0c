// The inputs of a call, read in the order of its arguments.
#pragma once

#include "call_spec.hpp"
#include "operand.hpp"

namespace strew::python {

// The arrays of a call as Python gives them.
struct arrays {
  nb::handle data;
  nb::handle indices;    // null: no indices
  nb::handle updates;    // null: a gather
  nb::handle out;        // None: a new array
  nb::handle fill = {};  // null: no fill value
};

struct inputs {
  operand data{"data"};
  operand indices{"indices"};
  operand updates{"updates"};
  bool has_indices;
  bool has_updates;

  explicit inputs(const arrays& given) : has_indices(given.indices.is_valid()), has_updates(given.updates.is_valid()) {
    data.read(given.data);
    if (has_indices) indices.read(given.indices);
    if (!has_updates) return;
    updates.read(given.updates, &data);
    data.check_same_type(updates);
  }

  // Raises what the library refuses, in terms of these operands and of the output, if it is at hand.
  [[noreturn]] void raise(const strew_error& record, const operand* output = nullptr) const {
    python::raise(record, {&data, &indices, &updates, output});
  }

  [[nodiscard]] tensors with(const strew_tensor& output) const {
    return {&data.view(), has_indices ? &indices.view() : nullptr, has_updates ? &updates.view() : nullptr, &output};
  }
};

}  // namespace strew::python
