#include "ndarray.hpp"

#define NPY_NO_DEPRECATED_API NPY_1_23_API_VERSION
#define NPY_TARGET_VERSION NPY_1_23_API_VERSION  // the oldest that pyproject.toml accepts
#include <numpy/arrayobject.h>

#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>

#include "format.hpp"

namespace strew::python {
namespace {

static_assert(sizeof(npy_intp) == sizeof(std::int64_t));

constexpr int warning_flag = std::numeric_limits<int>::min();  // which NumPy's headers do not name

struct number {
  strew_dtype dtype;
  std::uint64_t bytes;  // 0: it is none that strew counts with
};

template <class T>
constexpr number integer() {
  return {integer_type(std::is_signed_v<T>, sizeof(T)), sizeof(T)};
}

// By NumPy's number of a type, which is that of a type of C. Types of other packages have larger ones.
constexpr auto numbers = [] {
  std::array<number, NPY_HALF + 1> all{};
  all[NPY_BOOL] = {STREW_DTYPE_BOOL, 1};
  all[NPY_BYTE] = integer<npy_byte>(), all[NPY_UBYTE] = integer<npy_ubyte>();
  all[NPY_SHORT] = integer<npy_short>(), all[NPY_USHORT] = integer<npy_ushort>();
  all[NPY_INT] = integer<npy_int>(), all[NPY_UINT] = integer<npy_uint>();
  all[NPY_LONG] = integer<npy_long>(), all[NPY_ULONG] = integer<npy_ulong>();
  all[NPY_LONGLONG] = integer<npy_longlong>(), all[NPY_ULONGLONG] = integer<npy_ulonglong>();
  all[NPY_HALF] = {STREW_DTYPE_F16, 2};
  all[NPY_FLOAT] = {STREW_DTYPE_F32, 4}, all[NPY_DOUBLE] = {STREW_DTYPE_F64, 8};
  all[NPY_CFLOAT] = {STREW_DTYPE_C64, 8}, all[NPY_CDOUBLE] = {STREW_DTYPE_C128, 16};
  return all;
}();

number number_of(int type) {
  return type >= 0 && type <= NPY_HALF ? numbers[static_cast<std::size_t>(type)] : number{};
}

}  // namespace

void import_numpy() {
  if (PyArray_ImportNumPyAPI() < 0) throw nb::python_error();
}

namespace {

// Inline: small calls describe three or four arrays each.
[[gnu::always_inline]] inline bool describe(PyArrayObject* given, strew_tensor& view) {
  const PyArray_Descr* type = PyArray_DESCR(given);
  const number found = number_of(type->type_num);
  const auto rank = static_cast<std::uint64_t>(PyArray_NDIM(given));
  const bool warns_when_written = (PyArray_FLAGS(given) & warning_flag) != 0;
  if (found.bytes == 0 || rank > max_usual_rank || !PyArray_ISNBO(type->byteorder) || warns_when_written) return false;
  view = {sizeof(strew_tensor), 1,    STREW_DEVICE_CPU,    found.dtype,           PyArray_DATA(given),
          found.bytes,          rank, PyArray_DIMS(given), PyArray_STRIDES(given)};
  return true;
}

}  // namespace

bool describe_ndarray(nb::handle array, strew_tensor& view) {
  return describe(reinterpret_cast<PyArrayObject*>(array.ptr()), view);
}

bool describe_small(nb::handle object, strew_tensor& view, std::uint64_t limit) {
  if (!is_ndarray(object) || !describe(reinterpret_cast<PyArrayObject*>(object.ptr()), view)) return false;
  std::uint64_t bytes = view.element_bytes;
  for (std::uint64_t d = 0; d < view.rank; ++d) {
    if (__builtin_mul_overflow(bytes, static_cast<std::uint64_t>(view.extents[d]), &bytes)) return false;
  }
  return bytes < limit;
}

bool read_ndarray(nb::handle array, strew_tensor& view, std::int64_t* lists, bool& is_read_only) {
  if (!describe_ndarray(array, view)) return false;
  std::int64_t* const strides = std::copy_n(view.extents, view.rank, lists);
  std::copy_n(view.strides, view.rank, strides);
  view.extents = lists;
  view.strides = strides;
  is_read_only = !is_writable_ndarray(array);
  return true;
}

bool is_ndarray(nb::handle object) {
  return Py_TYPE(object.ptr()) == &PyArray_Type;
}

bool is_writable_ndarray(nb::handle array) {
  return PyArray_ISWRITEABLE(reinterpret_cast<PyArrayObject*>(array.ptr()));
}

void* data_of(nb::handle ndarray) {
  return PyArray_DATA(reinterpret_cast<PyArrayObject*>(ndarray.ptr()));
}

nb::object new_ndarray(nb::handle model, const std::int64_t* extents, std::uint64_t rank) {
  PyArray_Descr* type = PyArray_DESCR(reinterpret_cast<PyArrayObject*>(model.ptr()));
  Py_INCREF(reinterpret_cast<PyObject*>(type));  // the call takes it
  nb::object made = nb::steal(
      PyArray_NewFromDescr(&PyArray_Type, type, static_cast<int>(rank), extents, nullptr, nullptr, 0, nullptr));
  if (!made.is_valid()) throw nb::python_error();
  return made;
}

nb::object new_small_ndarray(nb::handle model, const std::int64_t* extents, std::uint64_t rank, std::uint64_t limit) {
  std::uint64_t bytes = static_cast<std::uint64_t>(PyArray_ITEMSIZE(reinterpret_cast<PyArrayObject*>(model.ptr())));
  for (std::uint64_t d = 0; d < rank; ++d) {
    if (__builtin_mul_overflow(bytes, static_cast<std::uint64_t>(extents[d]), &bytes)) return {};
  }
  return bytes < limit && rank <= max_usual_rank ? new_ndarray(model, extents, rank) : nb::object();
}

}  // namespace strew::python
