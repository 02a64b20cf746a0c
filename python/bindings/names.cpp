#include "names.hpp"

namespace strew::python {

names& known() {
  static auto* all = new names();
  return *all;
}

void look_up_names() {
  names& all = known();
  const nb::module_ numpy = nb::module_::import_("numpy");
  all.ndarray = numpy.attr("ndarray");
  all.generic = numpy.attr("generic");
  all.empty = numpy.attr("empty");
  const nb::module_ arrays = nb::module_::import_("strew._arrays");
  all.as_array = arrays.attr("as_array");
  all.viewable = arrays.attr("viewable");
  all.dtype_of = arrays.attr("dtype_of");
  all.requires_grad_error = arrays.attr("requires_grad");
  all.check_memory = arrays.attr("check_memory");
  all.fill_bytes = nb::module_::import_("strew._values").attr("fill_bytes");
  all.to_jax = arrays.attr("to_jax");
  all.note_write = arrays.attr("note_write");
  all.filled = nb::module_::import_("strew._filled").attr("Filled");
  const nb::module_ errors = nb::module_::import_("strew._errors");
  all.error = errors.attr("Error");
  all.from_record = errors.attr("from_record");
  all.from_rule = errors.attr("from_rule");
  all.unknown_name = errors.attr("unknown_name");
  all.wrong_call = errors.attr("wrong_call");
  all.not_made = errors.attr("not_made");
  all.dtype = interned("dtype");
  all.dlpack = interned("__dlpack__");
  all.dlpack_device = interned("__dlpack_device__");
  all.requires_grad = interned("requires_grad");
  all.is_conj = interned("is_conj");
  all.is_neg = interned("is_neg");
  all.new_empty = interned("new_empty");
  all.element = interned("_element");  // the fields, not the properties
  all.shape = interned("_shape");
  all.out = interned("out");
  all.threads = interned("threads");
  all.on_error = interned("on_error");
}

bool has_attribute(nb::handle object, PyObject* name) {
  const nb::object found = nb::steal(PyObject_GetAttr(object.ptr(), name));
  if (found.is_valid()) return true;
  if (PyErr_ExceptionMatches(PyExc_AttributeError) == 0) throw nb::python_error();
  PyErr_Clear();
  return false;
}

}  // namespace strew::python
