// DMLCalcBufferTensorSize, DirectML's helper, without its 32-bit sum.
#ifndef STREW_DIRECTML_SIZE_HPP
#define STREW_DIRECTML_SIZE_HPP

#include <cstdint>

#include "strew/directml/enums.hpp"

namespace strew {
namespace directml {
namespace detail {

constexpr std::uint64_t size_limit = UINT64_MAX;

// Saturating sums and products.
constexpr std::uint64_t add_sizes(std::uint64_t a, std::uint64_t b) noexcept {
  return a > size_limit - b ? size_limit : a + b;
}
constexpr std::uint64_t multiply_sizes(std::uint64_t a, std::uint64_t b) noexcept {
  return b != 0 && a > size_limit / b ? size_limit : a * b;
}

// Width of one element in bits; 0 for an unknown type. `type` is a DML_TENSOR_DATA_TYPE.
constexpr std::uint64_t element_bits(std::int32_t type) noexcept {
  constexpr std::uint64_t bits[] = {0, 32, 16, 32, 16, 8, 32, 16, 8, 64, 64, 64, 4, 4};
  return type < 0 || type > 13 ? 0 : bits[type];
}

// Elements from the first to the last in the range of the strides, both included; without strides the product of the
// sizes.
constexpr std::uint64_t footprint(std::uint32_t count, const UINT* sizes, const UINT* strides) noexcept {
  std::uint64_t product = 1;
  std::uint64_t last = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    product = multiply_sizes(product, sizes[i]);
    if (strides != nullptr && sizes[i] > 0)
      last = add_sizes(last, multiply_sizes(std::uint64_t{sizes[i]} - 1, strides[i]));
  }
  return strides == nullptr || product == 0 ? product : add_sizes(last, 1);
}

}  // namespace detail
}  // namespace directml
}  // namespace strew

STREW_DIRECTML_BEGIN

// The least TotalTensorSizeInBytes of a tensor: the bytes from its first element to the end of its last one, rounded up
// to 4. `strides` may be null (packed). 0 for an unknown type; UINT64_MAX where the size is beyond 64 bits.
// A template, so that a program may define the helper as printed in DirectML's documentation, which is then preferred.
template <class = void>
constexpr UINT64 DMLCalcBufferTensorSize(DML_TENSOR_DATA_TYPE dataType, UINT dimensionCount, const UINT* sizes,
                                         const UINT* strides) noexcept {
  namespace helper = strew::directml::detail;
  const auto width = helper::element_bits(static_cast<std::int32_t>(dataType));
  const auto elements = helper::footprint(dimensionCount, sizes, strides);
  // For the 4-bit types two elements share a byte.
  const auto bytes = width < 8 ? helper::multiply_sizes(elements / 2 + elements % 2, width / 4)
                               : helper::multiply_sizes(elements, width / 8);
  return bytes > helper::size_limit - 3 ? helper::size_limit : (bytes + 3) & ~std::uint64_t{3};
}

STREW_DIRECTML_END

#endif
