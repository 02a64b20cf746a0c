#include "result.hpp"

#include "failure.hpp"
#include "names.hpp"

namespace strew::python {
namespace {

nb::object numpy_empty(const nb::object& shape, const nb::object& dtype) {
  PyObject* arguments[] = {shape.ptr(), dtype.ptr()};
  nb::object made = nb::steal(PyObject_Vectorcall(known().empty.ptr(), arguments, 2, nullptr));
  if (!made.is_valid()) raise_set();
  return made;
}

nb::object new_array(const operand& model, const operand& data, const extents& shape) {
  if (model.from() == origin::torch) return nb::getattr(model.array(), "new_empty")(shape.tuple());
  return numpy_empty(shape.tuple(), data.dtype());
}

}  // namespace

void check_needs_no_output(const call_spec& spec) {
  if (spec.options.out_of_bounds != STREW_OOB_SKIP || !is_gather(spec.op)) return;
  raise(rule::PY9, "output",
        "out_of_bounds='skip' leaves elements as they were, so it needs out=; 'fill' writes a value instead");
}

result::result(nb::handle out, const inputs& in) : array_(nb::borrow(out)) {
  if (out.is(in.data.array())) {
    in.data.check_writable();
    in_place_ = &in.data;
  } else {
    output_.read_output(out);
    in.data.check_same_type(output_);
  }
  is_of_torch_ = written().from() == origin::torch;
}

result::result(const extents& shape, const inputs& in) {
  const operand& model = in.data.is_filled() && in.has_updates && !in.updates.is_filled() ? in.updates : in.data;
  is_for_jax_ = model.from() == origin::jax;
  try {
    array_ = new_array(model, in.data, shape);
  } catch (const nb::python_error& refused) {
    const bool is_memory = refused.matches(PyExc_MemoryError) || refused.matches(PyExc_RuntimeError);  // torch's
    if (!is_memory && !refused.matches(PyExc_ValueError)) throw;
    raise(known().not_made(refused.value(), shape.tuple(), nb::str(in.data.dtype())));
  }
  output_.read_output(array_);
}

nb::object result::finished() {
  if (is_for_jax_) return known().to_jax(array_);
  if (is_of_torch_) known().note_write(array_);
  return std::move(array_);
}

}  // namespace strew::python
