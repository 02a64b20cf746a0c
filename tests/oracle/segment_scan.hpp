// segment_scan: output[B, p, s] is the reduction of the rows of p's segment up to position p, without that of p if
// `before`; 0 where there is none, and where p has no segment.
#pragma once

#include <string_view>

#include "oracle/segments.hpp"

namespace strew::oracle {

// `of` has neither weights nor base; its output has a row for each position. The first rule that is broken by types,
// attributes or shapes; empty: none.
std::string_view scan_rule(const segment_operands& of, const reduction_rule& rule);

// Meant only where none is.
move_outcome segment_scan(const segment_operands& of, const reduction_rule& rule, bool before);

}  // namespace strew::oracle
