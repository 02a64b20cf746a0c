#include "torch/dtypes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "torch/shim.hpp"

namespace strew::torch {
namespace {

struct row {
  const char* function;  // returns PyTorch's number of the type
  strew_dtype dtype;
};

constexpr row rows[] = {
    {"aoti_torch_dtype_bool", STREW_DTYPE_BOOL},       {"aoti_torch_dtype_int8", STREW_DTYPE_I8},
    {"aoti_torch_dtype_int16", STREW_DTYPE_I16},       {"aoti_torch_dtype_int32", STREW_DTYPE_I32},
    {"aoti_torch_dtype_int64", STREW_DTYPE_I64},       {"aoti_torch_dtype_uint8", STREW_DTYPE_U8},
    {"aoti_torch_dtype_uint16", STREW_DTYPE_U16},      {"aoti_torch_dtype_uint32", STREW_DTYPE_U32},
    {"aoti_torch_dtype_uint64", STREW_DTYPE_U64},      {"aoti_torch_dtype_float16", STREW_DTYPE_F16},
    {"aoti_torch_dtype_bfloat16", STREW_DTYPE_BF16},   {"aoti_torch_dtype_float32", STREW_DTYPE_F32},
    {"aoti_torch_dtype_float64", STREW_DTYPE_F64},     {"aoti_torch_dtype_complex64", STREW_DTYPE_C64},
    {"aoti_torch_dtype_complex128", STREW_DTYPE_C128},
};

// By PyTorch's number, which are small.
std::array<element_type, 64> known;

}  // namespace

const char* load_dtypes() {
  for (const row& one : rows) {
    const auto number = reinterpret_cast<std::int32_t (*)()>(find_in_libtorch(one.function));
    if (number == nullptr) return one.function;
    const auto place = static_cast<std::size_t>(number());
    if (place < known.size()) known[place] = {one.dtype, static_cast<std::uint32_t>(strew_dtype_bytes(one.dtype))};
  }
  return nullptr;
}

element_type element_type_of(std::int32_t torch_dtype) {
  const auto place = static_cast<std::size_t>(torch_dtype);
  if (place < known.size() && known[place].bytes != 0) return known[place];
  return {STREW_DTYPE_OPAQUE, static_cast<std::uint32_t>(libtorch.aoti_torch_dtype_element_size(torch_dtype))};
}

std::int32_t torch_dtype_of(strew_dtype dtype) {
  const auto* const found = std::find_if(
      known.begin(), known.end(), [dtype](const element_type& one) { return one.bytes != 0 && one.dtype == dtype; });
  return static_cast<std::int32_t>(found - known.begin());
}

}  // namespace strew::torch
