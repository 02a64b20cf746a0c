// The inputs of a call, read in the order of its arguments.
#pragma once

#include <optional>

#include "call_spec.hpp"
#include "operand.hpp"
#include "roles.hpp"

namespace strew::python {

// The arrays of a call as Python gives them.
struct arrays {
  nb::handle data;
  nb::handle indices;                            // null: no indices
  nb::handle updates;                            // null: a gather
  nb::handle out;                                // None: a new array
  nb::handle fill = {};                          // null: no fill value
  by_role<nb::handle, first_further> further{};  // null: there is none; arg and count are to be written beside out

  nb::handle& operator[](role which);
};

// The operands beyond data, indices and updates.
class further_inputs {
 public:
  further_inputs(const arrays& given, const operand& data);
  // Null where it is not given.
  [[nodiscard]] const operand* find(role which) const { return all_[which] ? &*all_[which] : nullptr; }

 private:
  by_role<std::optional<operand>, first_further> all_;
};

struct inputs {
  operand data{"data"};
  operand indices{"indices"};
  operand updates{"updates"};
  std::optional<further_inputs> more;
  bool has_indices;
  bool has_updates;

  explicit inputs(const arrays& given);

  // An input, or a result beside the output; null where it is not given.
  [[nodiscard]] const operand* find(role which) const;
  // Raises PY10 where elements of the output would be converted; codes are decoded.
  void check_type_of(const operand& output) const;
  // Raises what the library refuses, in terms of these operands and of the output, if it is at hand.
  [[noreturn]] void raise(const strew_error& record, const operand* output = nullptr) const;
  [[nodiscard]] strew_operands with(const strew_tensor& output) const;
};

}  // namespace strew::python
