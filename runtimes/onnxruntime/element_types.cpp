#include "onnxruntime/element_types.hpp"

#include <algorithm>
#include <cstdint>

#include "strew/onnx/gather_block_quantized.hpp"
#include "strew/onnx/inputs.hpp"
#include "strew/view.hpp"

namespace strew::onnxruntime {
namespace {

struct row {
  std::int32_t number;  // TensorProto.DataType; 0: none
  strew::dtype type;
};
constexpr row rows[] = {
#define STREW_TYPE(of_c, C, cpp, word, bytes, kind, dlpack, numpy, safetensors, onnx, onnx_number, ...) \
  {onnx_number, strew::dtype::cpp},
#include "strew/words.def"
};

const_view empty_of(strew::dtype type) {
  return {static_cast<const void*>(nullptr), type, {0}};
}

template <class Takes>
std::vector<abi::element_type> types_that(const Takes& are_taken) {
  std::vector<abi::element_type> made;
  for (const row& one : rows) {
    if (one.number != 0 && are_taken(empty_of(one.type))) made.push_back(static_cast<abi::element_type>(one.number));
  }
  std::sort(made.begin(), made.end());
  return made;
}

}  // namespace

strew::dtype dtype_of(abi::element_type type) noexcept {
  const auto number = static_cast<std::int32_t>(type);
  for (const row& one : rows) {
    if (number != 0 && one.number == number) return one.type;
  }
  return dtype::opaque;
}

std::vector<abi::element_type> data_types(const onnx::detail::version& of) {
  if (of.is_codes()) return {uint8_type, uint4_type, int4_type};
  return types_that([&of](const const_view& data) { return onnx::detail::check_elements(of, data).has_value(); });
}

std::vector<abi::element_type> index_types(const onnx::detail::version& of) {
  return types_that([&of](const const_view& indices) {
    const const_view given[] = {indices, indices, indices};
    return onnx::detail::check_indices(of, given).has_value();
  });
}

std::vector<abi::element_type> scale_types() {
  return types_that([](const const_view& scales) { return onnx::detail::is_scale(scales.dtype()); });
}

std::vector<const abi::data_type*> tensors_of(const abi::host& at, const std::vector<abi::element_type>& types) {
  std::vector<const abi::data_type*> made;
  for (const abi::element_type type : types) {
    const abi::data_type* one = nullptr;
    if (abi::status* const failure = abi::get_tensor_type(at, type, &one)) {
      abi::release_status(at, failure);
    } else if (one != nullptr) {
      made.push_back(one);
    }
  }
  return made;
}

}  // namespace strew::onnxruntime
