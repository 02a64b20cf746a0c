#include "codes.hpp"

#include <algorithm>
#include <limits>

namespace strew::cli {
namespace {

// As many as the bytes of a row hold.
std::int64_t columns_of(const operator_options& options, const std::vector<std::int64_t>& codes) {
  if (options.columns) return *options.columns;
  const std::int64_t in_a_byte = 8 / options.bits;
  return std::min(codes.back(), std::numeric_limits<std::int64_t>::max() / in_a_byte) * in_a_byte;
}

bool is_value_type(strew_dtype dtype) {
  return dtype == STREW_DTYPE_F32 || dtype == STREW_DTYPE_F16 || dtype == STREW_DTYPE_BF16;
}

}  // namespace

void describe_codes(const operator_options& options, prepared_call& prepared) {
  strew_quantization& how = prepared.call.quantization.emplace(strew_quantization(STREW_QUANTIZATION_INIT));
  how.bits = options.bits;
  how.packing = options.packing;
  how.block_size = options.block_size;
}

std::vector<std::int64_t> decoded_extents(const operator_options& options, const prepared_call& prepared) {
  const std::vector<std::int64_t>& codes = prepared.data.array.extents;
  const std::vector<std::int64_t>& indices = prepared.indices.array.extents;
  const auto rank = static_cast<std::int64_t>(codes.size());
  const std::int64_t axis = prepared.info.first_axis, batch = options.batch_dims;
  const bool are_dimensions =
      axis >= 0 && axis < rank - 1 && batch >= 0 && batch <= static_cast<std::int64_t>(indices.size());
  if (!are_dimensions) return codes;
  std::vector<std::int64_t> made(codes.begin(), codes.begin() + axis);
  made.insert(made.end(), indices.begin() + batch, indices.end());
  made.insert(made.end(), codes.begin() + axis + 1, codes.end() - 1);
  made.push_back(columns_of(options, codes));
  return made;
}

void take_value_type(const operator_options& options, prepared_call& prepared) {
  const strew_dtype scales = prepared.scales.dtype;
  strew_tensor& output = prepared.call.output;
  output.dtype = options.output_dtype.value_or(is_value_type(scales) ? scales : strew_dtype{STREW_DTYPE_F32});
  output.element_bytes = strew_dtype_bytes(output.dtype);
}

}  // namespace strew::cli
