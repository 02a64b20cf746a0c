#include "operand.hpp"

#include <nanobind/stl/string.h>
#include <cstring>

#include <algorithm>

#include "failure.hpp"
#include "format.hpp"
#include "names.hpp"
#include "option_values.hpp"
#include "vocabulary.hpp"

namespace strew::python {
namespace {

static_assert(sizeof(Py_ssize_t) == sizeof(std::int64_t), "extents of the buffer protocol are taken as they are");

const std::int64_t* list(const Py_ssize_t* values) {
  return reinterpret_cast<const std::int64_t*>(values);
}

}  // namespace

operand::~operand() {
  if (buffer_.obj != nullptr) PyBuffer_Release(&buffer_);
}

void operand::set_view(void* data, strew_dtype dtype, std::uint64_t bytes, std::uint64_t rank,
                       const std::int64_t* extents, const std::int64_t* strides) {
  view_ = {sizeof(strew_tensor), 1, STREW_DEVICE_CPU, dtype, data, bytes, rank, extents, strides};
}

void operand::read(nb::handle array, const operand* like) {
  array_ = array;
  const PyTypeObject* type = Py_TYPE(array.ptr());
  if (type == reinterpret_cast<PyTypeObject*>(known().ndarray.ptr())) {
    kind_.is_ndarray = true;
    is_plain_ndarray_ = read_ndarray(array, view_, few_, is_read_only_);
    if (is_plain_ndarray_) {
      kept_ = nb::borrow(array);
      return;
    }
  } else if (type == reinterpret_cast<PyTypeObject*>(known().filled.ptr())) {
    read_filled(array);
    return;
  } else {
    kind_ = kind_of(array);
  }
  if (kind_.is_masked)
    raise(rule::PY1, name_, "is a masked array; its mask would be lost: give array.filled(value) or array.data");
  if (array.is_none()) raise(rule::PY1, name_, "is None");
  if (!kind_.is_scalar && PyObject_CheckBuffer(array.ptr()) != 0 && read_buffer(array)) return;
  if (kind_.is_ndarray)
    read_viewable(array);
  else if (has_attribute(array, known().dlpack))
    read_dlpack(array);
  else
    read_anything(array, like);
}

// False where the exporter cannot say its element type in this protocol; the error is cleared.
bool operand::read_buffer(nb::handle array) {
  if (PyObject_GetBuffer(array.ptr(), &buffer_, PyBUF_RECORDS_RO) != 0) {
    buffer_.obj = nullptr;
    if (PyErr_ExceptionMatches(PyExc_BufferError) == 0 && PyErr_ExceptionMatches(PyExc_ValueError) == 0) raise_set();
    PyErr_Clear();
    return false;
  }
  const element_type type = element_of(buffer_.format, static_cast<std::uint64_t>(buffer_.itemsize));
  if (type.is_swapped) {
    raise(rule::PY3, name_,
          std::string("has elements of format '") + buffer_.format +
              "', in the byte order of another machine; convert it first");
  }
  if (type.has_objects) {
    raise(rule::PY4, name_,
          std::string("has elements of format '") + buffer_.format +
              "', which are references to Python objects; array.astype(float), or another type, makes elements of "
              "bytes");
  }
  is_read_only_ = buffer_.readonly != 0;
  set_view(buffer_.buf, type.dtype, type.bytes, static_cast<std::uint64_t>(buffer_.ndim), list(buffer_.shape),
           list(buffer_.strides));
  return true;
}

void operand::read_viewable(nb::handle array) {
  const nb::tuple found = nb::cast<nb::tuple>(known().viewable(array, name_));
  kept_ = found[0];
  if (!read_buffer(kept_)) raise(rule::PY1, name_, "cannot be read through the buffer protocol");
  view_.dtype = type_named(nb::cast<std::string>(found[1]));
}

void operand::read_dlpack(nb::handle array, bool is_new) {
  dlpack_.take(array, name_, kind_, is_new);
  kept_ = nb::borrow(array);
  const std::uint64_t rank = dlpack_.rank();
  std::int64_t* lists = few_;
  if (rank > max_usual_rank) {
    lists_.resize(2 * rank);
    lists = lists_.data();
  }
  empty_record record;
  view_ = STREW_TENSOR_INIT;
  if (strew_tensor_from_dlpack(&dlpack_.tensor(), rank, lists, &view_, &record) != STREW_STATUS_OK)
    raise(rule::PY1, name_, record.message);
  view_.extents = std::copy_n(view_.extents, rank, lists + rank) - rank;  // the array's own may change meanwhile
  is_read_only_ = dlpack_.is_read_only();
}

// One element, which the Filled owns, and strides of 0.
void operand::read_filled(nb::handle array) {
  is_filled_ = true;
  is_read_only_ = true;
  kept_ = nb::getattr(array, known().element);
  if (!kept_.type().is(known().ndarray)) raise(rule::PY1, name_, "is a Filled without an element");
  operand element(name_);
  element.read(kept_);
  const nb::object shape = nb::getattr(array, known().shape);
  for (nb::handle extent : shape) lists_.push_back(read_integer(extent, "shape"));
  if (element.view_.rank != 0) raise(rule::PY1, name_, "is a Filled of more than one element");
  const std::size_t rank = lists_.size();
  lists_.resize(2 * rank);
  set_view(element.view_.data, element.view_.dtype, element.view_.element_bytes, rank, lists_.data(),
           lists_.data() + rank);
}

void operand::read_anything(nb::handle array, const operand* like) {
  made_ = known().as_array(array, name_, like == nullptr ? nb::none() : like->dtype());
  array_ = made_;
  is_made_here_ = true;
  kind_ = {};
  kind_.is_ndarray = true;
  if (!read_buffer(made_)) read_viewable(made_);
}

namespace {

// The argument that an operand is given by.
std::string keyword_of(const char* name) {
  return std::strcmp(name, "output") == 0 ? "out" : name;
}

}  // namespace

void operand::read_output(nb::handle array) {
  const bool is_array = PyObject_CheckBuffer(array.ptr()) != 0 || has_attribute(array, known().dlpack);
  if (is_array) read(array);
  if (!is_array || is_made_here_) {
    raise(rule::PY6, name_,
          keyword_of(name_) + "= is not an array that can be written; give a NumPy array, a torch tensor or a buffer");
  }
  check_writable(name_);
}

void operand::read_new(nb::handle array) {
  array_ = array;
  kind_ = kind_of(array);
  kind_.exchanged != nullptr ? read_dlpack(array, true) : read(array);
}

void operand::check_writable(const char* name) const {
  if (is_filled_ || is_made_here_)
    raise(rule::PY6, name, keyword_of(name) + "= is data, which is not an array that can be written");
  if (kind_.from == origin::jax)
    raise(rule::PY6, name,
          keyword_of(name) + "= is a JAX array; JAX arrays never change: leave " + keyword_of(name) + "= away");
  if (is_read_only_) raise(rule::PY5, name, keyword_of(name) + "= is read-only");
}

void operand::describe(const operand& like, const std::int64_t* extents, std::uint64_t rank) {
  lists_.assign(extents, extents + rank);
  set_view(nullptr, like.view_.dtype, like.view_.element_bytes, rank, lists_.data(), nullptr);
}

void operand::describe(strew_dtype type, const std::vector<std::int64_t>& extents) {
  lists_ = extents;
  array_ = nb::none();  // lives as long as the process
  set_view(nullptr, type, strew_dtype_bytes(type), lists_.size(), lists_.data(), nullptr);
}

nb::object operand::dtype() const {
  if (kind_.is_ndarray || is_filled_) return nb::getattr(array_, known().dtype);
  return known().dtype_of(array_, strew_dtype_name(view_.dtype), view_.element_bytes, buffer_.obj != nullptr);
}

std::string operand::type_name() const {
  return view_.dtype == STREW_DTYPE_OPAQUE ? nb::cast<std::string>(nb::str(dtype())) : std::string();
}

void operand::check_same_type(const operand& other) const {
  if (view_.dtype != STREW_DTYPE_OPAQUE || other.view_.dtype != STREW_DTYPE_OPAQUE)
    return;  // the engine's rule TY2 refuses these
  if (dlpack_.is_held() && other.dlpack_.is_held() && dlpack_.type() == other.dlpack_.type()) return;
  const nb::object none = nb::none();
  const nb::object named = nb::getattr(array_, known().dtype, none);
  if (!named.is_none() && named.equal(nb::getattr(other.array_, known().dtype, none))) return;
  const nb::object type = dtype();
  const nb::object other_type = other.dtype();
  if (type.equal(other_type) && dlpack_.is_held() == other.dlpack_.is_held()) return;
  raise(rule::PY10, other.name_,
        "is of type " + nb::cast<std::string>(nb::str(other_type)) + ", " + name_ + " of type " +
            nb::cast<std::string>(nb::str(type)) + ": nothing is converted");
}

void raise(const strew_error& record, const std::vector<const operand*>& all) {
  nb::dict types;
  for (const operand* each : all) {
    if (each == nullptr || !each->is_given()) continue;
    const char* const number = numpy_name(each->view().dtype);
    types[each->name()] = number != nullptr ? std::string(number) : each->type_name();
  }
  raise(record, types);
}

}  // namespace strew::python
