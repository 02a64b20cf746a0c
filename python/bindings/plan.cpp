#include "plan.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <utility>

#include "execution.hpp"
#include "extents.hpp"
#include "failure.hpp"
#include "names.hpp"
#include "option_values.hpp"
#include "plain_call.hpp"
#include "plan_state.hpp"
#include "strew/problem.h"

namespace strew::python {
namespace {

constexpr int state_version = 5;

using text_function = std::size_t (*)(const strew_plan*, char*, std::size_t);

nb::str text_of(text_function function, const strew_plan* plan) {
  std::string text(function(plan, nullptr, 0) + 1, '\0');
  function(plan, text.data(), text.size());
  text.pop_back();
  return nb::str(text.data(), text.size());
}

// Where extents are 0 or 1 a stride says nothing.
bool is_same_stride(const strew_tensor& view, const operand_shape& expected) {
  if (view.rank == 0 || expected.is_empty) return true;
  auto packed = static_cast<std::int64_t>(expected.bytes);
  for (std::size_t d = expected.extents.size(); d-- > 0;) {
    const std::int64_t stride = expected.is_packed ? packed : expected.strides[d];
    std::int64_t given = packed;
    if (view.strides != nullptr) given = view.strides[d];
    if (expected.extents[d] != 1 && given != stride) return false;
    packed =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(packed) * static_cast<std::uint64_t>(expected.extents[d]));
  }
  return true;
}

bool fits(const strew_tensor* view, const operand_shape& expected) {
  if (view == nullptr) return true;  // how many there are is known
  bool is_same =
      view->dtype == expected.dtype && view->element_bytes == expected.bytes && view->rank == expected.extents.size();
  for (std::size_t d = 0; is_same && d < expected.extents.size(); ++d)
    is_same = view->extents[d] == expected.extents[d];
  return is_same && is_same_stride(*view, expected);
}

std::string shape_text(const std::int64_t* extents, std::uint64_t rank) {
  std::string text = "(";
  for (std::uint64_t d = 0; d < rank; ++d) text += (d == 0 ? "" : ", ") + std::to_string(extents[d]);
  return text + (rank == 1 ? ",)" : ")");
}

}  // namespace

operand_shape::operand_shape(const strew_tensor* view) {
  if (view == nullptr) return;
  is_given = true;
  dtype = view->dtype;
  bytes = view->element_bytes;
  if (view->rank != 0) extents.assign(view->extents, view->extents + view->rank);
  is_empty = bytes_of(*view) == 0;
  is_packed = true;
  if (view->strides == nullptr || is_same_stride(*view, *this)) return;
  is_packed = false;
  strides.assign(view->strides, view->strides + view->rank);
}

strew_tensor operand_shape::view() const {
  return {sizeof(strew_tensor),
          1,
          STREW_DEVICE_CPU,
          dtype,
          nullptr,
          bytes,
          extents.size(),
          extents.data(),
          is_packed ? nullptr : strides.data()};
}

plan::plan(call_spec spec, const tensors& given, std::string type_name, const inputs* in)
    : asked_(std::move(spec)),
      data_(given.data),
      indices_(given.indices),
      updates_(given.updates),
      output_(given.output),
      segments_(given.segments),
      weights_(given.weights),
      base_(given.base),
      arg_(given.arg),
      count_(given.count),
      type_name_(std::move(type_name)) {
  strew_plan* made = nullptr;
  empty_record record;
  if (make_plan(asked_, given, &made, record) != STREW_STATUS_OK) in != nullptr ? in->raise(record) : raise(record);
  take(made);
}

void plan::take(strew_plan* made) {
  made_ = {made, &strew_plan_destroy};
  touched_ = std::max(bytes(), workspace());
}

void plan::check(const operand& given, const operand_shape& expected) const {
  const strew_tensor& view = given.view();
  if (view.dtype != expected.dtype || view.element_bytes != expected.bytes)
    raise(rule::PY15, given.name(), "is not of the element type that the plan was made for");
  const bool is_same_shape = view.rank == expected.extents.size() &&
                             std::equal(expected.extents.begin(), expected.extents.end(), view.extents);
  if (!is_same_shape) {
    raise(rule::PY12, given.name(),
          "is of shape " + shape_text(view.extents, view.rank) + ", the plan was made for " +
              shape_text(expected.extents.data(), expected.extents.size()));
  }
  if (!is_same_stride(view, expected)) raise(rule::PY12, given.name(), "has other strides than the plan was made for");
}

arrays plan::in_order(const nb::args& given, nb::handle out) const {
  const bool takes_indices = indices_.is_given && !is_bound_;
  const std::size_t expected = 1U + (takes_indices ? 1U : 0U) + (updates_.is_given ? 1U : 0U);
  // A cache without write indices is planned and called with None, or without it.
  const bool is_none_given = !indices_.is_given && given.size() == expected + 1 && given[expected].is_none();
  if (given.size() != expected && !is_none_given) {
    raise(rule::PY12, nullptr,
          "the plan takes " + std::to_string(expected) + (expected == 1 ? " array" : " arrays") + ", not " +
              std::to_string(given.size()));
  }
  arrays all{.data = given[0], .indices = {}, .updates = {}, .out = out};
  const bool updates_first = asked_.op == STREW_OPERATOR_TENSOR_SCATTER;
  if (takes_indices) all.indices = given[updates_first ? 2 : 1];
  if (updates_.is_given) all.updates = given[takes_indices && !updates_first ? 2 : 1];
  return all;
}

execution_settings plan::settings_of(nb::handle threads, nb::handle on_error) const {
  execution_settings made = asked_.execution;
  if (!threads.is_none()) made.threads = read_threads(threads);
  if (!on_error.is_none()) made.on_error = read_on_error(on_error);
  return made;
}

// The operands of segment_reduce by keyword, as the call takes them; segment ids and offsets are one operand.
bool plan::take_operand(nb::handle name, nb::handle value, arrays& to) const {
  if (!is_of_segments()) return false;
  const bool are_offsets = asked_.segmentation->form == STREW_SEGMENTS_OFFSETS;
  nb::handle* const place = nb::cast<std::string>(name) == (are_offsets ? "offsets" : "segment_ids") ? &to.segments
                            : nb::cast<std::string>(name) == "weights"                               ? &to.weights
                            : nb::cast<std::string>(name) == "base"                                  ? &to.base
                            : nb::cast<std::string>(name) == "arg"                                   ? &to.arg
                            : nb::cast<std::string>(name) == "count"                                 ? &to.count
                                                                                                     : nullptr;
  if (place != nullptr && !value.is_none()) *place = value;
  return place != nullptr;
}

// Where a result beside the output goes: to the array that is asked for, or with True to a new one of the kind of data.
// None where it is not asked for.
nb::object plan::further_array(const char* name, nb::handle asked, const operand_shape& expected,
                               const arrays& all) const {
  if (!asked.is_valid() || asked.is(Py_False)) return {};
  if (!asked.is(Py_True)) return nb::borrow(asked);
  if (!expected.is_given) raise(rule::PY12, name, "is given to a plan without it");
  const nb::handle like = all.out.is_none() ? all.data : all.out;
  return nb::module_::import_("strew._segment_reduce").attr("new_further")(like, expected.extents);
}

// Keywords as the operators take them; others are refused in the same words.
nb::object plan::call(const nb::args& given, const nb::kwargs& options) const {
  nb::handle out = Py_None, threads = Py_None, on_error = Py_None;
  arrays more{};
  for (const auto& [name, value] : options) {
    if (is_word(name, known().out)) {
      out = value;
    } else if (is_word(name, known().threads)) {
      threads = value;
    } else if (is_word(name, known().on_error)) {
      on_error = value;
    } else if (!take_operand(name, value, more)) {
      raise(known().wrong_call("plan", nb::make_tuple("out", "threads", "on_error"), 0, nb::list(),
                               nb::make_tuple(value), nb::make_tuple(name)));
    }
  }
  arrays all = in_order(given, out);
  all.segments = more.segments;
  all.weights = more.weights;
  all.base = more.base;
  const nb::object arg = further_array("arg", more.arg, arg_, all);
  const nb::object count = further_array("count", more.count, count_, all);
  all.arg = arg;
  all.count = count;
  const execution_settings how = settings_of(threads, on_error);
  nb::object done = run_plain(all, how);
  if (!done.is_valid()) done = run(all, how);
  if (!arg.is_valid() && !count.is_valid()) return done;
  const auto asked = [](nb::handle one) { return one.is_valid() ? one : nb::handle(Py_False); };
  return nb::module_::import_("strew._segment_reduce")
      .attr("with_further")(done, nb::make_tuple(asked(more.arg), asked(more.count)),
                            nb::make_tuple(asked(arg), asked(count)));
}

// Null where the call is not a small one on NumPy's own arrays, or where it failed: the long way says why.
nb::object plan::run_plain(const arrays& all, execution_settings how) const {
  plain_operands views;
  const bool is_new = all.out.is_none();
  if (is_new && asked_.options.out_of_bounds == STREW_OOB_SKIP && is_gather(asked_.op)) return {};
  if (is_of_segments() || touched_ >= long_call || !views.read(all) || !fits(views.data.view(), data_) ||
      !fits(views.indices.view(), indices_) || !fits(views.updates.view(), updates_) ||
      !(is_new || fits(views.output.view(), output_)))
    return {};
  nb::object output = is_new ? new_small_ndarray(all.data, output_.extents.data(), output_.extents.size(), long_call)
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
  check(in.data, data_);
  if (data_.dtype == STREW_DTYPE_OPAQUE && type_name_ != in.data.type_name())
    raise(rule::PY15, "data", "is of type " + in.data.type_name() + ", the plan was made for " + type_name_);
  if (in.has_indices) check(in.indices, indices_);
  if (in.has_updates) check(in.updates, updates_);
  if (is_of_segments()) check_more(in);
  if (!all.out.is_none()) return run_into(result(all.out, in), in, how);
  check_needs_no_output(asked_);
  return run_into(result(extents(output_.extents), in), in, discarding(how));
}

void plan::check_more(const inputs& in) const {
  const auto check_one = [&](const char* name, const operand* given, const operand_shape& expected, bool is_bound) {
    const bool is_given = given != nullptr && given->is_given();
    if (is_bound) return;
    if (is_given != expected.is_given)
      raise(rule::PY12, name, is_given ? "is given to a plan without it" : "is missing, the plan was made with it");
    if (is_given) check(*given, expected);
  };
  check_one("segments", in.more ? &in.more->segments : nullptr, segments_, are_ids_bound_);
  check_one("weights", in.more ? &in.more->weights : nullptr, weights_, false);
  check_one("base", in.more ? &in.more->base : nullptr, base_, false);
  check_one("arg", in.more ? &in.more->arg : nullptr, arg_, false);
  check_one("count", in.more ? &in.more->count : nullptr, count_, false);
}

strew_status plan::execute(const inputs& in, const strew_tensor& output, const strew_execution& how,
                           strew_error& record) const {
  const void* const indices = in.has_indices ? in.indices.view().data : nullptr;
  const void* const updates = in.has_updates ? in.updates.view().data : nullptr;
  if (!is_of_segments())
    return strew_execute(made_.get(), in.data.view().data, indices, updates, output.data, &how, &record);
  strew_operand_places at = STREW_OPERAND_PLACES_INIT;
  at.data = in.data.view().data;
  at.indices = indices;
  at.output = output.data;
  if (in.more) {
    at.segments = in.more->segments.view().data;
    at.weights = in.more->weights.view().data;
    at.base = in.more->base.view().data;
    at.arg = in.more->arg.view().data;
    at.count = in.more->count.view().data;
  }
  return strew_execute_at(made_.get(), &at, &how, &record);
}

nb::object plan::run_into(result&& to, const inputs& in, const execution_settings& how) const {
  check(to.written(), output_);
  empty_record record;
  const strew_status status = python::run(
      how, touched_, [&](const strew_execution& execution) { return execute(in, to.view(), execution, record); });
  if (status != STREW_STATUS_OK) in.raise(record, &to.written());
  note_further(in);
  return to.finished();
}

prepared plan::prepare(nb::handle rows, nb::handle ids, nb::handle threads) const {
  const bool are_ids = !ids.is_none();
  const char* const name = are_ids ? "segments" : "indices";
  const operand_shape& expected = are_ids ? segments_ : indices_;
  if (!expected.is_given || is_bound_ || are_ids_bound_)
    raise(rule::PY12, name, std::string("the plan takes no ") + name + " that could be prepared");
  operand indices(name);
  indices.read(are_ids ? ids : rows);
  check(indices, expected);
  // The indices of segment_reduce are those of what it reads.
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
  return nb::make_tuple(state_version, state_of(asked_), state_of(data_), state_of(indices_), state_of(updates_),
                        state_of(output_), type_name_, state_of(segments_), state_of(weights_), state_of(base_),
                        state_of(arg_), state_of(count_));
}

bool plan::is_same(const plan& other) const {
  if (is_bound_ || other.is_bound_ || are_ids_bound_ || other.are_ids_bound_) return made_ == other.made_;
  return state().equal(other.state());
}

plan plan::of_state(nb::handle given) {
  const nb::tuple state = read_tuple(given, 12);
  int version = 0;
  std::string type_name;
  if (!nb::try_cast(state[0], version) || version != state_version || !nb::try_cast(state[6], type_name))
    refuse_state();
  const operand_shape data = shape_of(state[2]), indices = shape_of(state[3]), updates = shape_of(state[4]),
                      output = shape_of(state[5]), segments = shape_of(state[7]), weights = shape_of(state[8]),
                      base = shape_of(state[9]), arg = shape_of(state[10]), count = shape_of(state[11]);
  if (!data.is_given || !output.is_given) refuse_state();
  const strew_tensor views[] = {data.view(),    indices.view(), updates.view(), output.view(), segments.view(),
                                weights.view(), base.view(),    arg.view(),     count.view()};
  const auto given_one = [&](const operand_shape& of, std::size_t number) {
    return of.is_given ? &views[number] : nullptr;
  };
  const tensors all{&views[0],          given_one(indices, 1),  given_one(updates, 2),
                    &views[3],          given_one(segments, 4), given_one(weights, 5),
                    given_one(base, 6), given_one(arg, 7),      given_one(count, 8)};
  return {call_spec_of(state[1]), all, std::move(type_name)};
}

void add_plan(nb::module_& module) {
  nb::class_<plan>(module, "Plan", R"(One operator with its types, shapes, strides and options, analysed in advance.

Made by `strew.plan`. Immutable; may be called from many threads concurrently. Pickled by its options.)")
      .def("__call__", &plan::call,
           nb::sig("def __call__(self, *arrays: Operand, segment_ids: Operand | None = None, "
                   "offsets: Operand | None = None, weights: Operand | None = None, base: Operand | None = None, "
                   "arg: bool | Array = False, count: bool | Array = False, "
                   "out: Destination | None = None, "
                   "threads: SupportsIndex | None = None, on_error: OnError | None = None) -> Array"),
           R"(Executes on the operator's arrays, in the operator's order; a bound plan takes no indices.

The arrays have the types, shapes and strides that the plan was made for (PY12); those of segment_reduce
that its call takes by name are given by name here too, and so are arg and count, with which its plan returns
a tuple.)")
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
            return nb::module_::import_("strew._signatures").attr("signature_of_a_plan")(self.is_of_segments());
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
