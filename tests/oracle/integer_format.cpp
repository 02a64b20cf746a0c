#include "oracle/integer_format.hpp"

namespace strew::oracle {

integer_bits integer_format::cut(integer_bits value) const {
  return bits == 128 ? value : value & ((integer_bits{1} << bits) - 1);
}

integer_bits integer_format::decode(element type, uint64_t stored) const {
  return cut(is_signed_integer(type) ? static_cast<integer_bits>(static_cast<int64_t>(stored)) : integer_bits{stored});
}

bool integer_format::is_negative(integer_bits value) const {
  return is_signed && value >> (bits - 1) != 0;
}

bool integer_format::is_less(integer_bits a, integer_bits b) const {
  return is_negative(a) == is_negative(b) ? a < b : is_negative(a);
}

integer_bits integer_format::floor_quotient(integer_bits sum, uint64_t count) const {
  if (!is_negative(sum)) return sum / count;
  const integer_bits magnitude = cut(0 - sum);
  return cut(0 - (magnitude + count - 1) / count);
}

integer_format accumulator_of(element type, bool wide) {
  const auto own = static_cast<int>(8 * width_of(type));
  if (!wide) return {own, is_signed_integer(type)};
  return {own == 64 ? 128 : 64, is_signed_integer(type)};
}

}  // namespace strew::oracle
