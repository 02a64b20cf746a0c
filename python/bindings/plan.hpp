// strew.Plan: one operator with its types, shapes, strides and options, decided once.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>

#include "inputs.hpp"
#include "operand_shape.hpp"
#include "prepared.hpp"
#include "result.hpp"
#include "roles.hpp"

namespace nb = nanobind;

namespace strew::python {

class plan {
 public:
  // `type_name` is the type of data where strew only knows its width; `in`, if it is at hand, words a refusal.
  plan(call_spec spec, const strew_operands& given, std::string type_name, const inputs* in = nullptr);

  // Runs on the operator's arrays in the operator's order; a bound plan takes no indices.
  [[nodiscard]] nb::object call(const nb::args& arrays, const nb::kwargs& options) const {
    return call_on(nullptr, arrays, options);
  }
  // The same on a device; null: the processor.
  [[nodiscard]] nb::object call_on(plan_device* device, const nb::args& arrays, const nb::kwargs& options) const;
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

  // The parameters of arrays that calls give by name, results beside the output included.
  [[nodiscard]] nb::tuple names() const;

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
  [[nodiscard]] bool is_bound(role which) const;
  [[nodiscard]] arrays in_order(const nb::args& given, nb::handle out) const;
  bool take_operand(nb::handle name, nb::handle value, arrays& to) const;
  [[nodiscard]] nb::object further_array(role which, const arrays& all) const;
  [[nodiscard]] nb::object in_type_of(role which, const arrays& all) const;
  [[nodiscard]] nb::object call_further(arrays all, const execution_settings& how) const;
  void check_further(const inputs& in) const;
  strew_status execute(const strew_operands& all, plan_device* device, const strew_execution& how,
                       strew_error& record) const;
  [[nodiscard]] nb::object run_plain(const arrays& all, execution_settings how) const;
  [[nodiscard]] nb::object run(const arrays& all, const execution_settings& how) const;
  [[nodiscard]] nb::object run_into(result&& to, const inputs& in, const execution_settings& how) const;
  void take(strew_plan* made);
  [[nodiscard]] bool is_of_segments() const { return asked_.segmentation.has_value(); }

  call_spec asked_;
  by_role<operand_shape> shapes_;
  std::string type_name_;
  bool is_bound_ = false;
  bool are_ids_bound_ = false;
  std::shared_ptr<strew_plan> made_;
  std::uint64_t touched_ = 0;  // bytes, by an execution
};

void add_plan(nb::module_& module);

}  // namespace strew::python
