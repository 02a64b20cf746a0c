#include "result.hpp"

#include "failure.hpp"
#include "names.hpp"
#include "vocabulary.hpp"

namespace strew::python {
namespace {

nb::object numpy_empty(const nb::object& shape, const nb::object& dtype) {
  PyObject* arguments[] = {shape.ptr(), dtype.ptr()};
  nb::object made = nb::steal(PyObject_Vectorcall(known().empty.ptr(), arguments, 2, nullptr));
  if (!made.is_valid()) raise_set();
  return made;
}

// The extents one by one: a tuple of them takes PyTorch longer to read. Without any, an empty one.
nb::object torch_empty(nb::handle like, const extents& shape) {
  const nb::object tuple = shape.tuple();
  PyObject* arguments[1 + max_usual_rank] = {like.ptr(), tuple.ptr()};
  const std::uint64_t rank = shape.rank();
  const bool is_usual = rank != 0 && rank <= max_usual_rank;
  for (std::uint64_t d = 0; is_usual && d < rank; ++d)
    arguments[1 + d] = PyTuple_GetItem(tuple.ptr(), static_cast<Py_ssize_t>(d));
  nb::object made =
      nb::steal(PyObject_VectorcallMethod(known().new_empty, arguments, 1 + (is_usual ? rank : 1), nullptr));
  if (!made.is_valid()) raise_set();
  return made;
}

nb::object new_array(const operand& model, const operand& data, const extents& shape) {
  if (data.is_plain_ndarray() && shape.rank() <= max_usual_rank)
    return new_ndarray(data.array(), shape.begin(), shape.rank());
  if (model.from() == origin::torch) return torch_empty(model.array(), shape);
  return numpy_empty(shape.tuple(), data.dtype());
}

}  // namespace

void note_further(const inputs& in) {
  for (const role which : {role::arg, role::count}) {
    const operand* const one = in.find(which);
    if (one != nullptr && one->from() == origin::torch) known().note_write(one->array());
  }
}

void check_needs_no_output(const call_spec& spec) {
  if (spec.options.out_of_bounds != STREW_OOB_SKIP || !is_gather(spec.op)) return;
  raise(rule::PY9, "output",
        "out_of_bounds='skip' leaves elements as they were, so it needs out=; 'fill' writes a value instead");
}

result::result(nb::handle out, const inputs& in) : array_(nb::borrow(out)) {
  if (out.is(in.data.array())) {
    in.data.check_writable("output");
    in_place_ = &in.data;
  } else {
    output_.read_output(out);
    in.check_type_of(output_);
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
  output_.read_new(array_);
}

result::result(const extents& shape, const operand& like, strew_dtype type)
    : array_(nb::module_::import_("strew._views").attr("new_array")(like.array(), shape.tuple(), numpy_name(type))),
      is_for_jax_(like.from() == origin::jax) {
  output_.read_new(array_);
}

result destination(nb::handle out, const call_spec& spec, const inputs& in, const extents& shape, strew_dtype type) {
  if (!out.is_none()) return {out, in};
  if (!spec.counts && !spec.quantization) return {shape, in};
  const operand* const ids = spec.counts ? in.find(role::segments) : nullptr;  // none where they are prepared
  return {shape, ids != nullptr ? *ids : in.data, type};
}

nb::object result::finished() {
  if (is_for_jax_) return known().to_jax(array_);
  if (is_of_torch_) known().note_write(array_);
  return std::move(array_);
}

}  // namespace strew::python
