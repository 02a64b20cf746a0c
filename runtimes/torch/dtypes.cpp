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

// Each is named aoti_torch_dtype_ and the name of the type.
constexpr row rows[] = {
#define STREW_TYPE(number, C, cpp, word, bytes, kind, dlpack, numpy, ...) {"aoti_torch_dtype_" numpy, STREW_DTYPE_##C},
#include "strew/words.def"
};

// By PyTorch's number, which are small.
std::array<element_type, 64> known;

}  // namespace

const char* load_dtypes() {
  for (const row& one : rows) {
    if (one.dtype == STREW_DTYPE_OPAQUE) continue;
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
