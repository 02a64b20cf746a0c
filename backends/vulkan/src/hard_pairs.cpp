#include "hard_pairs.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace strew::vulkan {
namespace {

__extension__ typedef unsigned __int128 wide_bits;

// ---- Exact results -----------------------------------------------------------------------------------------------

std::uint64_t power(int exponent) {
  return std::uint64_t{1} << static_cast<unsigned>(exponent);
}
std::uint64_t sign_of(float_format format) {
  return power(format.fraction + format.exponent);
}
std::uint64_t infinity_of(float_format format) {
  return sign_of(format) - power(format.fraction);
}
std::uint64_t nan_of(float_format format) {
  return infinity_of(format) | power(format.fraction - 1);
}
std::uint64_t magnitude_of(float_format format, std::uint64_t bits) {
  return bits & (sign_of(format) - 1);
}
// The largest exponent field of a number.
int top_exponent(float_format format) {
  return static_cast<int>(power(format.exponent)) - 2;
}
int bias_of(float_format format) {
  return static_cast<int>(power(format.exponent - 1)) - 1;
}

// significand * 2^exponent, exactly; where `is_more`, a little more than that.
struct exact_value {
  wide_bits significand;
  int exponent;
  bool is_more = false;
};

// Of a finite magnitude.
exact_value value_of(float_format format, std::uint64_t magnitude) {
  const int field = static_cast<int>(magnitude >> static_cast<unsigned>(format.fraction));
  const std::uint64_t fraction = magnitude & (power(format.fraction) - 1);
  const std::uint64_t hidden = field == 0 ? 0 : power(format.fraction);
  return {fraction | hidden, std::max(field, 1) - bias_of(format) - format.fraction};
}

int width_of(wide_bits value) {
  const auto upper = static_cast<std::uint64_t>(value >> 64U);
  return upper != 0 ? 128 - std::countl_zero(upper) : 64 - std::countl_zero(static_cast<std::uint64_t>(value));
}

// Cuts off the bits below a unit in the last place, then looks at them.
std::uint64_t nearest(float_format format, const exact_value& value) {
  const int least = 1 - bias_of(format) - format.fraction;  // exponent of the smallest subnormal
  const int unit = std::max(value.exponent + width_of(value.significand) - format.fraction - 1, least);
  const int cut = unit - value.exponent;
  std::uint64_t kept = 0;
  if (cut <= 0) {
    kept = static_cast<std::uint64_t>(value.significand << static_cast<unsigned>(-cut));
  } else if (cut < 128) {
    kept = static_cast<std::uint64_t>(value.significand >> static_cast<unsigned>(cut));
    const wide_bits lost = value.significand - (wide_bits{kept} << static_cast<unsigned>(cut));
    const wide_bits half = wide_bits{1} << static_cast<unsigned>(cut - 1);
    const bool is_above = lost > half || (lost == half && value.is_more);
    if (is_above || (lost == half && kept % 2 == 1)) ++kept;
  }
  if (kept < power(format.fraction)) return kept;  // subnormal
  const int field = unit - least + 1 + (kept > power(format.fraction + 1) - 1 ? 1 : 0);
  if (field > top_exponent(format)) return infinity_of(format);
  const std::uint64_t fraction = kept & (power(format.fraction) - 1);
  return (static_cast<std::uint64_t>(field) << static_cast<unsigned>(format.fraction)) | fraction;
}

// Of numbers whose distance is so large that all of the smaller one is below the last bits of the larger one, only this
// is kept of it.
exact_value sum_of(exact_value larger, const exact_value& smaller, bool subtracts) {
  constexpr int room = 64;
  const int distance = std::min(larger.exponent - smaller.exponent, room);
  larger.significand <<= static_cast<unsigned>(distance);
  larger.exponent -= distance;
  const int behind = larger.exponent - smaller.exponent;
  wide_bits aligned = smaller.significand;
  if (behind > 0) {
    aligned = behind < 64 ? smaller.significand >> static_cast<unsigned>(behind) : 0;
    const wide_bits shown = behind < 64 ? aligned << static_cast<unsigned>(behind) : 0;
    larger.is_more = shown != smaller.significand;
  }
  if (!subtracts) {
    larger.significand += aligned;
  } else {
    larger.significand -= aligned + (larger.is_more ? 1 : 0);  // and a little more again
  }
  return larger;
}

}  // namespace

std::uint64_t exact_sum(float_format format, std::uint64_t a, std::uint64_t b) {
  if (magnitude_of(format, a) < magnitude_of(format, b)) std::swap(a, b);
  const std::uint64_t larger = magnitude_of(format, a);
  const std::uint64_t smaller = magnitude_of(format, b);
  const std::uint64_t sign = a & sign_of(format);
  const bool subtracts = ((a ^ b) & sign_of(format)) != 0;
  if (larger > infinity_of(format)) return nan_of(format);
  if (larger == infinity_of(format)) return smaller == larger && subtracts ? nan_of(format) : a;
  if (larger == smaller && subtracts) return 0;
  return sign | nearest(format, sum_of(value_of(format, larger), value_of(format, smaller), subtracts));
}

std::uint64_t exact_product(float_format format, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t x = magnitude_of(format, a);
  const std::uint64_t y = magnitude_of(format, b);
  const std::uint64_t sign = (a ^ b) & sign_of(format);
  const std::uint64_t infinity = infinity_of(format);
  if (std::max(x, y) > infinity) return nan_of(format);
  if (std::max(x, y) == infinity) return std::min(x, y) == 0 ? nan_of(format) : sign | infinity;
  const exact_value first = value_of(format, x);
  const exact_value second = value_of(format, y);
  return sign | nearest(format, {first.significand * second.significand, first.exponent + second.exponent});
}

bool is_same_number(float_format format, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t infinity = infinity_of(format);
  return a == b || (magnitude_of(format, a) > infinity && magnitude_of(format, b) > infinity);
}

// ---- Pairs -------------------------------------------------------------------------------------------------------

namespace {

struct pair_of_numbers {
  std::uint64_t a;
  std::uint64_t b;
};

// Draws numbers of a format. Fields of exponents are cut to those of numbers, 0 included.
class number_source {
 public:
  number_source(float_format format, std::uint64_t seed) : format_(format), state_(seed) {}

  std::uint64_t bits() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t mixed = (state_ ^ (state_ >> 30U)) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
    return mixed ^ (mixed >> 31U);
  }
  int within(int low, int high) { return low + static_cast<int>(bits() % static_cast<std::uint64_t>(high - low + 1)); }
  std::uint64_t sign() { return bits() % 2 == 0 ? 0 : sign_of(format_); }
  int field() { return within(0, top_exponent(format_)); }

  // Few bits at either end, or all random.
  std::uint64_t fraction() {
    const std::uint64_t all = power(format_.fraction) - 1;
    switch (within(0, 5)) {
      case 0:
        return bits() % 4;
      case 1:
        return all - bits() % 4;
      case 2:
        return all & ~(power(within(0, format_.fraction)) - 1);
      case 3:
        return power(within(0, format_.fraction - 1));
      default:
        return bits() & all;
    }
  }
  std::uint64_t number(int field) { return made(sign(), field, fraction()); }
  std::uint64_t made(std::uint64_t sign, int field, std::uint64_t fraction) const {
    const int known = std::clamp(field, 0, top_exponent(format_));
    return sign | (static_cast<std::uint64_t>(known) << static_cast<unsigned>(format_.fraction)) | fraction;
  }
  // Also infinities, NaN and zeros.
  std::uint64_t special() {
    switch (within(0, 4)) {
      case 0:
        return sign() | infinity_of(format_);
      case 1:
        return sign() | infinity_of(format_) | (bits() & (power(format_.fraction) - 1));
      case 2:
        return sign();
      case 3:
        return sign() | 1U;
      default:
        return number(field());
    }
  }
  // Moved by some units in the last place, which may carry into the exponent.
  std::uint64_t near(std::uint64_t magnitude, int units) {
    const std::uint64_t moved = magnitude + static_cast<std::uint64_t>(within(0, 2 * units));
    return std::min(moved < static_cast<std::uint64_t>(units) ? 0 : moved - static_cast<std::uint64_t>(units),
                    infinity_of(format_) - 1);
  }
  float_format format() const { return format_; }

 private:
  float_format format_;
  std::uint64_t state_;
};

// The sum is the difference of near numbers: 0, subnormal, or near the smallest normal.
pair_of_numbers cancelling(number_source& of, int field) {
  const std::uint64_t a = of.made(0, field, of.fraction());
  const std::uint64_t b = of.near(a, 1 << of.within(0, 9));
  const std::uint64_t sign = of.sign();
  return {sign | a, (sign ^ sign_of(of.format())) | b};
}

// The smallest normal and another number as a sum of two.
pair_of_numbers around_the_smallest_normal(number_source& of) {
  const float_format format = of.format();
  const std::uint64_t least = power(format.fraction);
  const std::uint64_t a = of.within(0, 1) == 0 ? of.bits() % least : of.near(least, 4);
  const std::uint64_t total = of.near(least, 2);
  const std::uint64_t sign = of.sign();
  // Numbers below twice the smallest normal are its bits times the least number.
  return a <= total ? pair_of_numbers{sign | a, sign | (total - a)}
                    : pair_of_numbers{sign | a, (sign ^ sign_of(format)) | (a - total)};
}

// Half a unit of the other one, and sometimes a little more or less.
pair_of_numbers tied_sum(number_source& of) {
  const float_format format = of.format();
  const int field = of.within(format.fraction + 2, top_exponent(format));
  const std::uint64_t half = of.made(0, field - format.fraction - 1, 0);
  return {of.number(field), of.sign() | (of.within(0, 1) == 0 ? half : of.near(half, 1))};
}

// Significands of few bits, whose product has just one more than fits, or fills a subnormal so.
pair_of_numbers tied_product(number_source& of, int field_sum) {
  const float_format format = of.format();
  const int bits = of.within(1, format.fraction);
  const int other = std::clamp(format.fraction - bits + of.within(0, 2), 1, format.fraction);
  const auto ending_at = [&](int count) {
    const std::uint64_t kept = (of.bits() & (power(count) - 1)) | 1U;
    return kept << static_cast<unsigned>(format.fraction - count);
  };
  const int field = of.within(std::max(field_sum - top_exponent(format), 1), std::min(field_sum, top_exponent(format)));
  return {of.made(of.sign(), field, ending_at(bits)), of.made(of.sign(), field_sum - field, ending_at(other))};
}

// The product lies at a power of two: the smallest normal, or that above the largest number.
pair_of_numbers product_near_power(number_source& of, int field_sum) {
  const float_format format = of.format();
  const std::uint64_t hidden = power(format.fraction);
  const std::uint64_t significand = hidden | of.fraction();
  const auto other =
      static_cast<std::uint64_t>((wide_bits{hidden} << static_cast<unsigned>(format.fraction + 1)) / significand);
  const int field = of.within(std::max(field_sum - top_exponent(format), 1), std::min(field_sum, top_exponent(format)));
  const std::uint64_t bits = (other & (hidden - 1)) + of.made(0, field_sum - field, 0);
  return {of.made(of.sign(), field, significand - hidden), of.sign() | of.near(bits, 2)};
}

// The exponents add up to one field, whatever their own are.
pair_of_numbers product_of_field(number_source& of, int field_sum) {
  const int top = top_exponent(of.format());
  const int field = of.within(std::max(field_sum - top, 0), std::min(field_sum, top));
  return {of.number(field), of.number(field_sum - field)};
}

constexpr std::size_t kinds = 16;

pair_of_numbers pair_with_hard_product(number_source& of, std::size_t kind) {
  const float_format format = of.format();
  const int bias = bias_of(format);
  const int top = top_exponent(format);
  switch (kind) {
    case 0:
      return tied_product(of, of.within(bias, 2 * top));
    case 1:
      return tied_product(of, bias - of.within(0, format.fraction));
    case 2:
      return product_near_power(of, bias + of.within(-1, 1));
    case 3:
      return product_near_power(of, bias + top + of.within(-1, 1));
    default:
      return product_of_field(of, bias + of.within(-format.fraction - 3, 2));
  }
}

pair_of_numbers pair_of_kind(number_source& of, std::size_t kind) {
  const float_format format = of.format();
  const int top = top_exponent(format);
  const int field = of.field();
  switch (kind) {
    case 0:
      return {of.number(0), of.number(0)};
    case 1:
      return {of.number(0), of.number(of.within(0, 4))};
    case 2:
      return {of.number(0), of.number(field)};
    case 3:
      return around_the_smallest_normal(of);
    case 4:
      return cancelling(of, of.within(0, format.fraction + 2));
    case 5:
      return cancelling(of, field);
    case 6:
      return tied_sum(of);
    case 7:
      return {of.number(top - of.within(0, 1)), of.number(top - of.within(0, format.fraction + 2))};
    case 8:
      return {of.special(), of.special()};
    case 9:
      return {of.number(field), of.number(field + of.within(-format.fraction - 4, format.fraction + 4))};
    case 10:
      return {of.number(field), of.number(of.field())};
    default:
      return pair_with_hard_product(of, kinds - 1 - kind);
  }
}

}  // namespace

hard_pairs make_hard_pairs(float_format format, std::uint64_t seed) {
  number_source source(format, seed);
  hard_pairs made;
  for (std::size_t i = 0; i < hard_pair_count; ++i) {
    pair_of_numbers pair = pair_of_kind(source, i % kinds);
    if (source.within(0, 1) == 0) std::swap(pair.a, pair.b);
    made.left.push_back(pair.a);
    made.right.push_back(pair.b);
    made.sums.push_back(exact_sum(format, pair.a, pair.b));
    made.products.push_back(exact_product(format, pair.a, pair.b));
  }
  return made;
}

}  // namespace strew::vulkan
