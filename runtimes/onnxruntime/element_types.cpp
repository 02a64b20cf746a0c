#include "onnxruntime/element_types.hpp"

#include <cstddef>
#include <iterator>

#include "strew/onnx/inputs.hpp"
#include "strew/view.hpp"

namespace strew::onnxruntime {
namespace {

// By the numbers of TensorProto.DataType. The first is no type, number 8 are strings.
constexpr strew::dtype known[] = {dtype::opaque, dtype::f32, dtype::u8,     dtype::i8,      dtype::u16, dtype::i16,
                                  dtype::i32,    dtype::i64, dtype::opaque, dtype::boolean, dtype::f16, dtype::f64,
                                  dtype::u32,    dtype::u64, dtype::c64,    dtype::c128,    dtype::bf16};

const_view empty_of(strew::dtype type) {
  return {static_cast<const void*>(nullptr), type, {0}};
}

template <class Takes>
std::vector<abi::element_type> types_that(const Takes& are_taken) {
  std::vector<abi::element_type> made;
  for (std::size_t i = 0; i < std::size(known); ++i) {
    if (known[i] != dtype::opaque && are_taken(empty_of(known[i]))) made.push_back(static_cast<abi::element_type>(i));
  }
  return made;
}

}  // namespace

strew::dtype dtype_of(abi::element_type type) noexcept {
  const auto number = static_cast<std::size_t>(type);
  return number < std::size(known) ? known[number] : dtype::opaque;
}

std::vector<abi::element_type> data_types(const onnx::detail::version& of) {
  return types_that([&of](const const_view& data) { return onnx::detail::check_elements(of, data).has_value(); });
}

std::vector<abi::element_type> index_types(const onnx::detail::version& of) {
  return types_that([&of](const const_view& indices) {
    const const_view given[] = {indices, indices, indices};
    return onnx::detail::check_indices(of, given).has_value();
  });
}

}  // namespace strew::onnxruntime
