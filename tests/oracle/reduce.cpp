#include "oracle/reduce.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "oracle/policy.hpp"
#include "oracle/real_format.hpp"

namespace strew::oracle {
namespace {

// ---- integers: arithmetic modulo 2^64, cut to the width when stored, is arithmetic modulo 2^width.

uint64_t combine_integers(element type, reduction reduce, uint64_t a, uint64_t b) {
  const bool a_is_less = is_signed_integer(type) ? static_cast<int64_t>(a) < static_cast<int64_t>(b) : a < b;
  switch (reduce) {
    case reduction::add:
    case reduction::mean:
      return a + b;
    case reduction::sub:
      return a - b;
    case reduction::mul:
      return a * b;
    case reduction::min:
      return a_is_less ? a : b;
    case reduction::max:
      return a_is_less ? b : a;
    case reduction::logical_and:
      return a & b;
    case reduction::logical_or:
      return a | b;
    case reduction::logical_xor:
      return a ^ b;
    case reduction::none:
      return b;
  }
  throw std::logic_error("not a reduction");
}

integer exact(element type, uint64_t bits) {
  return is_signed_integer(type) ? integer{static_cast<int64_t>(bits)} : integer{bits};
}

uint64_t floor_quotient(integer sum, integer count) {
  const integer truncated = sum / count;
  const bool below = sum % count != 0 && sum < 0;
  return static_cast<uint64_t>(below ? truncated - 1 : truncated);
}

uint64_t fold_integers(element type, const reduction_rule& rule, const std::vector<element_bytes>& terms) {
  uint64_t result = read_integer(type, terms.front());
  integer sum = exact(type, result);
  for (size_t i = 1; i < terms.size(); ++i) {
    const uint64_t term = read_integer(type, terms[i]);
    result = combine_integers(type, rule.reduction, result, term);
    sum += exact(type, term);
  }
  if (rule.reduction != reduction::mean) return result;
  const auto count = static_cast<int64_t>(terms.size());
  if (rule.accumulate == accumulate::wide) return floor_quotient(sum, count);
  std::vector<unsigned char> wrapped(terms.front().size());
  write_integer(wrapped, result);
  return floor_quotient(exact(type, read_integer(type, wrapped)), count);
}

// ---- bool: any non-zero byte is true, what is stored is 0 or 1.

bool fold_bools(reduction reduce, const std::vector<element_bytes>& terms) {
  bool result = terms.front()[0] != 0;
  for (size_t i = 1; i < terms.size(); ++i) {
    const bool term = terms[i][0] != 0;
    const bool is_or = reduce == reduction::add || reduce == reduction::max || reduce == reduction::logical_or;
    const bool is_xor = reduce == reduction::sub || reduce == reduction::logical_xor;
    result = is_or ? result || term : is_xor ? result != term : result && term;
  }
  return result;
}

// ---- reals: each operation is exact or correctly rounded in double, and rounding that to f32 or less is right
// because 53 >= 2 * 24 + 2.

double minimum(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::quiet_NaN();
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}

double maximum(double a, double b) {
  return -minimum(-a, -b);
}

double combine_reals(reduction reduce, double a, double b) {
  switch (reduce) {
    case reduction::add:
    case reduction::mean:
      return a + b;
    case reduction::sub:
      return a - b;
    case reduction::mul:
      return a * b;
    case reduction::min:
      return minimum(a, b);
    case reduction::max:
      return maximum(a, b);
    default:
      throw std::logic_error("not a reduction of reals");
  }
}

uint64_t fold_reals(element type, const reduction_rule& rule, const std::vector<element_bytes>& terms) {
  const real_format stored = format_of(type);
  const bool is_narrow = type == element::f16 || type == element::bf16;
  // A mean divides in f32 and rounds its quotient once, so that native and wide differ only in the sum.
  const bool is_wide = is_narrow && rule.accumulate == accumulate::wide;
  const real_format accumulator = is_wide ? format_of(element::f32) : stored;
  double result = stored.decode(read_integer(element::u64, terms.front()));
  for (size_t i = 1; i < terms.size(); ++i) {
    const double term = stored.decode(read_integer(element::u64, terms[i]));
    result = accumulator.round(combine_reals(rule.reduction, result, term));
  }
  if (rule.reduction == reduction::mean) {
    const real_format divider = is_narrow ? format_of(element::f32) : stored;
    result = divider.round(result / divider.round(static_cast<double>(terms.size())));
  }
  return stored.encode(result);
}

// ---- complex: pairs of reals, each operation rounded.

struct pair {
  double re, im;
};

pair combine_pairs(reduction reduce, const real_format& format, pair a, pair b) {
  const auto rounded = [&](double value) { return format.round(value); };
  if (reduce == reduction::add) return {rounded(a.re + b.re), rounded(a.im + b.im)};
  if (reduce == reduction::sub) return {rounded(a.re - b.re), rounded(a.im - b.im)};
  if (reduce != reduction::mul) throw std::logic_error("not a reduction of complex numbers");
  return {rounded(rounded(a.re * b.re) - rounded(a.im * b.im)), rounded(rounded(a.re * b.im) + rounded(a.im * b.re))};
}

void fold_complex(element type, reduction reduce, bytes cell, const std::vector<element_bytes>& terms) {
  const real_format format = format_of(type);
  const size_t half = cell.size() / 2;
  const auto read = [&](element_bytes term) {
    return pair{format.decode(read_integer(element::u64, term.first(half))),
                format.decode(read_integer(element::u64, term.subspan(half)))};
  };
  pair result = read(terms.front());
  for (size_t i = 1; i < terms.size(); ++i) result = combine_pairs(reduce, format, result, read(terms[i]));
  write_integer(cell.first(half), format.encode(result.re));
  write_integer(cell.subspan(half), format.encode(result.im));
}

}  // namespace

bool is_defined(element type, reduction reduce) {
  if (reduce == reduction::none) return true;
  if (is_integer(type)) return true;
  if (type == element::boolean) return reduce != reduction::mean;
  if (is_real(type)) return reduce <= reduction::mean;
  return is_complex(type) && reduce <= reduction::mul;
}

bool holds_nan(element type, element_bytes stored) {
  if (!is_real(type) && !is_complex(type)) return false;
  const real_format format = format_of(type);
  const size_t part = is_complex(type) ? stored.size() / 2 : stored.size();
  for (size_t from = 0; from < stored.size(); from += part) {
    if (std::isnan(format.decode(read_integer(element::u64, stored.subspan(from, part))))) return true;
  }
  return false;
}

void fold(element type, const reduction_rule& rule, bytes cell, const std::vector<element_bytes>& updates) {
  if (rule.reduction == reduction::none) {
    std::copy(updates.back().begin(), updates.back().end(), cell.begin());
    return;
  }
  std::vector<element_bytes> terms;
  if (rule.include_self) terms.push_back(cell);
  terms.insert(terms.end(), updates.begin(), updates.end());
  if (is_complex(type)) {
    fold_complex(type, rule.reduction, cell, terms);
  } else if (is_real(type)) {
    write_integer(cell, fold_reals(type, rule, terms));
  } else if (type == element::boolean) {
    write_integer(cell, fold_bools(rule.reduction, terms));
  } else if (is_integer(type)) {
    write_integer(cell, fold_integers(type, rule, terms));
  } else {
    throw std::logic_error("opaque records do not count");
  }
}

}  // namespace strew::oracle
