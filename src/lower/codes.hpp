// What operators whose data are rows of quantised codes have in common: the rules of the codes, and how they are
// decoded.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lower/common.hpp"

namespace strew::engine {
namespace lower {

// The codes, by the name under which their operator has them; rows lie along their last dimension.
struct code_operands {
  const tensor& codes;
  operand where;
  const paired_operands& more;  // scales, zero points, codebook
  const tensor& values;         // of one type with those of the codes; its last extent is that of a row
};

inline std::int64_t columns_of(const code_operands& of) {
  return of.values.extents.empty() ? 0 : of.values.extents.back();
}

status check_code_types(const code_operands& of, const quantization_rules& by);  // TY5
status check_bits(const quantization_rules& by);                                 // QB1
// QB2 to QB4; `axis`: the dimension whose places are rows, counted from the first one.
status check_code_shapes(const code_operands& of, const quantization_rules& by, std::int64_t axis);

// Calls check(view, where) for scales, zero points and the codebook until one fails.
template <class Check>
status check_each_of_codes(const code_operands& of, const quantization_rules& by, const Check& check) {
  if (auto bad = check(of.more.scales, operand::scales)) return bad;
  if (by.has_zero_points) {
    if (auto bad = check(of.more.zero_points, operand::zero_points)) return bad;
  }
  return by.has_codebook ? check(of.more.codebook, operand::codebook) : status();
}

// The rows of a problem; `axis`: as above.
void describe_codes(const code_operands& of, const quantization_rules& by, std::size_t axis, problem& made);
// Sets what leads through scales and zero points along dimension i of the codes, of a problem that was described.
void put_code_strides(const code_operands& of, const quantization_rules& by, std::size_t i, problem& p, axis& made);

}  // namespace lower
}  // namespace strew::engine
