#include "ndarray.hpp"

#define NPY_NO_DEPRECATED_API NPY_1_23_API_VERSION
#define NPY_TARGET_VERSION NPY_1_23_API_VERSION  // the oldest that pyproject.toml accepts
#include <numpy/arrayobject.h>

#include <algorithm>

namespace strew::python {
namespace {

static_assert(sizeof(npy_intp) == sizeof(std::int64_t));

struct number {
  strew_dtype dtype;
  std::uint64_t bytes;  // 0: it is none
};

template <class T>
constexpr number integer() {
  constexpr bool is_signed = T(-1) < T(0);
  switch (sizeof(T)) {
    case 1:
      return {is_signed ? STREW_DTYPE_I8 : STREW_DTYPE_U8, 1};
    case 2:
      return {is_signed ? STREW_DTYPE_I16 : STREW_DTYPE_U16, 2};
    case 4:
      return {is_signed ? STREW_DTYPE_I32 : STREW_DTYPE_U32, 4};
    default:
      return {is_signed ? STREW_DTYPE_I64 : STREW_DTYPE_U64, 8};
  }
}

number number_of(int type) {
  switch (type) {
    case NPY_BOOL:
      return {STREW_DTYPE_BOOL, 1};
    case NPY_BYTE:
      return integer<npy_byte>();
    case NPY_UBYTE:
      return integer<npy_ubyte>();
    case NPY_SHORT:
      return integer<npy_short>();
    case NPY_USHORT:
      return integer<npy_ushort>();
    case NPY_INT:
      return integer<npy_int>();
    case NPY_UINT:
      return integer<npy_uint>();
    case NPY_LONG:
      return integer<npy_long>();
    case NPY_ULONG:
      return integer<npy_ulong>();
    case NPY_LONGLONG:
      return integer<npy_longlong>();
    case NPY_ULONGLONG:
      return integer<npy_ulonglong>();
    case NPY_HALF:
      return {STREW_DTYPE_F16, 2};
    case NPY_FLOAT:
      return {STREW_DTYPE_F32, 4};
    case NPY_DOUBLE:
      return {STREW_DTYPE_F64, 8};
    case NPY_CFLOAT:
      return {STREW_DTYPE_C64, 8};
    case NPY_CDOUBLE:
      return {STREW_DTYPE_C128, 16};
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
  const number found = number_of(type->type_num);
  const auto rank = static_cast<std::uint64_t>(PyArray_NDIM(given));
  const bool warns_when_written = PyArray_FLAGS(given) < 0;  // a flag that NumPy's headers do not name
  if (found.bytes == 0 || rank > max_usual_rank || !PyArray_ISNBO(type->byteorder) || warns_when_written) return false;
  std::int64_t* const strides = std::copy_n(PyArray_DIMS(given), rank, lists);
  std::copy_n(PyArray_STRIDES(given), rank, strides);
  view = {
      sizeof(strew_tensor), 1, STREW_DEVICE_CPU, found.dtype, PyArray_DATA(given), found.bytes, rank, lists, strides};
  is_read_only = !PyArray_ISWRITEABLE(given);
  return true;
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
