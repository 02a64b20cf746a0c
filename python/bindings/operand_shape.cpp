#include "operand_shape.hpp"

#include <algorithm>
#include <string>

#include "execution.hpp"
#include "failure.hpp"

namespace strew::python {
namespace {

// Where extents are 0 or 1 a stride says nothing.
bool is_same_stride(const strew_tensor& view, const operand_shape& expected) {
  if (view.rank == 0 || expected.is_empty) return true;
  auto packed = static_cast<std::int64_t>(expected.bytes);
  for (std::size_t d = expected.extents.size(); d-- > 0;) {
    const std::int64_t stride = expected.is_packed ? packed : expected.strides[d];
    std::int64_t given = packed;
    if (view.strides != nullptr) given = view.strides[d];
    if (expected.extents[d] != 1 && given != stride) return false;
    packed =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(packed) * static_cast<std::uint64_t>(expected.extents[d]));
  }
  return true;
}

std::string shape_text(const std::int64_t* extents, std::uint64_t rank) {
  std::string text = "(";
  for (std::uint64_t d = 0; d < rank; ++d) text += (d == 0 ? "" : ", ") + std::to_string(extents[d]);
  return text + (rank == 1 ? ",)" : ")");
}

}  // namespace

operand_shape::operand_shape(const strew_tensor* view) {
  if (view == nullptr) return;
  is_given = true;
  dtype = view->dtype;
  bytes = view->element_bytes;
  if (view->rank != 0) extents.assign(view->extents, view->extents + view->rank);
  is_empty = bytes_of(*view) == 0;
  is_packed = true;
  if (view->strides == nullptr || is_same_stride(*view, *this)) return;
  is_packed = false;
  strides.assign(view->strides, view->strides + view->rank);
}

strew_tensor operand_shape::view() const {
  return {sizeof(strew_tensor),
          1,
          STREW_DEVICE_CPU,
          dtype,
          nullptr,
          bytes,
          extents.size(),
          extents.data(),
          is_packed ? nullptr : strides.data()};
}

bool fits(const strew_tensor* view, const operand_shape& expected) {
  if (view == nullptr) return true;  // how many there are is known
  bool is_same =
      view->dtype == expected.dtype && view->element_bytes == expected.bytes && view->rank == expected.extents.size();
  for (std::size_t d = 0; is_same && d < expected.extents.size(); ++d)
    is_same = view->extents[d] == expected.extents[d];
  return is_same && is_same_stride(*view, expected);
}

void check(const operand& given, const operand_shape& expected) {
  const strew_tensor& view = given.view();
  if (view.dtype != expected.dtype || view.element_bytes != expected.bytes)
    raise(rule::PY15, given.name(), "is not of the element type that the plan was made for");
  const bool is_same_shape = view.rank == expected.extents.size() &&
                             std::equal(expected.extents.begin(), expected.extents.end(), view.extents);
  if (!is_same_shape) {
    raise(rule::PY12, given.name(),
          "is of shape " + shape_text(view.extents, view.rank) + ", the plan was made for " +
              shape_text(expected.extents.data(), expected.extents.size()));
  }
  if (!is_same_stride(view, expected)) raise(rule::PY12, given.name(), "has other strides than the plan was made for");
}

}  // namespace strew::python
