#include "codes.hpp"

#include <algorithm>
#include <limits>

namespace strew::cli {
namespace {

constexpr std::int32_t default_bits = 4;

bool is_value_type(strew_dtype dtype) {
  return dtype == STREW_DTYPE_F32 || dtype == STREW_DTYPE_F16 || dtype == STREW_DTYPE_BF16;
}

}  // namespace

strew_quantization code_layout(const operator_options& options) {
  strew_quantization made = STREW_QUANTIZATION_INIT;
  made.bits = options.bits.value_or(default_bits);
  made.packing = options.packing.value_or(made.packing);
  made.block_size = options.block_size.value_or(made.block_size);
  return made;
}

std::int64_t columns_of(const operator_options& options, const prepared_call& prepared) {
  if (options.columns) return *options.columns;
  const std::vector<std::int64_t>& base = prepared.base.array.extents;
  if (options.base && !base.empty()) return base.back();
  const std::int64_t in_a_byte = 8 / code_layout(options).bits;
  const std::int64_t bytes = prepared.data.array.extents.back();
  return std::min(bytes, std::numeric_limits<std::int64_t>::max() / in_a_byte) * in_a_byte;
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
  made.push_back(columns_of(options, prepared));
  return made;
}

strew_dtype value_type(const operator_options& options, const prepared_call& prepared) {
  if (options.output_dtype) return *options.output_dtype;
  const strew_dtype like = options.base ? prepared.base.dtype : prepared.scales.dtype;
  return is_value_type(like) ? like : strew_dtype{STREW_DTYPE_F32};
}

}  // namespace strew::cli
