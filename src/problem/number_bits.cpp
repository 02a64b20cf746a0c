#include "problem/number_bits.hpp"

namespace strew::engine {

number_bits number_bits_of(dtype type) {
  switch (type) {
    case dtype::f16:
      return {2, 0x8000, 0x3C00, 0x7C00, 0x7E00};
    case dtype::bf16:
      return {2, 0x8000, 0x3F80, 0x7F80, 0x7FC0};
    case dtype::f32:
    case dtype::c64:
      return {4, 0x80000000, 0x3F800000, 0x7F800000, 0x7FC00000};
    case dtype::f64:
    case dtype::c128:
      return {8, std::uint64_t{1} << 63U, 0x3FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000};
    default:
      return {};
  }
}

std::uint64_t neutral_number(reduction reduce, dtype type) {
  const number_bits of = number_bits_of(type);
  const auto bits = static_cast<unsigned>(info(type).width * 8);
  const std::uint64_t least = is_signed(type) ? std::uint64_t{1} << (bits - 1) : 0;
  switch (reduce) {
    case reduction::mul:
      return is_float(type) ? of.one : 1;
    case reduction::min:
      return is_float(type) ? of.infinity : ~least;
    case reduction::max:
      return is_float(type) ? of.infinity | of.sign : least;
    case reduction::logic_and:
      return ~std::uint64_t{0};
    default:
      return of.sign;
  }
}

}  // namespace strew::engine
