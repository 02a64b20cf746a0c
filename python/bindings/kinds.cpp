#include "kinds.hpp"

#include <cstring>
#include <vector>

#include "dlpack.hpp"
#include "names.hpp"

namespace strew::python {
namespace {

struct known_type {
  PyTypeObject* type;  // owned, so that no other type gets its address
  array_kind kind;
};

constexpr std::size_t most_types = 64;

// Whether the type, or one it derives from, is of `package`.
bool is_of(PyTypeObject* type, const char* package) {
  const std::size_t length = std::strlen(package);
  for (nb::handle base : nb::borrow<nb::tuple>(type->tp_mro)) {
    const nb::object module = nb::getattr(base, "__module__", nb::str(""));
    const char* name = PyUnicode_Check(module.ptr()) != 0 ? PyUnicode_AsUTF8(module.ptr()) : "";
    if (name == nullptr) {  // no text that could be written down
      PyErr_Clear();
      continue;
    }
    if (std::strncmp(name, package, length) == 0 && (name[length] == '\0' || name[length] == '.')) return true;
  }
  return false;
}

array_kind look_at(PyTypeObject* type) {
  array_kind made;
  made.is_scalar = PyType_IsSubtype(type, reinterpret_cast<PyTypeObject*>(known().generic.ptr())) != 0;
  made.is_ndarray = PyType_IsSubtype(type, reinterpret_cast<PyTypeObject*>(known().ndarray.ptr())) != 0;
  made.is_masked = made.is_ndarray && is_of(type, "numpy.ma");
  if (made.is_ndarray) return made;
  if (is_of(type, "torch")) {
    made.from = origin::torch;
    made.exchanged = exchange_of(reinterpret_cast<PyObject*>(type));
  } else if (is_of(type, "jaxlib") || is_of(type, "jax")) {
    made.from = origin::jax;
  }
  return made;
}

}  // namespace

array_kind kind_of(nb::handle array) {
  static auto& types = *new std::vector<known_type>();
  static auto& mutex = *new nb::ft_mutex();
  PyTypeObject* type = Py_TYPE(array.ptr());
  {
    const nb::ft_lock_guard lock(mutex);
    for (const known_type& one : types) {
      if (one.type == type) return one.kind;
    }
  }
  const array_kind kind = look_at(type);
  const nb::ft_lock_guard lock(mutex);
  if (types.size() < most_types) {
    Py_INCREF(reinterpret_cast<PyObject*>(type));
    types.push_back({type, kind});
  }
  return kind;
}

}  // namespace strew::python
