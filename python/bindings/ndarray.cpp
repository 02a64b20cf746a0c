#include "ndarray.hpp"

#define NPY_NO_DEPRECATED_API NPY_1_23_API_VERSION
#define NPY_TARGET_VERSION NPY_1_23_API_VERSION  // the oldest that pyproject.toml accepts
#include <numpy/arrayobject.h>

#include <algorithm>
#include <limits>

#include "format.hpp"

namespace strew::python {
namespace {

static_assert(sizeof(npy_intp) == sizeof(std::int64_t));

constexpr int warning_flag = std::numeric_limits<int>::min();  // which NumPy's headers do not name
constexpr int deciding_flags = NPY_ARRAY_WRITEABLE | warning_flag;
constexpr std::uint64_t factor = 0x9e3779b97f4a7c15;  // whose upper bits spread

struct number {
  strew_dtype dtype;
  std::uint64_t bytes;  // 0: it is none
};

number number_of(int type, char kind, std::uint64_t bytes) {
  if (type > NPY_HALF) return {STREW_DTYPE_OPAQUE, 0};  // types of other packages
  switch (kind) {
    case 'b':
      return {STREW_DTYPE_BOOL, bytes};
    case 'i':
    case 'u':
      return {integer_type(kind == 'i', bytes), bytes};
    case 'f':
      if (bytes > 8) return {STREW_DTYPE_OPAQUE, 0};
      return {bytes == 2 ? STREW_DTYPE_F16 : bytes == 4 ? STREW_DTYPE_F32 : STREW_DTYPE_F64, bytes};
    case 'c':
      if (bytes > 16) return {STREW_DTYPE_OPAQUE, 0};
      return {bytes == 8 ? STREW_DTYPE_C64 : STREW_DTYPE_C128, bytes};
    default:
      return {STREW_DTYPE_OPAQUE, 0};
  }
}

}  // namespace

void import_numpy() {
  if (PyArray_ImportNumPyAPI() < 0) throw nb::python_error();
}

bool read_ndarray(nb::handle array, strew_tensor& view, std::int64_t* lists, bool& is_read_only) {
  auto* given = reinterpret_cast<PyArrayObject*>(array.ptr());
  const PyArray_Descr* type = PyArray_DESCR(given);
  const number found = number_of(type->type_num, type->kind, static_cast<std::uint64_t>(PyArray_ITEMSIZE(given)));
  const auto rank = static_cast<std::uint64_t>(PyArray_NDIM(given));
  const bool warns_when_written = (PyArray_FLAGS(given) & warning_flag) != 0;
  if (found.bytes == 0 || rank > max_usual_rank || !PyArray_ISNBO(type->byteorder) || warns_when_written) return false;
  std::int64_t* const strides = std::copy_n(PyArray_DIMS(given), rank, lists);
  std::copy_n(PyArray_STRIDES(given), rank, strides);
  view = {
      sizeof(strew_tensor), 1, STREW_DEVICE_CPU, found.dtype, PyArray_DATA(given), found.bytes, rank, lists, strides};
  is_read_only = !PyArray_ISWRITEABLE(given);
  return true;
}

bool array_form::keep(nb::handle array) {
  strew_tensor view;
  bool is_read_only = false;
  if (!is_ndarray(array) || !read_ndarray(array, view, numbers_, is_read_only)) return false;
  auto* given = reinterpret_cast<PyArrayObject*>(array.ptr());
  type_ = nb::borrow(reinterpret_cast<PyObject*>(PyArray_DESCR(given)));
  rank_ = PyArray_NDIM(given);
  flags_ = PyArray_FLAGS(given) & deciding_flags;
  return true;
}

bool array_form::fits(nb::handle array) const {
  if (!is_ndarray(array)) return false;
  auto* given = reinterpret_cast<PyArrayObject*>(array.ptr());
  return reinterpret_cast<PyObject*>(PyArray_DESCR(given)) == type_.ptr() && PyArray_NDIM(given) == rank_ &&
         (PyArray_FLAGS(given) & deciding_flags) == flags_ &&
         std::equal(numbers_, numbers_ + rank_, PyArray_DIMS(given)) &&
         std::equal(numbers_ + rank_, numbers_ + rank_ + rank_, PyArray_STRIDES(given));
}

bool is_ndarray(nb::handle object) {
  return Py_TYPE(object.ptr()) == &PyArray_Type;
}

void* data_of(nb::handle ndarray) {
  return PyArray_DATA(reinterpret_cast<PyArrayObject*>(ndarray.ptr()));
}

std::uint64_t bytes_of(nb::handle ndarray) {
  return static_cast<std::uint64_t>(PyArray_NBYTES(reinterpret_cast<PyArrayObject*>(ndarray.ptr())));
}

std::uint64_t hash_of_extents(nb::handle ndarray) {
  auto* given = reinterpret_cast<PyArrayObject*>(ndarray.ptr());
  std::uint64_t sum = 0;
  for (int d = 0; d < PyArray_NDIM(given); ++d)
    sum = (sum + static_cast<std::uint64_t>(PyArray_DIM(given, d))) * factor;
  return sum;
}

nb::object new_ndarray(nb::handle model, const std::int64_t* extents, std::uint64_t rank) {
  PyArray_Descr* type = PyArray_DESCR(reinterpret_cast<PyArrayObject*>(model.ptr()));
  Py_INCREF(type);  // the call takes it
  nb::object made = nb::steal(
      PyArray_NewFromDescr(&PyArray_Type, type, static_cast<int>(rank), extents, nullptr, nullptr, 0, nullptr));
  if (!made.is_valid()) throw nb::python_error();
  return made;
}

}  // namespace strew::python
