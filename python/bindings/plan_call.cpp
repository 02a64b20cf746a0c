// Calls of a plan: their arrays, in the shapes that the plan was made for, and their execution.
#include <string>
#include <utility>

#include "execution.hpp"
#include "extents.hpp"
#include "failure.hpp"
#include "names.hpp"
#include "option_values.hpp"
#include "plain_call.hpp"
#include "plan.hpp"
#include "plan_operands.hpp"
#include "strew/problem.h"
#include "vocabulary.hpp"

namespace strew::python {
namespace {

const void* place_of(const strew_tensor* view) {
  return view == nullptr ? nullptr : view->data;
}
void* written_place_of(const strew_tensor* view) {
  return view == nullptr ? nullptr : view->data;
}

strew_operand_places places_of(const strew_operands& all) {
  strew_operand_places at = STREW_OPERAND_PLACES_INIT;
  at.data = place_of(all.data);
  at.indices = place_of(all.indices);
  at.updates = place_of(all.updates);
  at.output = written_place_of(all.output);
  at.segments = place_of(all.segments);
  at.weights = place_of(all.weights);
  at.base = place_of(all.base);
  at.right = place_of(all.right);
  at.scales = place_of(all.scales);
  at.zero_points = place_of(all.zero_points);
  at.codebook = place_of(all.codebook);
  at.arg = written_place_of(all.arg);
  at.count = written_place_of(all.count);
  return at;
}

}  // namespace

bool plan::is_bound(role which) const {
  return (which == role::indices && is_bound_) || (which == role::segments && are_ids_bound_);
}

arrays plan::in_order(const nb::args& given, nb::handle out) const {
  const auto takes = [&](role which) {
    return shapes_[which].is_given && !is_bound(which) && !(which == role::data && asked_.counts);
  };
  std::size_t expected = 0;
  for (const role which : by_place(asked_.op)) expected += takes(which) ? 1U : 0U;
  // A cache without write indices is planned and called with None, or without it.
  const bool is_none_given =
      !shapes_[role::indices].is_given && given.size() == expected + 1 && given[expected].is_none();
  if (given.size() != expected && !is_none_given) {
    raise(rule::PY12, nullptr,
          "the plan takes " + std::to_string(expected) + (expected == 1 ? " array" : " arrays") + ", not " +
              std::to_string(given.size()));
  }
  arrays all{.data = {}, .indices = {}, .updates = {}, .out = out};
  std::size_t number = 0;
  for (const role which : by_place(asked_.op)) {
    if (takes(which)) all[which] = given[number++];
  }
  return all;
}

execution_settings plan::settings_of(nb::handle threads, nb::handle on_error) const {
  execution_settings made = asked_.execution;
  if (!threads.is_none()) made.threads = read_threads(threads);
  if (!on_error.is_none()) made.on_error = read_on_error(on_error);
  return made;
}

nb::tuple plan::names() const {
  nb::list all;
  for (const role which : by_name(asked_.op)) {
    if (shapes_[which].is_given && !is_bound(which)) all.append(keyword_of(which, asked_));
  }
  return nb::tuple(all);
}

bool plan::take_operand(nb::handle name, nb::handle value, arrays& to) const {
  for (const role which : by_name(asked_.op)) {
    if (PyUnicode_CompareWithASCIIString(name.ptr(), keyword_of(which, asked_)) != 0) continue;
    if (!value.is_none()) to[which] = value;
    return true;
  }
  return false;
}

// Where a result beside the output goes: to the array that is asked for, or with True to a new one of the kind of data.
// None where it is not asked for.
nb::object plan::further_array(role which, const arrays& all) const {
  const nb::handle asked = all.further[which];
  const role_entry& entry = all_roles[static_cast<std::size_t>(which)];
  if (!asked.is_valid() || asked.is(Py_False)) return {};
  if (!asked.is(Py_True)) return nb::borrow(asked);
  if (!shapes_[which].is_given) raise(rule::PY12, entry.name, "is given to a plan without it");
  const nb::handle like = all.out.is_none() ? all.data : all.out;
  return nb::module_::import_("strew._segment_reduce").attr("new_further")(like, shapes_[which].extents);
}

// Keywords as the operators take them; others are refused in the same words.
nb::object plan::call_on(plan_device* device, const nb::args& given, const nb::kwargs& options) const {
  nb::handle out = Py_None, threads = Py_None, on_error = Py_None;
  arrays named{};
  for (const auto& [name, value] : options) {
    if (is_word(name, known().out)) {
      out = value;
    } else if (is_word(name, known().threads)) {
      threads = value;
    } else if (is_word(name, known().on_error)) {
      on_error = value;
    } else if (!take_operand(name, value, named)) {
      raise(known().wrong_call("plan", nb::make_tuple("out", "threads", "on_error"), 0, nb::list(),
                               nb::make_tuple(value), nb::make_tuple(name)));
    }
  }
  arrays all = in_order(given, out);
  for (const role which : by_name(asked_.op)) all[which] = named[which];
  execution_settings how = settings_of(threads, on_error);
  how.device = device;
  if (has_further(asked_)) return call_further(all, how);
  nb::object done = device == nullptr ? run_plain(all, how) : nb::object();
  return done.is_valid() ? done : run(all, how);
}

// What is given for an operand, if it is: a list in the type that the plan has for it.
nb::object plan::in_type_of(role which, const arrays& all) const {
  const nb::handle given = all.further[which];
  if (!given.is_valid() || !shapes_[which].is_given) return nb::borrow(given);
  return nb::module_::import_("strew._codes").attr("in_type")(given, numpy_name(shapes_[which].dtype));
}

// Of an operator with more operands: what stands for an array becomes one.
nb::object plan::call_further(arrays all, const execution_settings& how) const {
  const nb::object asked_arg = nb::borrow(all.further[role::arg]), asked_count = nb::borrow(all.further[role::count]);
  nb::object ones, weights, base;
  if (asked_.counts) all.data = ones = known().filled(extents(shapes_[role::data].extents).tuple(), "int64", 1);
  if (asked_.quantization) {  // whose lists have not the type of data
    all[role::weights] = weights = in_type_of(role::weights, all);
    all[role::base] = base = in_type_of(role::base, all);
  }
  const nb::object arg = further_array(role::arg, all), count = further_array(role::count, all);
  all[role::arg] = arg;
  all[role::count] = count;
  nb::object done = run(all, how);
  if (!arg.is_valid() && !count.is_valid()) return done;
  const auto asked = [](const nb::object& one) { return one.is_valid() ? nb::handle(one) : nb::handle(Py_False); };
  return nb::module_::import_("strew._segment_reduce")
      .attr("with_further")(done, nb::make_tuple(asked(asked_arg), asked(asked_count)),
                            nb::make_tuple(asked(arg), asked(count)));
}

// Null where the call is not a small one on NumPy's own arrays, or where it failed: the long way says why.
nb::object plan::run_plain(const arrays& all, execution_settings how) const {
  plain_operands views;
  const operand_shape& written = shapes_[role::output];
  const bool is_new = all.out.is_none();
  if (is_new && asked_.options.out_of_bounds == STREW_OOB_SKIP && is_gather(asked_.op)) return {};
  if (touched_ >= long_call || !views.read(all) || !fits(views.data.view(), shapes_[role::data]) ||
      !fits(views.indices.view(), shapes_[role::indices]) || !fits(views.updates.view(), shapes_[role::updates]) ||
      !(is_new || fits(views.output.view(), written)))
    return {};
  nb::object output = is_new ? new_small_ndarray(all.data, written.extents.data(), written.extents.size(), long_call)
                             : nb::borrow(all.out);
  if (!output.is_valid()) return {};
  if (is_new) how = discarding(how);
  const strew_execution execution = execution_of(how);
  empty_record record;
  const strew_status status = strew_execute(made_.get(), views.data.memory(), views.indices.memory(),
                                            views.updates.memory(), data_of(output), &execution, &record);
  return status == STREW_STATUS_OK ? std::move(output) : nb::object();
}

nb::object plan::run(const arrays& all, const execution_settings& how) const {
  const inputs in(all);
  check(in.data, shapes_[role::data]);
  if (shapes_[role::data].dtype == STREW_DTYPE_OPAQUE && type_name_ != in.data.type_name())
    raise(rule::PY15, "data", "is of type " + in.data.type_name() + ", the plan was made for " + type_name_);
  if (in.has_indices) check(in.indices, shapes_[role::indices]);
  if (in.has_updates) check(in.updates, shapes_[role::updates]);
  if (has_further(asked_)) check_further(in);
  const bool is_new = all.out.is_none();
  if (is_new) check_needs_no_output(asked_);
  const operand_shape& written = shapes_[role::output];
  return run_into(destination(all.out, asked_, in, extents(written.extents), written.dtype), in,
                  is_new ? discarding(how) : how);
}

void plan::check_further(const inputs& in) const {
  for (const role_entry& each : all_roles) {
    if (!is_further(each.which) || is_bound(each.which)) continue;
    const operand* const given = in.find(each.which);
    if ((given != nullptr) != shapes_[each.which].is_given)
      raise(rule::PY12, each.name,
            given != nullptr ? "is given to a plan without it" : "is missing, the plan was made with it");
    if (given != nullptr) check(*given, shapes_[each.which]);
  }
}

strew_status plan::execute(const strew_operands& all, plan_device* device, const strew_execution& how,
                           strew_error& record) const {
  if (device != nullptr) return device->execute(made_.get(), places_of(all), record);
  if (!has_further(asked_))
    return strew_execute(made_.get(), all.data->data, place_of(all.indices), place_of(all.updates), all.output->data,
                         &how, &record);
  const strew_operand_places at = places_of(all);
  return strew_execute_at(made_.get(), &at, &how, &record);
}

nb::object plan::run_into(result&& to, const inputs& in, const execution_settings& how) const {
  check(to.written(), shapes_[role::output]);
  const strew_operands all = in.with(to.view());
  empty_record record;
  const std::uint64_t bytes = how.device != nullptr ? long_call : touched_;
  const strew_status status = python::run(
      how, bytes, [&](const strew_execution& execution) { return execute(all, how.device, execution, record); });
  if (status != STREW_STATUS_OK) in.raise(record, &to.written());
  note_further(in);
  return to.finished();
}

}  // namespace strew::python
