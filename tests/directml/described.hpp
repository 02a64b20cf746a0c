// Descriptions of operators whose every field can be made wrong before they are used.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "strew/directml.h"

namespace directml_test {

using strew::directml::com_ptr;
using counts = std::vector<UINT>;

// Bytes of one element, typed again from DirectML's table; 8 for types without a whole width, so that sizes suffice.
inline std::uint64_t width_of(DML_TENSOR_DATA_TYPE type) {
  constexpr std::uint64_t widths[] = {8, 4, 2, 4, 2, 1, 4, 2, 1, 8, 8, 8, 8, 8};
  return type < 0 || type > 13 ? 8 : widths[type];
}

// Bytes from the first element to the end of the last one, rounded up to 4.
inline std::uint64_t bytes_of(DML_TENSOR_DATA_TYPE type, const counts& sizes, const counts& strides) {
  std::uint64_t product = 1, last = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    product *= sizes[i];
    if (!strides.empty() && sizes[i] > 0) last += std::uint64_t{sizes[i] - 1} * strides[i];
  }
  return ((strides.empty() ? product : last + 1) * width_of(type) + 3) / 4 * 4;
}

struct tensor {
  DML_TENSOR_DATA_TYPE type = DML_TENSOR_DATA_TYPE_FLOAT32;
  counts sizes = {};
  counts strides = {};  // empty: packed, a null pointer
  DML_TENSOR_FLAGS flags = DML_TENSOR_FLAG_NONE;
};

inline tensor f32(counts sizes, counts strides = {}) {
  return {DML_TENSOR_DATA_TYPE_FLOAT32, std::move(sizes), std::move(strides)};
}
inline tensor u32(counts sizes, counts strides = {}) {
  return {DML_TENSOR_DATA_TYPE_UINT32, std::move(sizes), std::move(strides)};
}
inline tensor i32(counts sizes, counts strides = {}) {
  return {DML_TENSOR_DATA_TYPE_INT32, std::move(sizes), std::move(strides)};
}

enum place : std::size_t { input, indices, updates, output };
constexpr std::array<const char*, 4> place_names = {"InputTensor", "IndicesTensor", "UpdatesTensor", "OutputTensor"};

// One operator with its tensors. `kind` chooses the structure that is filled, `type` is what the description says.
class described {
 public:
  DML_OPERATOR_TYPE kind, type;
  std::array<tensor, 4> owned;  // keeps the sizes and strides
  std::array<DML_BUFFER_TENSOR_DESC, 4> buffers = {};
  std::array<DML_TENSOR_DESC, 4> tensors = {};
  std::array<const DML_TENSOR_DESC*, 4> pointers = {};
  std::array<UINT, 3> attributes;  // in the order of the structure
  bool has_structure = true;

  described(DML_OPERATOR_TYPE operator_type, std::array<tensor, 4> four, std::array<UINT, 3> numbers)
      : kind(operator_type), type(operator_type), owned(std::move(four)), attributes(numbers) {
    for (std::size_t i = 0; i < 4; ++i) {
      describe(i);
      tensors[i] = {DML_TENSOR_TYPE_BUFFER, &buffers[i]};
      pointers[i] = &tensors[i];
    }
  }
  described(const described&) = delete;
  described& operator=(const described&) = delete;

  // After a change to owned[i].
  void describe(std::size_t i) {
    const tensor& from = owned[i];
    buffers[i] = {from.type,
                  from.flags,
                  static_cast<UINT>(from.sizes.size()),
                  from.sizes.data(),
                  from.strides.empty() ? nullptr : from.strides.data(),
                  bytes_of(from.type, from.sizes, from.strides),
                  0};
  }
  void set_type(std::size_t i, DML_TENSOR_DATA_TYPE data_type) {
    owned[i].type = data_type;
    describe(i);
  }
  void set_sizes(std::size_t i, counts sizes, counts strides = {}) {
    owned[i].sizes = std::move(sizes);
    owned[i].strides = std::move(strides);
    describe(i);
  }

  bool is_scatter() const { return kind == DML_OPERATOR_SCATTER || kind == DML_OPERATOR_SCATTER_ND; }
  std::vector<std::size_t> inputs() const {
    return is_scatter() ? std::vector<std::size_t>{input, indices, updates} : std::vector<std::size_t>{input, indices};
  }
  std::vector<std::size_t> places() const {
    auto all = inputs();
    all.push_back(output);
    return all;
  }

  HRESULT create(IDMLDevice* device, IDMLOperator** made) {
    const DML_OPERATOR_DESC desc = {type, has_structure ? fill() : nullptr};
    return device->CreateOperator(&desc, IID_PPV_ARGS(made));
  }

 private:
  const void* fill() {
    const auto [in, at, from, out] = pointers;
    const auto [a, b, c] = attributes;
    switch (kind) {
      case DML_OPERATOR_GATHER:
        return &(gather_ = {in, at, out, a, b});
      case DML_OPERATOR_GATHER_ELEMENTS:
        return &(gather_elements_ = {in, at, out, a});
      case DML_OPERATOR_GATHER_ND:
        return &(gather_nd_ = {in, at, out, a, b});
      case DML_OPERATOR_GATHER_ND1:
        return &(gather_nd1_ = {in, at, out, a, b, c});
      case DML_OPERATOR_SCATTER:
        return &(scatter_ = {in, at, from, out, a});
      default:
        return &(scatter_nd_ = {in, at, from, out, a, b});
    }
  }

  DML_GATHER_OPERATOR_DESC gather_ = {};
  DML_GATHER_ELEMENTS_OPERATOR_DESC gather_elements_ = {};
  DML_GATHER_ND_OPERATOR_DESC gather_nd_ = {};
  DML_GATHER_ND1_OPERATOR_DESC gather_nd1_ = {};
  DML_SCATTER_OPERATOR_DESC scatter_ = {};
  DML_SCATTER_ND_OPERATOR_DESC scatter_nd_ = {};
};

inline described gather(tensor in, tensor at, tensor out, UINT axis, UINT index_dimensions) {
  return {DML_OPERATOR_GATHER, {std::move(in), std::move(at), tensor{}, std::move(out)}, {axis, index_dimensions, 0}};
}
inline described gather_elements(tensor in, tensor at, tensor out, UINT axis) {
  return {DML_OPERATOR_GATHER_ELEMENTS, {std::move(in), std::move(at), tensor{}, std::move(out)}, {axis, 0, 0}};
}
inline described gather_nd(tensor in, tensor at, tensor out, UINT input_dimensions, UINT index_dimensions) {
  return {DML_OPERATOR_GATHER_ND,
          {std::move(in), std::move(at), tensor{}, std::move(out)},
          {input_dimensions, index_dimensions, 0}};
}
inline described gather_nd1(tensor in, tensor at, tensor out, UINT input_dimensions, UINT index_dimensions,
                            UINT batch_dimensions) {
  return {DML_OPERATOR_GATHER_ND1,
          {std::move(in), std::move(at), tensor{}, std::move(out)},
          {input_dimensions, index_dimensions, batch_dimensions}};
}
inline described scatter(tensor in, tensor at, tensor from, tensor out, UINT axis) {
  return {DML_OPERATOR_SCATTER, {std::move(in), std::move(at), std::move(from), std::move(out)}, {axis, 0, 0}};
}
inline described scatter_nd(tensor in, tensor at, tensor from, tensor out, UINT input_dimensions,
                            UINT index_dimensions) {
  return {DML_OPERATOR_SCATTER_ND,
          {std::move(in), std::move(at), std::move(from), std::move(out)},
          {input_dimensions, index_dimensions, 0}};
}

}  // namespace directml_test
