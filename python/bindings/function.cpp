#include "function.hpp"

#include <structmember.h>

#include <algorithm>
#include <memory>
#include <new>
#include <utility>

#include "names.hpp"
#include "remembered.hpp"

namespace strew::python {
namespace {

// A function as an object of Python. What describes it lives as long as the process: other threads may be inside it.
struct function_object {
  PyObject_HEAD vectorcallfunc call;
  const function* described;
  PyObject** names;         // interned
  remembered_calls* small;  // null: none is remembered
  PyObject* attributes;
  PyObject* weak_references;
};

const function_object& of(PyObject* self) {
  return *reinterpret_cast<function_object*>(self);
}

// Where the name stands among the parameters; their number if it is none of them.
std::size_t place_of(const function_object& f, PyObject* name) {
  const std::size_t count = f.described->parameters.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (f.names[i] == name) return i;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (is_word(name, f.names[i])) return i;
  }
  return count;
}

// The arguments in the order of the parameters; false where they do not fit them.
bool place(const function_object& f, PyObject* const* arguments, std::size_t count, PyObject* keywords,
           PyObject** given) {
  const auto& parameters = f.described->parameters;
  if (count > f.described->positional) return false;
  std::fill(std::copy_n(arguments, count, given), given + parameters.size(), nullptr);
  const auto named = keywords == nullptr ? 0 : static_cast<std::size_t>(PyTuple_GET_SIZE(keywords));
  for (std::size_t i = 0; i < named; ++i) {
    const std::size_t at = place_of(f, PyTuple_GET_ITEM(keywords, static_cast<Py_ssize_t>(i)));
    if (at == parameters.size() || given[at] != nullptr) return false;
    given[at] = arguments[count + i];
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (given[i] == nullptr) given[i] = parameters[i].value.ptr();
    if (given[i] == nullptr) return false;
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
  const auto named = keywords == nullptr ? 0 : static_cast<std::size_t>(PyTuple_GET_SIZE(keywords));
  const nb::object error = known().wrong_call(described.shown, tuple_of(f.names, described.parameters.size()),
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

nb::object run(const function_object& f, PyObject* const* given) {
  if (f.small == nullptr) return f.described->body(given);
  nb::object done = f.small->run(given);
  if (done.is_valid()) return done;
  done = f.described->body(given);
  f.small->note(given, done);
  return done;
}

PyObject* call(PyObject* self, PyObject* const* arguments, std::size_t count_and_flag, PyObject* keywords) {
  const auto count = static_cast<std::size_t>(PyVectorcall_NARGS(count_and_flag));
  PyObject* given[max_parameters];
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
  auto* const made = PyObject_New(function_object, type);
  if (made == nullptr) throw nb::python_error();
  const auto* const kept = new function(std::move(described));
  made->call = &call;
  made->described = kept;
  made->names = new PyObject*[kept->parameters.size()];
  std::transform(kept->parameters.begin(), kept->parameters.end(), made->names,
                 [](const parameter& each) { return interned(each.name); });
  made->small = kept->planned == nullptr ? nullptr : new remembered_calls(*kept);
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
