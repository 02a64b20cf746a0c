// Python objects that the bindings need again and again, looked up once.
#pragma once

#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace strew::python {

struct names {
  nb::object ndarray;              // numpy.ndarray
  nb::object generic;              // numpy.generic
  nb::object empty;                // numpy.empty
  nb::object as_array;             // strew._arrays.as_array
  nb::object viewable;             // strew._arrays.viewable
  nb::object dtype_of;             // strew._arrays.dtype_of
  nb::object requires_grad_error;  // strew._arrays.requires_grad
  nb::object check_memory;         // strew._arrays.check_memory
  nb::object fill_bytes;           // strew._values.fill_bytes
  nb::object to_jax;               // strew._arrays.to_jax
  nb::object note_write;           // strew._arrays.note_write
  nb::object filled;               // strew._filled.Filled
  nb::object error;                // strew._errors.Error
  nb::object from_record;          // strew._errors.from_record
  nb::object from_rule;            // strew._errors.from_rule
  nb::object unknown_name;         // strew._errors.unknown_name
  nb::object wrong_call;           // strew._errors.wrong_call
  nb::object not_made;             // strew._errors.not_made

  // Interned, to be compared by address.
  PyObject* dtype;
  PyObject* dlpack;
  PyObject* dlpack_device;
  PyObject* requires_grad;
  PyObject* is_conj;
  PyObject* is_neg;
  PyObject* new_empty;
  PyObject* element;
  PyObject* shape;
  PyObject* out;
  PyObject* threads;
  PyObject* on_error;
};

// Filled when the module is imported, never released: other threads may be inside a call while the process ends.
names& known();
void look_up_names();

// Whether the object has the attribute; raises what else than AttributeError looking for it raises.
bool has_attribute(nb::handle object, PyObject* name);

// Whether the word is the interned one; the keywords of a call almost always are the same object.
inline bool is_word(nb::handle given, PyObject* word) {
  return given.ptr() == word || PyUnicode_Compare(given.ptr(), word) == 0;
}

inline PyObject* interned(const char* text) {
  return PyUnicode_InternFromString(text);
}

}  // namespace strew::python
