#include "oracle/reduce.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "oracle/integer_format.hpp"
#include "oracle/real_format.hpp"

namespace strew::oracle {
namespace {

using contributions = std::vector<contribution>;

bool is_narrow(element type) {
  return type == element::f16 || type == element::bf16;
}

// ---- integers: arithmetic modulo 2^bits of the accumulator.

integer_bits combine_integers(const integer_format& in, reduction reduce, integer_bits a, integer_bits b) {
  switch (reduce) {
    case reduction::add:
    case reduction::mean:
      return in.cut(a + b);
    case reduction::sub:
      return in.cut(a - b);
    case reduction::mul:
      return in.cut(a * b);
    case reduction::min:
      return in.is_less(a, b) ? a : b;
    case reduction::max:
      return in.is_less(a, b) ? b : a;
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

uint64_t fold_integers(element type, const reduction_rule& rule, const contributions& terms) {
  const bool is_mean = rule.reduction == reduction::mean;
  const integer_format in = accumulator_of(type, is_mean && rule.accumulate == accumulate::wide);
  const auto value_of = [&](const contribution& term) {
    const integer_bits value = in.decode(type, read_integer(type, term.value));
    if (term.weight.empty()) return value;
    return in.cut(value * in.decode(rule.weight_type, read_integer(rule.weight_type, term.weight)));
  };
  integer_bits result = value_of(terms.front());
  for (size_t i = 1; i < terms.size(); ++i) {
    result = combine_integers(in, rule.reduction, result, value_of(terms[i]));
  }
  return static_cast<uint64_t>(is_mean ? in.floor_quotient(result, terms.size()) : result);
}

// ---- bool: any non-zero byte is true, what is stored is 0 or 1.

bool fold_bools(reduction reduce, const contributions& terms) {
  bool result = terms.front().value[0] != 0;
  for (size_t i = 1; i < terms.size(); ++i) {
    const bool term = terms[i].value[0] != 0;
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

uint64_t fold_reals(element type, const reduction_rule& rule, const contributions& terms) {
  const real_format stored = format_of(type);
  const real_format widest = is_narrow(type) ? format_of(element::f32) : stored;
  const real_format accumulator = rule.accumulate == accumulate::wide ? widest : stored;
  const auto value_of = [&](const contribution& term) {
    const double value = stored.decode(read_integer(element::u64, term.value));
    if (term.weight.empty()) return value;
    const double weight = format_of(rule.weight_type).decode(read_integer(element::u64, term.weight));
    return accumulator.round(widest.round(value * weight));
  };
  double result = value_of(terms.front());
  for (size_t i = 1; i < terms.size(); ++i) {
    result = accumulator.round(combine_reals(rule.reduction, result, value_of(terms[i])));
  }
  // A mean divides in f32 and rounds its quotient once, so that native and wide differ only in the sum.
  if (rule.reduction == reduction::mean) {
    result = widest.round(result / widest.round(static_cast<double>(terms.size())));
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

void fold_complex(element type, reduction reduce, bytes cell, const contributions& terms) {
  const real_format format = format_of(type);
  const size_t half = cell.size() / 2;
  const auto read = [&](element_bytes stored) {
    return pair{format.decode(read_integer(element::u64, stored.first(half))),
                format.decode(read_integer(element::u64, stored.subspan(half)))};
  };
  const auto value_of = [&](const contribution& term) {
    const pair value = read(term.value);
    return term.weight.empty() ? value : combine_pairs(reduction::mul, format, value, read(term.weight));
  };
  pair result = value_of(terms.front());
  for (size_t i = 1; i < terms.size(); ++i) result = combine_pairs(reduce, format, result, value_of(terms[i]));
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

bool takes_weights(element type, reduction reduce, element weight_type) {
  if (reduce == reduction::none || reduce > reduction::mean || !is_defined(type, reduce)) return false;
  if (!is_integer(type) && !is_real(type) && !is_complex(type)) return false;
  return weight_type == type || (is_narrow(type) && weight_type == element::f32);
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

void fold(element type, const reduction_rule& rule, bytes cell, const std::vector<contribution>& updates) {
  if (rule.weight_type != element::opaque && !takes_weights(type, rule.reduction, rule.weight_type)) {
    throw std::logic_error("weights of another type, or where there are none");
  }
  if (rule.reduction == reduction::none) {
    std::copy(updates.back().value.begin(), updates.back().value.end(), cell.begin());
    return;
  }
  contributions terms;
  if (rule.include_self) terms.push_back({cell});
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
