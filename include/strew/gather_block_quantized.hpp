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
#include "strew/descriptor.hpp"
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

namespace detail {

inline strew_quantization coded_by(const quantization& by) noexcept {
  strew_quantization made = STREW_QUANTIZATION_INIT;
  made.bits = by.bits;
  made.packing = static_cast<std::int32_t>(by.packing);
  made.block_size = by.block_size;
  return made;
}

// A call as the C ABI takes it. Borrows the views.
class coded_call {
 public:
  coded_call(const const_view& data, const const_view& indices, const quantization& by, const view& output) noexcept
      : data_(data),
        indices_(indices),
        scales_(by.scales),
        zero_points_(by.zero_points),
        codebook_(by.codebook),
        output_(output),
        coded_(coded_by(by)) {}

  strew_operands operands() const noexcept {
    strew_operands all = STREW_OPERANDS_INIT;
    all.data = data_.native();
    all.indices = indices_.native();
    all.scales = scales_.native();
    all.zero_points = zero_points_.native();
    all.codebook = codebook_.native();
    all.output = output_.native();
    return all;
  }
  const strew_quantization& coded() const noexcept { return coded_; }
  // Borrows this.
  strew_operator op(std::int64_t axis, std::int64_t batch_dims) const noexcept {
    strew_operator made = numbered(STREW_OPERATOR_GATHER_BLOCK_QUANTIZED, axis, batch_dims);
    made.quantization = &coded_;
    return made;
  }

 private:
  given data_, indices_, scales_, zero_points_, codebook_, output_;
  strew_quantization coded_;
};

}  // namespace detail

// output[B, p, j, s, c] = value c of the row data[B, p, indices[B, j], s]; the axis is not the last one of data.
// Extents of output: D[:axis] + J[b:] + D[axis+1:-1] + [K]; it is float, f16 or bf16. A fill value is one of output.
inline result<void> try_gather_block_quantized(const const_view& data, const const_view& indices,
                                               const quantization& by, const view& output, std::int64_t axis = 0,
                                               const options& with = {}, const execution& exec = {}) noexcept {
  const detail::coded_call call(data, indices, by, output);
  const strew_operands all = call.operands();
  const strew_options chosen = with.native();
  const strew_execution settings = exec.native();
  return detail::attempt([&](strew_error* failure) {
    return strew_gather_block_quantized(&all, &call.coded(), axis, with.batch_dims, &chosen, &settings, failure);
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
