// segment_reduce of rows of codes, by the oracles of its two parts: rows are decoded, values are reduced as f32, or
// with `native` as values of the output, and the results are rounded to its type.
#pragma once

#include <optional>
#include <string_view>

#include "oracle/segments.hpp"

namespace strew::oracle {

struct code_format {
  tensor scales;
  std::optional<tensor> zero_points;
  std::optional<tensor> codebook;
  int64_t bits = 4;
  bool in_halves = false;
  int64_t block_size = 0;
};

// As those of segment_reduce, whose data are the codes.
std::string_view quantized_segment_rule(const segment_operands& of, const code_format& by, const reduction_rule& rule);
move_outcome quantized_segment_reduce(const segment_operands& of, const code_format& by, const reduction_rule& rule);

}  // namespace strew::oracle
