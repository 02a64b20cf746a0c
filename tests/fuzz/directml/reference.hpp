// An independent translation of an accepted description to the C ABI, which verifies the frontend.
#pragma once

#include "fuzz/directml/descriptions.hpp"

namespace strew::fuzz {

// The last dimensions of an accepted tensor, with leading dimensions of 1 if there are too few.
struct meant_tensor {
  numbers extents, strides;
  strew_tensor value = STREW_TENSOR_INIT;

  meant_tensor(const directml_tensor& from, std::uint64_t rank, std::uint8_t* memory) {
    constexpr strew_dtype types[] = {STREW_DTYPE_OPAQUE, STREW_DTYPE_F32, STREW_DTYPE_F16, STREW_DTYPE_U32,
                                     STREW_DTYPE_U16,    STREW_DTYPE_U8,  STREW_DTYPE_I32, STREW_DTYPE_I16,
                                     STREW_DTYPE_I8,     STREW_DTYPE_F64, STREW_DTYPE_U64, STREW_DTYPE_I64};
    extents.assign(rank, 1);
    strides.assign(rank, static_cast<std::int64_t>(from.width()));
    auto packed = static_cast<std::int64_t>(from.width());
    for (std::uint64_t i = 1; i <= std::min<std::uint64_t>(rank, from.buffer.DimensionCount); ++i) {
      const std::uint64_t at = from.buffer.DimensionCount - i;
      const auto width = static_cast<std::int64_t>(from.width());
      extents[rank - i] = from.sizes[at];
      strides[rank - i] = from.buffer.Strides == nullptr ? packed : from.buffer.Strides[at] * width;
      packed *= from.sizes[at];
    }
    value.dtype = types[from.buffer.DataType];
    value.data = memory;
    value.rank = rank;
    value.extents = extents.data();
    value.strides = strides.data();
  }
};

// Memory of Input, Indices, Updates, Output.
struct directml_memory {
  std::uint8_t* data = nullptr;
  std::uint8_t* indices = nullptr;
  std::uint8_t* updates = nullptr;
  std::uint8_t* output = nullptr;
};

// Output[p, j, s] of n - 1 + m dimensions: leading dimensions that DirectML removes or adds are 1.
inline strew_status run_gather(const directml_operator& of, const directml_memory& on, const strew_options& options,
                               strew_error& error) {
  const std::uint64_t n = of.data.buffer.DimensionCount;
  const std::uint64_t m = of.index_count;
  const meant_tensor data(of.data, n, on.data);
  const meant_tensor indices(of.indices, m, on.indices);
  const meant_tensor output(of.output, n - 1 + m, on.output);
  return strew_gather(&data.value, &indices.value, &output.value, of.axis_or_input_count, 0, &options, nullptr, &error);
}

inline strew_status run_elements(const directml_operator& of, const directml_memory& on, const strew_options& options,
                                 strew_error& error) {
  const std::uint64_t n = of.data.buffer.DimensionCount;
  const std::int64_t axis = of.axis_or_input_count;
  const meant_tensor data(of.data, n, on.data);
  const meant_tensor indices(of.indices, n, on.indices);
  const meant_tensor output(of.output, n, on.output);
  if (!of.is_scatter())
    return strew_gather_elements(&data.value, &indices.value, &output.value, axis, &options, nullptr, &error);
  const meant_tensor updates(of.updates, n, on.updates);
  return strew_scatter_elements(&data.value, &indices.value, &updates.value, &output.value, axis, &options, nullptr,
                                &error);
}

inline strew_status run_nd(const directml_operator& of, const directml_memory& on, const strew_options& options,
                           strew_error& error) {
  const std::uint64_t r = of.axis_or_input_count;
  const std::uint64_t q = of.index_count;
  const std::uint64_t b = of.form == directml_form::gather_nd1 ? of.batch_count : 0;
  const std::uint64_t k = of.indices.sizes[of.indices.buffer.DimensionCount - 1];
  const meant_tensor data(of.data, r, on.data);
  const meant_tensor indices(of.indices, q, on.indices);
  const auto batches = static_cast<std::int64_t>(b);
  const std::uint64_t direct = q - 1 + r - b - k;
  if (!of.is_scatter()) {
    const meant_tensor output(of.output, direct, on.output);
    return strew_gather_nd(&data.value, &indices.value, &output.value, batches, &options, nullptr, &error);
  }
  const meant_tensor updates(of.updates, direct, on.updates);
  const meant_tensor output(of.output, r, on.output);
  return strew_scatter_nd(&data.value, &indices.value, &updates.value, &output.value, 0, &options, nullptr, &error);
}

inline strew_status run_reference(const directml_operator& of, const directml_memory& on, const strew_options& options,
                                  strew_error& error) {
  if (of.form == directml_form::gather) return run_gather(of, on, options, error);
  const bool is_elements = of.form == directml_form::gather_elements || of.form == directml_form::scatter;
  return is_elements ? run_elements(of, on, options, error) : run_nd(of, on, options, error);
}

}  // namespace strew::fuzz
