#include "oracle/fill.hpp"

#include <bit>
#include <cmath>

#include "oracle/policy.hpp"
#include "oracle/real_format.hpp"
#include "oracle/tensor.hpp"

namespace strew::oracle {
namespace {

// The exact value of a number if it is a whole one of at most 65 bits.
std::optional<integer> whole(element number, uint64_t bits) {
  if (number == element::i64) return integer{static_cast<int64_t>(bits)};
  if (number == element::u64) return integer{bits};
  const auto value = std::bit_cast<double>(bits);
  if (std::isnan(value) || std::fabs(value) > 0x1p64 || std::trunc(value) != value) return std::nullopt;
  return static_cast<integer>(value);
}

bool holds(element type, integer value) {
  if (type == element::boolean) return value == 0 || value == 1;
  const auto bits = static_cast<int>(8 * width_of(type));
  const integer one = 1;
  if (is_signed_integer(type)) return value >= -(one << (bits - 1)) && value < (one << (bits - 1));
  return value >= 0 && value < (one << bits);
}

uint64_t real_bits(element type, element number, uint64_t bits) {
  const real_format format = format_of(type);
  if (number == element::f64) {
    return format.fraction_bits == 52 ? bits : format.encode(std::bit_cast<double>(bits));
  }
  const bool negative = number == element::i64 && static_cast<int64_t>(bits) < 0;
  return format.encode_integer(negative ? ~bits + 1 : bits, negative);
}

}  // namespace

std::optional<std::vector<unsigned char>> element_of_number(element type, element number, uint64_t bits) {
  if (is_only_moved(type)) return std::nullopt;
  std::vector<unsigned char> result(static_cast<size_t>(width_of(type)), 0);
  if (is_real(type)) {
    write_integer(result, real_bits(type, number, bits));
  } else if (is_complex(type)) {
    write_integer(bytes(result).first(result.size() / 2), real_bits(type, number, bits));
  } else {
    const std::optional<integer> value = whole(number, bits);
    if (!value || !holds(type, *value)) return std::nullopt;
    write_integer(result, static_cast<uint64_t>(*value));
  }
  return result;
}

}  // namespace strew::oracle
