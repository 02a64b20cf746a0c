// sddmm: output[B, p] = sum over k of data[B, indices[B, p], k] * right[B, s(p), k] for the segment s(p) of position p.
#pragma once

#include <string_view>

#include "oracle/segments.hpp"

namespace strew::oracle {

// `of` has neither weights nor base; its output has an element for each position.
struct sddmm_operands {
  segment_operands of;
  tensor right;  // of the extents that the output of segment_reduce has
};

// The first rule that is broken by types, attributes or shapes; empty: none. `asked` has the reduction of the options.
std::string_view sddmm_rule(const sddmm_operands& given, const reduction_rule& asked);

// Meant only where none is. `judged` is from, for the indices, or to or offsets, for the segments.
move_outcome sddmm(const sddmm_operands& given, accumulate kept);

}  // namespace strew::oracle
