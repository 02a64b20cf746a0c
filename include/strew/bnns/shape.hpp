// Shapes named like Swift's BNNS.Shape, and the descriptors created from them for pointers and ranges.
#ifndef STREW_BNNS_SHAPE_HPP
#define STREW_BNNS_SHAPE_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <string>
#include <type_traits>

#include "strew/bnns.h"
#include "strew/dtype.hpp"
#include "strew/error.hpp"

namespace strew::bnns {

namespace detail {

template <class T>
consteval BNNSDataType deduce_data_type() {
  switch (dtype_of<T>) {
    case dtype::boolean:
      return BNNSDataTypeBoolean;
    case dtype::f16:
      return BNNSDataTypeFloat16;
    case dtype::bf16:
      return BNNSDataTypeBFloat16;
    case dtype::f32:
      return BNNSDataTypeFloat32;
    case dtype::i8:
      return BNNSDataTypeInt8;
    case dtype::i16:
      return BNNSDataTypeInt16;
    case dtype::i32:
      return BNNSDataTypeInt32;
    case dtype::i64:
      return BNNSDataTypeInt64;
    case dtype::u8:
      return BNNSDataTypeUInt8;
    case dtype::u16:
      return BNNSDataTypeUInt16;
    case dtype::u32:
      return BNNSDataTypeUInt32;
    case dtype::u64:
      return BNNSDataTypeUInt64;
    default:
      return BNNSDataType{};
  }
}

template <class T>
inline constexpr bool has_data_type = deduce_data_type<std::remove_cv_t<T>>() != BNNSDataType{};

// bool, integers, float, strew::f16, strew::bf16.
template <class T>
concept bnns_element = element<T> && has_data_type<T>;

template <class R>
concept lasting_range = std::is_lvalue_reference_v<R> || std::ranges::borrowed_range<R>;

// A range of elements that outlives the expression that creates a descriptor of it.
template <class R>
concept bnns_range = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> && lasting_range<R> &&
    bnns_element<std::ranges::range_value_t<R>>;

}  // namespace detail

// The data type of a C++ type.
template <detail::bnns_element T>
inline constexpr BNNSDataType data_type_of = detail::deduce_data_type<std::remove_cv_t<T>>();

// A layout with its sizes and strides, in the order in which the layout lists them. A stride of 0, the default, means
// packed; stride[0] is always that of the fastest-varying dimension.
class shape {
  template <std::size_t Rank>
  using numbers = std::array<std::size_t, Rank>;

  template <std::size_t Rank>
  static constexpr shape make(BNNSDataLayout layout, const numbers<Rank>& size, const numbers<Rank>& stride) {
    shape made;
    made.layout_ = layout;
    made.rank_ = Rank;
    for (std::size_t i = 0; i < Rank; ++i) {
      made.size_[i] = size[i];
      made.stride_[i] = stride[i];
    }
    return made;
  }

 public:
  // First major: C's order, the last dimension is the fastest. Last major: the first is. Sizes are logical in both.
  template <std::size_t Rank>
  requires(Rank >= 1 && Rank <= BNNS_MAX_TENSOR_DIMENSION) static constexpr shape
      tensor_first_major(const numbers<Rank>& size, const numbers<Rank>& stride = {}) {
    return make<Rank>(static_cast<BNNSDataLayout>(Rank << 16 | 0x8001), size, stride);
  }
  template <std::size_t Rank>
  requires(Rank >= 1 && Rank <= BNNS_MAX_TENSOR_DIMENSION) static constexpr shape
      tensor_last_major(const numbers<Rank>& size, const numbers<Rank>& stride = {}) {
    return make<Rank>(static_cast<BNNSDataLayout>(Rank << 16 | 0x8000), size, stride);
  }

  static constexpr shape vector(std::size_t size, std::size_t stride = 0) {
    return make<1>(BNNSDataLayoutVector, {size}, {stride});
  }
  static constexpr shape matrix_row_major(std::size_t columns, std::size_t rows, numbers<2> stride = {}) {
    return make<2>(BNNSDataLayoutRowMajorMatrix, {columns, rows}, stride);
  }
  static constexpr shape matrix_column_major(std::size_t rows, std::size_t columns, numbers<2> stride = {}) {
    return make<2>(BNNSDataLayoutColumnMajorMatrix, {rows, columns}, stride);
  }
  static constexpr shape matrix_first_major(std::size_t rows, std::size_t columns, numbers<2> stride = {}) {
    return make<2>(BNNSDataLayout2DFirstMajor, {rows, columns}, stride);
  }
  static constexpr shape matrix_last_major(std::size_t rows, std::size_t columns, numbers<2> stride = {}) {
    return make<2>(BNNSDataLayout2DLastMajor, {rows, columns}, stride);
  }
  static constexpr shape image_chw(std::size_t width, std::size_t height, std::size_t channels,
                                   numbers<3> stride = {}) {
    return make<3>(BNNSDataLayoutImageCHW, {width, height, channels}, stride);
  }
  static constexpr shape convolution_weights_oihw(std::size_t width, std::size_t height, std::size_t input_channels,
                                                  std::size_t output_channels, numbers<4> stride = {}) {
    return make<4>(BNNSDataLayoutConvolutionWeightsOIHW, {width, height, input_channels, output_channels}, stride);
  }

  static constexpr shape tensor3d_first_major(std::size_t a, std::size_t b, std::size_t c, numbers<3> stride = {}) {
    return tensor_first_major<3>({a, b, c}, stride);
  }
  static constexpr shape tensor3d_last_major(std::size_t a, std::size_t b, std::size_t c, numbers<3> stride = {}) {
    return tensor_last_major<3>({a, b, c}, stride);
  }
  static constexpr shape tensor4d_first_major(std::size_t a, std::size_t b, std::size_t c, std::size_t d,
                                              numbers<4> stride = {}) {
    return tensor_first_major<4>({a, b, c, d}, stride);
  }
  static constexpr shape tensor4d_last_major(std::size_t a, std::size_t b, std::size_t c, std::size_t d,
                                             numbers<4> stride = {}) {
    return tensor_last_major<4>({a, b, c, d}, stride);
  }
  static constexpr shape tensor5d_first_major(std::size_t a, std::size_t b, std::size_t c, std::size_t d, std::size_t e,
                                              numbers<5> stride = {}) {
    return tensor_first_major<5>({a, b, c, d, e}, stride);
  }
  static constexpr shape tensor5d_last_major(std::size_t a, std::size_t b, std::size_t c, std::size_t d, std::size_t e,
                                             numbers<5> stride = {}) {
    return tensor_last_major<5>({a, b, c, d, e}, stride);
  }
  static constexpr shape tensor6d_first_major(std::size_t a, std::size_t b, std::size_t c, std::size_t d, std::size_t e,
                                              std::size_t f, numbers<6> stride = {}) {
    return tensor_first_major<6>({a, b, c, d, e, f}, stride);
  }
  static constexpr shape tensor6d_last_major(std::size_t a, std::size_t b, std::size_t c, std::size_t d, std::size_t e,
                                             std::size_t f, numbers<6> stride = {}) {
    return tensor_last_major<6>({a, b, c, d, e, f}, stride);
  }
  static constexpr shape tensor7d_first_major(std::size_t a, std::size_t b, std::size_t c, std::size_t d, std::size_t e,
                                              std::size_t f, std::size_t g, numbers<7> stride = {}) {
    return tensor_first_major<7>({a, b, c, d, e, f, g}, stride);
  }
  static constexpr shape tensor7d_last_major(std::size_t a, std::size_t b, std::size_t c, std::size_t d, std::size_t e,
                                             std::size_t f, std::size_t g, numbers<7> stride = {}) {
    return tensor_last_major<7>({a, b, c, d, e, f, g}, stride);
  }
  static constexpr shape tensor8d_first_major(std::size_t a, std::size_t b, std::size_t c, std::size_t d, std::size_t e,
                                              std::size_t f, std::size_t g, std::size_t h, numbers<8> stride = {}) {
    return tensor_first_major<8>({a, b, c, d, e, f, g, h}, stride);
  }
  static constexpr shape tensor8d_last_major(std::size_t a, std::size_t b, std::size_t c, std::size_t d, std::size_t e,
                                             std::size_t f, std::size_t g, std::size_t h, numbers<8> stride = {}) {
    return tensor_last_major<8>({a, b, c, d, e, f, g, h}, stride);
  }

  constexpr BNNSDataLayout layout() const noexcept { return layout_; }
  constexpr std::size_t rank() const noexcept { return rank_; }
  constexpr const numbers<BNNS_MAX_TENSOR_DIMENSION>& size() const noexcept { return size_; }
  constexpr const numbers<BNNS_MAX_TENSOR_DIMENSION>& stride() const noexcept { return stride_; }

  // A descriptor of elements starting at `data`, which it borrows. Const elements are for `input` and `indices` only: a
  // descriptor cannot express constness.
  template <detail::bnns_element T>
  BNNSNDArrayDescriptor descriptor(T* data) const noexcept {
    BNNSNDArrayDescriptor made{};
    made.layout = layout_;
    for (std::size_t i = 0; i < rank_; ++i) {
      made.size[i] = size_[i];
      made.stride[i] = stride_[i];
    }
    made.data = const_cast<std::remove_cv_t<T>*>(data);
    made.data_type = data_type_of<T>;
    return made;
  }

  // The same for a vector, array or span that outlives it. Throws status::shape if the shape needs more elements.
  template <detail::bnns_range R>
  BNNSNDArrayDescriptor descriptor(R&& values) const {
    if (!fits_in(std::ranges::size(values))) {
      raise(error_record(status::shape, "a range of " + std::to_string(std::ranges::size(values)) +
                                            " elements is too short for its shape"));
    }
    return descriptor(std::ranges::data(values));
  }

 private:
  // First-major layouts list strides from the last dimension on.
  constexpr std::size_t size_along(std::size_t stride) const {
    constexpr std::uint32_t tensor = 0x8000;
    const bool is_first_major = (layout_ & tensor) != 0 && (layout_ & 1) != 0;
    return size_[is_first_major ? rank_ - 1 - stride : stride];
  }

  constexpr bool fits_in(std::size_t count) const {
    std::size_t last = 0;
    std::size_t packed = 1;
    for (std::size_t i = 0; i < rank_; ++i) {
      const std::size_t size = size_along(i);
      const std::size_t step = stride_[i] == 0 ? packed : stride_[i];
      if (size == 0) return true;  // refused later, with its rule
      if (size > 1 && (size - 1) > (SIZE_MAX - last) / step) return false;
      last += (size - 1) * step;
      if (step > SIZE_MAX / size) return false;
      packed = step * size;
    }
    return last < count;
  }

  BNNSDataLayout layout_ = BNNSDataLayoutVector;
  std::size_t rank_ = 0;
  numbers<BNNS_MAX_TENSOR_DIMENSION> size_{};
  numbers<BNNS_MAX_TENSOR_DIMENSION> stride_{};
};

}  // namespace strew::bnns

#endif
