// gather_block_quantized: output[..., c] = (code - zero) * scale, or codebook[code] * scale, of the row that an index
// picks.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "oracle/indexing.hpp"

namespace strew::oracle {

struct quantized_operands {
  tensor data;
  tensor indices;
  tensor scales;  // u8: exponents of 2, E8M0
  std::optional<tensor> zero_points;
  std::optional<tensor> codebook;
  tensor output;
  policy rules = {};
  int64_t axis = 0;
  int64_t batch_dims = 0;
  int64_t bits = 4;
  bool in_halves = false;
  int64_t block_size = 0;
  std::vector<unsigned char> fill = {};  // one element of output, read only under fill
};

// The first rule that is broken by types, attributes or shapes; empty: none.
std::string_view quantized_rule(const quantized_operands& of);

// Meant only where none is; an error if an index is bad, and then nothing is written.
std::optional<index_error> gather_block_quantized(const quantized_operands& of);

}  // namespace strew::oracle
