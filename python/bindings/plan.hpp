// strew.Plan: one operator with its types, shapes, strides and options, decided once.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <vector>

#include "inputs.hpp"
#include "option_values.hpp"
#include "prepared.hpp"
#include "result.hpp"

namespace nb = nanobind;

namespace strew::python {

// An operand without its data, owned.
struct operand_shape {
  bool is_given = false;
  strew_dtype dtype = STREW_DTYPE_OPAQUE;
  std::uint64_t bytes = 0;
  std::vector<std::int64_t> extents;
  bool is_empty = false;
  bool is_packed = false;
  std::vector<std::int64_t> strides;

  operand_shape() = default;
  explicit operand_shape(const strew_tensor* view);
  [[nodiscard]] strew_tensor view() const;
};

class plan {
 public:
  // `type_name` is the type of data where strew only knows its width; `in`, if it is at hand, words a refusal.
  plan(call_spec spec, const tensors& given, std::string type_name, const inputs* in = nullptr);

  // Runs on the operator's arrays in the operator's order; a bound plan takes no indices.
  [[nodiscard]] nb::object call(const nb::args& arrays, const nb::kwargs& options) const;
  // The indices, or the segment ids: one of them is None.
  [[nodiscard]] prepared prepare(nb::handle indices, nb::handle segment_ids, nb::handle threads) const;
  // Either may be null.
  [[nodiscard]] plan bind(const prepared* indices, const prepared* segment_ids) const;

  [[nodiscard]] nb::str problem() const;
  [[nodiscard]] nb::str describe() const;
  [[nodiscard]] nb::str explain() const;
  [[nodiscard]] std::uint64_t bytes() const { return strew_plan_bytes(made_.get()); }
  [[nodiscard]] std::uint64_t workspace() const { return strew_plan_workspace(made_.get()); }
  [[nodiscard]] std::uint64_t prepared_bytes() const { return strew_plan_prepared_bytes(made_.get()); }
  [[nodiscard]] std::uint64_t hash() const { return strew_plan_hash(made_.get()); }

  [[nodiscard]] std::shared_ptr<strew_plan> native() const { return made_; }

  // Of segment_reduce, which has more operands.
  [[nodiscard]] bool is_of_segments() const { return asked_.segmentation.has_value(); }

  // The same operator, options and shapes, and neither is bound, or both are one plan.
  [[nodiscard]] bool is_same(const plan& other) const;

  // What a pickle holds: operator, numbers, options, shapes. Raises PY13 for a bound plan, PY12 for a state
  // that is none.
  [[nodiscard]] nb::tuple state() const;
  static plan of_state(nb::handle state);

 private:
  plan() = default;
  // None: as the plan was made.
  [[nodiscard]] execution_settings settings_of(nb::handle threads, nb::handle on_error) const;
  [[nodiscard]] arrays in_order(const nb::args& given, nb::handle out) const;
  bool take_operand(nb::handle name, nb::handle value, arrays& to) const;
  [[nodiscard]] nb::object further_array(const char* name, nb::handle asked, const operand_shape& expected,
                                         const arrays& all) const;
  void check_more(const inputs& in) const;
  strew_status execute(const inputs& in, const strew_tensor& output, const strew_execution& how,
                       strew_error& record) const;
  [[nodiscard]] nb::object run_plain(const arrays& all, execution_settings how) const;
  [[nodiscard]] nb::object run(const arrays& all, const execution_settings& how) const;
  [[nodiscard]] nb::object run_into(result&& to, const inputs& in, const execution_settings& how) const;
  void take(strew_plan* made);
  void check(const operand& given, const operand_shape& expected) const;

  call_spec asked_;
  operand_shape data_, indices_, updates_, output_, segments_, weights_, base_, arg_, count_;
  std::string type_name_;
  bool is_bound_ = false;
  bool are_ids_bound_ = false;
  std::shared_ptr<strew_plan> made_;
  std::uint64_t touched_ = 0;  // bytes, by an execution
};

void add_plan(nb::module_& module);

}  // namespace strew::python
