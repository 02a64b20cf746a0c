#include "kinds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#include "dlpack.hpp"
#include "names.hpp"

namespace strew::python {
namespace {

constexpr std::size_t max_types = 64;

// Whether the referent lives. Asked only of a type that an array holds: where it does, the reference taken here is not
// its last.
bool is_alive(const nb::object& reference) {
#if PY_VERSION_HEX >= 0x030D0000
  PyObject* found = nullptr;
  const bool is_found = PyWeakref_GetRef(reference.ptr(), &found) == 1;
  Py_XDECREF(found);
  return is_found;
#else
  return PyWeakref_GetObject(reference.ptr()) != Py_None;
#endif
}

// The kinds of the types seen last, found by address. No type is kept alive, or all that its methods reach would live
// as long; Python clears weak references before it gives an address to another object.
class remembered_kinds {
 public:
  // False where the type is not known, be it that another one had its address before.
  bool find(const PyTypeObject* type, array_kind& kind) {
    const nb::ft_lock_guard lock(mutex_);
    const one* const found = at_address(type);
    if (found == all_ + used_ || !is_alive(found->reference)) return false;
    kind = found->kind;
    return true;
  }

  void remember(PyTypeObject* type, const array_kind& kind) {
    nb::object reference = nb::steal(PyWeakref_NewRef(reinterpret_cast<PyObject*>(type), nullptr));
    if (!reference.is_valid()) {  // no memory: it is looked at again
      PyErr_Clear();
      return;
    }
    const nb::ft_lock_guard lock(mutex_);
    one& place = place_of(type);
    place.type = type;
    place.kind = kind;
    std::swap(place.reference, reference);  // the old one goes when the lock is given back
  }

 private:
  struct one {
    const PyTypeObject* type = nullptr;
    nb::object reference;  // weak, to that type
    array_kind kind;
  };

  one* at_address(const PyTypeObject* type) {
    return std::find_if(all_, all_ + used_, [=](const one& each) { return each.type == type; });
  }

  // That of the same address; else a new one, or the one that was taken longest ago.
  one& place_of(const PyTypeObject* type) {
    one* const found = at_address(type);
    if (found != all_ + used_) return *found;
    if (used_ < max_types) return all_[used_++];
    return all_[next_++ % max_types];
  }

  nb::ft_mutex mutex_;
  one all_[max_types];
  std::size_t used_ = 0;
  std::size_t next_ = 0;
};

// Whether the type, or one it derives from, is of `package`.
bool is_of(PyTypeObject* type, const char* package) {
  const std::size_t length = std::strlen(package);
  for (nb::handle base : nb::borrow<nb::tuple>(nb::getattr(reinterpret_cast<PyObject*>(type), "__mro__"))) {
    const nb::object module = nb::getattr(base, "__module__", nb::str(""));
    const char* name = PyUnicode_Check(module.ptr()) != 0 ? PyUnicode_AsUTF8AndSize(module.ptr(), nullptr) : "";
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
  static auto& remembered = *new remembered_kinds();  // other threads may be inside a call while the process ends
  PyTypeObject* type = Py_TYPE(array.ptr());
  array_kind kind;
  if (remembered.find(type, kind)) return kind;
  kind = look_at(type);
  remembered.remember(type, kind);
  return kind;
}

}  // namespace strew::python
