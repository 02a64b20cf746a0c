// gather_block_quantized: rows of quantised codes, picked by indices along an axis, decoded on the way: embeddings of
// 8, 4 or 2 bits, without a tensor of their values.
//
// D: extents of data, whose last dimension has the bytes of a row of codes; J: of indices; K: the last extent of
// output, the values of a row; b = options.batch_dims; B: the values of a block, or K where block_size is 0.
//
//   value = (code - zero point) * scale of its block, or codebook[code] * scale: rounded as float, then as output
//
// Codes are unsigned where data are uint8_t and signed where they are int8_t. A row begins with a byte.
//
// ONNX Runtime's GatherBlockQuantized and GatherPacked, and lookups in tables of PyTorch's quantised embeddings, are
// cases of it.
#ifndef STREW_GATHER_BLOCK_QUANTIZED_HPP
#define STREW_GATHER_BLOCK_QUANTIZED_HPP

#include <cstdint>

#include "strew/call.hpp"
#include "strew/config.hpp"
#include "strew/options.hpp"
#include "strew/result.hpp"
#include "strew/strew.h"
#include "strew/view.hpp"

namespace STREW_NAMESPACE {

// Which codes a byte has.
enum class packing : std::int32_t {
  low_first = STREW_PACKING_LOW_FIRST,  // the lowest bits are the first one
  halves = STREW_PACKING_HALVES         // byte j of a block: code j in the low half, j + B / 2 in the high one (ggml)
};

// How codes are decoded; {.bits = 4, .block_size = 32, .scales = scales}.
struct quantization {
  std::int32_t bits = 4;  // 8, 4 or 2
  strew::packing packing = strew::packing::low_first;
  std::int64_t block_size = 0;  // values that share a scale; 0: a row is one block
  const_view scales = {};       // float, f16, bf16, or uint8_t: powers of two, E8M0; D[:-1] + [blocks of a row]
  const_view zero_points = {};  // packed as the codes, low first; D[:-1] + [bytes of a code for each block]; none: 0
  const_view codebook = {};     // float, 2^bits numbers that unsigned codes stand for; none: codes are numbers
};

// output[B, p, j, s, c] = value c of the row data[B, p, indices[B, j], s]; the axis is not the last one of data.
// Extents of output: D[:axis] + J[b:] + D[axis+1:-1] + [K]; it is float, f16 or bf16. A fill value is one of output.
inline result<void> try_gather_block_quantized(const const_view& data, const const_view& indices,
                                               const quantization& by, const view& output, std::int64_t axis = 0,
                                               const options& with = {}, const execution& exec = {}) noexcept {
  strew_quantization coded = STREW_QUANTIZATION_INIT;
  coded.bits = by.bits;
  coded.packing = static_cast<std::int32_t>(by.packing);
  coded.block_size = by.block_size;
  const detail::given d = data, i = indices, o = output;
  const detail::given scales = by.scales, zero_points = by.zero_points, codebook = by.codebook;
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = d.native();
  all.indices = i.native();
  all.scales = scales.native();
  all.zero_points = zero_points.native();
  all.codebook = codebook.native();
  all.output = o.native();
  const strew_options chosen = with.native();
  const strew_execution settings = exec.native();
  return detail::attempt([&](strew_error* failure) {
    return strew_gather_block_quantized(&all, &coded, axis, with.batch_dims, &chosen, &settings, failure);
  });
}

#if STREW_HAS_EXCEPTIONS
// The form that throws.
inline void gather_block_quantized(const const_view& data, const const_view& indices, const quantization& by,
                                   const view& output, std::int64_t axis = 0, const options& with = {},
                                   const execution& exec = {}) {
  try_gather_block_quantized(data, indices, by, output, axis, with, exec).value();
}
#endif

}  // namespace STREW_NAMESPACE

#endif
