// DirectML descriptions from fuzzer input: mostly valid ones, with any value in some fields. Arrays have exactly
// DimensionCount elements, or are not read.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "cases/shapes.hpp"
#include "fuzz/shared/choices.hpp"
#include "strew/directml.h"

namespace strew::fuzz {

constexpr std::uint64_t max_dimensions = DML_TENSOR_DIMENSION_COUNT_MAX1;

inline std::uint32_t arbitrary32(choices& in) {
  return static_cast<std::uint32_t>(in.arbitrary());
}

// `Enum` with any 32 bits.
template <class Enum>
Enum arbitrary_enum(choices& in) {
  return static_cast<Enum>(static_cast<std::int32_t>(in.one_in(2) ? in.below(20) : in.arbitrary()));
}

struct directml_tensor {
  std::unique_ptr<UINT[]> sizes;
  std::unique_ptr<UINT[]> strides;
  DML_BUFFER_TENSOR_DESC buffer = {};
  DML_TENSOR_DESC desc = {};

  [[nodiscard]] std::uint64_t width() const { return directml::detail::element_bits(buffer.DataType) / 8; }
  // Bytes from the first element to the end of the last one; the description is one that was accepted.
  [[nodiscard]] std::uint64_t used_bytes() const {
    return directml::detail::footprint(buffer.DimensionCount, buffer.Sizes, buffer.Strides) * width();
  }
};

inline void set_sizes(directml_tensor& made, const numbers& extents, std::uint64_t count, choices& in) {
  made.buffer.DimensionCount = in.one_in(48) ? arbitrary32(in) : static_cast<UINT>(count);
  const std::uint64_t said = made.buffer.DimensionCount;
  const std::uint64_t length = said <= max_dimensions ? said : 0;
  made.sizes = std::make_unique<UINT[]>(length);
  std::fill_n(made.sizes.get(), length, 1U);
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(length, extents.size()); ++i)
    made.sizes[length - 1 - i] = static_cast<UINT>(extents[extents.size() - 1 - i]);
  if (length > 0 && in.one_in(32)) made.sizes[in.below(length)] = arbitrary32(in);
  made.buffer.Sizes = in.one_in(128) ? nullptr : made.sizes.get();
}

// In any order of dimensions, with gaps; for inputs sometimes 0.
inline void set_strides(directml_tensor& made, bool is_written, choices& in) {
  const std::uint64_t length = made.buffer.DimensionCount <= max_dimensions ? made.buffer.DimensionCount : 0;
  made.strides = std::make_unique<UINT[]>(length);
  std::vector<std::size_t> order(length);
  for (std::size_t i = 0; i < length; ++i) order[i] = length - 1 - i;
  if (length > 1 && in.one_in(3)) std::swap(order[in.below(length)], order[in.below(length)]);
  std::uint64_t next = 1 + (in.one_in(4) ? in.below(3) : 0);
  for (const std::size_t axis : order) {
    const bool is_repeated = in.one_in(is_written ? 64 : 8);
    made.strides[axis] = is_repeated ? 0 : static_cast<UINT>(next);
    next = next * std::max<std::uint64_t>(made.sizes[axis], 1) + (in.one_in(6) ? in.below(5) : 0);
  }
  if (length > 0 && in.one_in(32)) made.strides[in.below(length)] = arbitrary32(in);
  if (in.one_in(2)) made.buffer.Strides = made.strides.get();
}

// The size that the description must state, or slightly more or less.
inline void set_bytes(directml_tensor& made, choices& in) {
  const bool has_arrays = made.buffer.DimensionCount <= max_dimensions && made.buffer.Sizes != nullptr;
  if (has_arrays) {
    made.buffer.TotalTensorSizeInBytes = DMLCalcBufferTensorSize(made.buffer.DataType, made.buffer.DimensionCount,
                                                                 made.buffer.Sizes, made.buffer.Strides);
  }
  if (in.one_in(8)) made.buffer.TotalTensorSizeInBytes += in.below(9);
  if (in.one_in(32)) made.buffer.TotalTensorSizeInBytes -= 1;
  if (in.one_in(64)) made.buffer.TotalTensorSizeInBytes = in.arbitrary();
  if (in.one_in(8)) made.buffer.GuaranteedBaseOffsetAlignment = UINT{1} << in.below(9);
  if (in.one_in(64)) made.buffer.GuaranteedBaseOffsetAlignment = arbitrary32(in);
}

inline void set_tensor(directml_tensor& made, const numbers& extents, std::uint64_t count, DML_TENSOR_DATA_TYPE type,
                       bool is_written, choices& in) {
  made.buffer.DataType = in.one_in(48) ? arbitrary_enum<DML_TENSOR_DATA_TYPE>(in) : type;
  if (in.one_in(is_written ? 64 : 5)) made.buffer.Flags = DML_TENSOR_FLAG_OWNED_BY_DML;
  if (in.one_in(128)) made.buffer.Flags = arbitrary_enum<DML_TENSOR_FLAGS>(in);
  set_sizes(made, extents, count, in);
  set_strides(made, is_written, in);
  set_bytes(made, in);
  made.desc.Type = in.one_in(128) ? arbitrary_enum<DML_TENSOR_TYPE>(in) : DML_TENSOR_TYPE_BUFFER;
  made.desc.Desc = in.one_in(128) ? nullptr : &made.buffer;
}

enum class directml_form : std::uint8_t { gather, gather_elements, gather_nd, gather_nd1, scatter, scatter_nd };
constexpr std::uint64_t directml_forms = 6;

struct directml_operator {
  directml_form form;
  directml_tensor data, indices, updates, output;
  UINT axis_or_input_count = 0;
  UINT index_count = 0;
  UINT batch_count = 0;
  DML_GATHER_OPERATOR_DESC gather = {};
  DML_GATHER_ELEMENTS_OPERATOR_DESC gather_elements = {};
  DML_GATHER_ND_OPERATOR_DESC gather_nd = {};
  DML_GATHER_ND1_OPERATOR_DESC gather_nd1 = {};
  DML_SCATTER_OPERATOR_DESC scatter = {};
  DML_SCATTER_ND_OPERATOR_DESC scatter_nd = {};
  DML_OPERATOR_DESC desc = {};

  explicit directml_operator(choices& in);
  directml_operator(const directml_operator&) = delete;
  directml_operator& operator=(const directml_operator&) = delete;

  [[nodiscard]] bool is_scatter() const { return form >= directml_form::scatter; }
  [[nodiscard]] UINT input_count() const { return is_scatter() ? 3 : 2; }
  [[nodiscard]] const directml_tensor& input(std::size_t number) const {
    return number == 0 ? data : number == 1 ? indices : updates;
  }
};

}  // namespace strew::fuzz
