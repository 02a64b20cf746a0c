#include "function.hpp"

#include <structmember.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <utility>

#include "calls.hpp"
#include "names.hpp"
#include "plain_call.hpp"

namespace strew::python {
namespace {

// The options of the last call, where they are what they were as long as they live: read once while the same objects
// come again.
class last_options {
 public:
  explicit last_options(const function& of) {
    for (std::size_t i = 0; i < of.parameters.size(); ++i) {
      if (of.parameters[i].is == part::option) places_.push_back(i);
    }
  }
  // Null where others are given. `has_options`: some are given, which need not be others than the defaults.
  const call_spec* find(PyObject* const* given, bool has_options) const {
    if (!has_options && are_defaults_) return &read_;
    if (values_.empty()) return nullptr;
    const nb::object* value = values_.data();
    for (const std::size_t place : places_) {
      if (given[place] != (value++)->ptr()) return nullptr;
    }
    return &read_;
  }
  void keep([[maybe_unused]] PyObject* const* given, [[maybe_unused]] bool has_options,
            [[maybe_unused]] const call_spec& read) {
#ifndef Py_GIL_DISABLED
    values_.clear();
    are_defaults_ = false;
    for (const std::size_t place : places_) {
      if (!is_constant(given[place])) return values_.clear();
      values_.push_back(nb::borrow(given[place]));
    }
    read_ = read;
    are_defaults_ = !has_options;
#endif
  }

 private:
  static bool is_constant(PyObject* value) {
    return value == Py_None || PyLong_CheckExact(value) != 0 || PyBool_Check(value) != 0 ||
           PyUnicode_CheckExact(value) != 0;
  }

  std::vector<std::size_t> places_;
  std::vector<nb::object> values_;  // empty: none are kept
  bool are_defaults_ = false;
  call_spec read_;
};

using argument_list = std::array<PyObject*, max_parameters>;

// In the order of the parameters, those that are not given by their defaults.
struct arguments_given {
  argument_list values;
  bool has_options = false;  // which are given by name only
};

// The names of a call, which are one object as often as it comes, with their places among the parameters.
struct last_keywords {
  nb::object tuple;
  std::size_t positional = 0;
  bool has_options = false;  // one of them is an option
  std::array<std::size_t, max_parameters> places;
};

// A function as an object of Python. What describes it lives as long as the process: other threads may be inside it.
struct function_object {
  PyObject_HEAD vectorcallfunc call;
  const function* described;
  PyObject** names;               // interned
  const argument_list* defaults;  // null: it must be given
  last_options* last;
  last_keywords* keywords;
  PyObject* attributes;
  PyObject* weak_references;
};

const function_object& of(PyObject* self) {
  return *reinterpret_cast<function_object*>(self);
}

// Where the name stands among the parameters; their number if it is none of them.
[[gnu::noinline]] std::size_t place_of(const function_object& f, PyObject* name) {
  const std::size_t count = f.described->parameters.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (f.names[i] == name) return i;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (is_word(name, f.names[i])) return i;
  }
  return count;
}

// Those that are given by name: the first `count` parameters are given already.
bool place_named(const function_object& f, PyObject* const* values, std::size_t count, PyObject* keywords,
                 arguments_given& given) {
  const auto named = static_cast<std::size_t>(PyTuple_Size(keywords));
  if (named > f.described->parameters.size()) return false;
#ifdef Py_GIL_DISABLED
  last_keywords last;
#else
  last_keywords& last = *f.keywords;
#endif
  if (last.tuple.ptr() != keywords || last.positional != count) {
    last.tuple.reset();
    last.has_options = false;
    for (std::size_t i = 0; i < named; ++i) {
      const std::size_t at = place_of(f, PyTuple_GetItem(keywords, static_cast<Py_ssize_t>(i)));
      if (at == f.described->parameters.size() || at < count) return false;
      last.places[i] = at;
      last.has_options |= f.described->parameters[at].is == part::option;
    }
    last.tuple = nb::borrow(keywords);
    last.positional = count;
  }
  for (std::size_t i = 0; i < named; ++i) given.values[last.places[i]] = values[i];
  given.has_options = last.has_options;
  return true;
}

// The arguments in the order of the parameters, or their defaults; false where they do not fit them.
bool place(const function_object& f, PyObject* const* arguments, std::size_t count, PyObject* keywords,
           arguments_given& given) {
  const function& described = *f.described;
  if (count > described.positional) return false;
  given.values = *f.defaults;
  for (std::size_t i = 0; i < count; ++i) given.values[i] = arguments[i];
  if (keywords != nullptr && !place_named(f, arguments + count, count, keywords, given)) return false;
  for (std::size_t i = count; i < described.last_required; ++i) {
    if (given.values[i] == nullptr) return false;
  }
  return true;
}

nb::tuple tuple_of(PyObject* const* items, std::size_t count) {
  nb::list all;
  for (std::size_t i = 0; i < count; ++i) all.append(nb::handle(items[i]));
  return nb::tuple(all);
}

// TypeError with what is wrong, worded by strew/_errors.py.
[[gnu::cold]] void refuse(const function_object& f, PyObject* const* arguments, std::size_t count, PyObject* keywords) {
  const function& described = *f.described;
  nb::list required;
  for (const parameter& each : described.parameters) {
    if (!each.value.is_valid()) required.append(each.name);
  }
  const auto named = keywords == nullptr ? 0 : static_cast<std::size_t>(PyTuple_Size(keywords));
  const nb::object error = known().wrong_call(described.shown.c_str(), tuple_of(f.names, described.parameters.size()),
                                              described.positional, required, tuple_of(arguments, count + named),
                                              keywords == nullptr ? nb::make_tuple() : nb::borrow(keywords));
  PyErr_SetObject(error.type().ptr(), error.ptr());
}

// The exception in flight as Python's own: none leaves the functions that CPython calls.
[[gnu::cold]] PyObject* raised() {
  try {
    throw;
  } catch (nb::python_error& error) {
    error.restore();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  } catch (...) {
    PyErr_SetString(PyExc_RuntimeError, "an exception of unknown type");
  }
  return nullptr;
}

arrays arrays_of(const function& f, PyObject* const* given) {
  const auto at = [&](part which) {
    const std::size_t place = f.places[static_cast<std::size_t>(which)];
    return place == no_place ? nb::handle() : nb::handle(given[place]);
  };
  arrays all{at(part::data), at(part::indices), at(part::updates), at(part::out), at(part::fill)};
  // A cache without write indices.
  if (f.op == STREW_OPERATOR_TENSOR_SCATTER && all.indices.is_none()) all.indices = {};
  return all;
}

// Runs the call as it is read; what is remembered may be of another call by then.
nb::object run(const function_object& f, const arguments_given& arguments) {
  const function& described = *f.described;
  PyObject* const* const given = arguments.values.data();
  const arrays all = arrays_of(described, given);
  if (const call_spec* const known = f.last->find(given, arguments.has_options);
      known != nullptr && described.finish == &run_now) {
    nb::object done = run_plain(*known, all);
    if (done.is_valid()) return done;
  }
  call_spec call{.op = described.op};
  for (std::size_t i = 0; i < described.parameters.size(); ++i) {
    if (described.parameters[i].is == part::option) described.parameters[i].read(call, given[i]);
  }
  f.last->keep(given, arguments.has_options, call);
  return described.finish(call, all);
}

PyObject* call(PyObject* self, PyObject* const* arguments, std::size_t count_and_flag, PyObject* keywords) {
  const auto count = static_cast<std::size_t>(PyVectorcall_NARGS(count_and_flag));
  arguments_given given;
  try {
    if (place(of(self), arguments, count, keywords, given)) return run(of(self), given).release().ptr();
    refuse(of(self), arguments, count, keywords);
  } catch (...) {
    return raised();
  }
  return nullptr;
}

// Made when it is asked for: inspect is not imported with strew.
PyObject* signature(PyObject* self, void*) {
  const auto& parameters = of(self).described->parameters;
  try {
    nb::list names;
    nb::dict defaults;
    for (const parameter& each : parameters) {
      names.append(each.name);
      if (each.value.is_valid()) defaults[each.name] = each.value;
    }
    return nb::module_::import_("strew._signatures")
        .attr("signature")(of(self).described->name.c_str(), names, of(self).described->positional, defaults)
        .release()
        .ptr();
  } catch (...) {
    return raised();
  }
}

// Where users find it.
const char* module_of(const function_object& f) {
  return f.described->name.front() == '_' ? "strew._strew" : "strew";
}

PyObject* represented(PyObject* self) {
  return PyUnicode_FromFormat("<function %s.%s>", module_of(of(self)), of(self).described->name.c_str());
}

// As with CPython's own functions, an instance of a class that has one as attribute is not passed to it.
PyObject* not_bound(PyObject* self, PyObject*, PyObject*) {
  return Py_NewRef(self);
}

PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(function_object, call), READONLY, nullptr},
    {"__dictoffset__", T_PYSSIZET, offsetof(function_object, attributes), READONLY, nullptr},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(function_object, weak_references), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyGetSetDef properties[] = {
    {"__signature__", &signature, nullptr, nullptr, nullptr},
    {"__dict__", &PyObject_GenericGetDict, nullptr, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyTypeObject* make_type() {
  PyType_Slot slots[] = {
      {Py_tp_call, reinterpret_cast<void*>(&PyVectorcall_Call)},
      {Py_tp_repr, reinterpret_cast<void*>(&represented)},
      {Py_tp_descr_get, reinterpret_cast<void*>(&not_bound)},
      {Py_tp_members, members},
      {Py_tp_getset, properties},
      {0, nullptr},
  };
  PyType_Spec spec = {
      "strew._strew.function", sizeof(function_object), 0,
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
      slots};
  PyObject* made = PyType_FromSpec(&spec);
  if (made == nullptr) throw nb::python_error();
  return reinterpret_cast<PyTypeObject*>(made);
}

}  // namespace

void add_function(nb::module_& module, function described) {
  static PyTypeObject* const type = make_type();
  argument_list defaults = {};
  for (std::size_t i = 0; i < described.parameters.size(); ++i) {
    const parameter& each = described.parameters[i];
    described.places[static_cast<std::size_t>(each.is)] = i;
    defaults[i] = each.value.ptr();
    if (defaults[i] == nullptr) described.last_required = i + 1;
  }
  auto* const made = PyObject_New(function_object, type);
  if (made == nullptr) throw nb::python_error();
  const auto* const kept = new function(std::move(described));
  made->call = &call;
  made->described = kept;
  made->names = new PyObject*[kept->parameters.size()];
  std::transform(kept->parameters.begin(), kept->parameters.end(), made->names,
                 [](const parameter& each) { return interned(each.name); });
  made->defaults = new argument_list(defaults);
  made->last = new last_options(*kept);
  made->keywords = new last_keywords();
  made->attributes = nullptr;
  made->weak_references = nullptr;
  const nb::object object = nb::steal(reinterpret_cast<PyObject*>(made));
  object.attr("__name__") = kept->name.c_str();
  object.attr("__qualname__") = kept->name.c_str();
  object.attr("__module__") = module_of(*made);
  object.attr("__doc__") = kept->doc == nullptr ? nb::none() : nb::object(nb::str(kept->doc));
  module.attr(kept->name.c_str()) = object;
}

}  // namespace strew::python
