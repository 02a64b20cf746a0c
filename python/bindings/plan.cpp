#include "plan.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <utility>

#include "execution.hpp"
#include "failure.hpp"
#include "plan_state.hpp"
#include "strew/problem.h"

namespace strew::python {
namespace {

constexpr int state_version = 6;

using text_function = std::size_t (*)(const strew_plan*, char*, std::size_t);

nb::str text_of(text_function function, const strew_plan* plan) {
  std::string text(function(plan, nullptr, 0) + 1, '\0');
  function(plan, text.data(), text.size());
  text.pop_back();
  return nb::str(text.data(), text.size());
}

}  // namespace

plan::plan(call_spec spec, const strew_operands& given, std::string type_name, const inputs* in)
    : asked_(std::move(spec)), type_name_(std::move(type_name)) {
  for (const role_entry& each : all_roles) shapes_[each.which] = operand_shape(given.*each.view);
  strew_plan* made = nullptr;
  empty_record record;
  if (make_plan(asked_, given, &made, record) != STREW_STATUS_OK) in != nullptr ? in->raise(record) : raise(record);
  take(made);
}

void plan::take(strew_plan* made) {
  made_ = {made, &strew_plan_destroy};
  touched_ = std::max(bytes(), workspace());
}

prepared plan::prepare(nb::handle rows, nb::handle ids, nb::handle threads) const {
  const bool are_ids = !ids.is_none();
  const char* const name = are_ids ? "segments" : "indices";
  const operand_shape& expected = shapes_[are_ids ? role::segments : role::indices];
  if (!expected.is_given || is_bound_ || are_ids_bound_)
    raise(rule::PY12, name, std::string("the plan takes no ") + name + " that could be prepared");
  operand indices(name);
  indices.read(are_ids ? ids : rows);
  check(indices, expected);
  // The indices of an operator of segments are those of what it reads.
  const bool is_read = is_of_segments() && !are_ids;
  strew_prepared* made = nullptr;
  empty_record record;
  const strew_status status =
      python::run(settings_of(threads, Py_None), bytes_of(indices.view()), [&](const strew_execution& execution) {
        return (is_read ? strew_prepare_from : strew_prepare)(made_.get(), indices.view().data, &execution, &made,
                                                              &record);
      });
  if (status != STREW_STATUS_OK) raise(record);
  if (is_read) return prepared(made);
  return prepared(made, strew_plan_prepared_bytes(made_.get()));
}

plan plan::bind(const prepared* indices, const prepared* ids) const {
  if (indices == nullptr && ids == nullptr) raise(rule::PY12, "indices", "no prepared ones are given");
  if (ids != nullptr && !is_of_segments()) raise(rule::PY12, "segments", "the plan has none");
  const auto native = [](const prepared* of) { return of == nullptr ? nullptr : of->get(); };
  plan bound = *this;
  strew_plan* made = nullptr;
  empty_record record;
  strew_status status = STREW_STATUS_OK;
  {
    const nb::gil_scoped_release released;  // it may sort the indices
    status = is_of_segments() ? strew_plan_bind_both(made_.get(), native(ids), native(indices), &made, &record)
                              : strew_plan_bind(made_.get(), native(indices), &made, &record);
  }
  if (status != STREW_STATUS_OK) raise(record);
  bound.take(made);
  bound.is_bound_ = indices != nullptr;
  bound.are_ids_bound_ = ids != nullptr;
  return bound;
}

nb::str plan::problem() const {
  return text_of(&strew_plan_problem, made_.get());
}
nb::str plan::describe() const {
  return text_of(&strew_plan_describe, made_.get());
}
nb::str plan::explain() const {
  return text_of(&strew_plan_explain, made_.get());
}

nb::tuple plan::state() const {
  if (is_bound_ || are_ids_bound_)
    raise(rule::PY13, "indices", "a plan bound to prepared indices is not pickled: pickle the plan itself");
  nb::list shapes;
  for (const operand_shape& each : shapes_) shapes.append(state_of(each));
  return nb::make_tuple(state_version, state_of(asked_), type_name_, nb::tuple(shapes));
}

bool plan::is_same(const plan& other) const {
  if (is_bound_ || other.is_bound_ || are_ids_bound_ || other.are_ids_bound_) return made_ == other.made_;
  return state().equal(other.state());
}

plan plan::of_state(nb::handle given) {
  const nb::tuple state = read_tuple(given, 4), shapes = read_tuple(state[3], role_count);
  int version = 0;
  std::string type_name;
  if (!nb::try_cast(state[0], version) || version != state_version || !nb::try_cast(state[2], type_name))
    refuse_state();
  by_role<operand_shape> read;
  by_role<strew_tensor> views;
  strew_operands all = STREW_OPERANDS_INIT;
  for (const role_entry& each : all_roles) {
    read[each.which] = shape_of(shapes[static_cast<std::size_t>(each.which)]);
    if (!read[each.which].is_given) continue;
    views[each.which] = read[each.which].view();
    all.*each.view = &views[each.which];
  }
  if (all.data == nullptr || all.output == nullptr) refuse_state();
  return {call_spec_of(state[1]), all, std::move(type_name)};
}

}  // namespace strew::python
