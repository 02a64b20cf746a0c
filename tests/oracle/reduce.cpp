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

std::vector<integer_bits> integers_of(element type, const reduction_rule& rule, const integer_format& in,
                                      const contributions& terms) {
  std::vector<integer_bits> made;
  for (const contribution& term : terms) {
    const integer_bits value = in.decode(type, read_integer(type, term.value));
    const bool is_alone = term.weight.empty();
    made.push_back(is_alone ? value
                            : in.cut(value * in.decode(rule.weight_type, read_integer(rule.weight_type, term.weight))));
  }
  return made;
}

uint64_t fold_integers(element type, const reduction_rule& rule, const contributions& terms) {
  const bool is_mean = rule.reduction == reduction::mean;
  const integer_format in = accumulator_of(type, is_mean && rule.accumulate == accumulate::wide);
  const std::vector<integer_bits> values = integers_of(type, rule, in, terms);
  integer_bits result = values.front();
  for (size_t i = 1; i < values.size(); ++i) result = combine_integers(in, rule.reduction, result, values[i]);
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

struct real_accumulator {
  real_format stored, widest, accumulator;

  real_accumulator(element type, const reduction_rule& rule)
      : stored(format_of(type)),
        widest(is_narrow(type) ? format_of(element::f32) : stored),
        accumulator(rule.accumulate == accumulate::wide ? widest : stored) {}

  [[nodiscard]] std::vector<double> values_of(const reduction_rule& rule, const contributions& terms) const {
    std::vector<double> made;
    for (const contribution& term : terms) {
      const double value = stored.decode(read_integer(element::u64, term.value));
      if (term.weight.empty()) {
        made.push_back(value);
        continue;
      }
      const double weight = format_of(rule.weight_type).decode(read_integer(element::u64, term.weight));
      made.push_back(accumulator.round(widest.round(value * weight)));
    }
    return made;
  }
};

uint64_t fold_reals(element type, const reduction_rule& rule, const contributions& terms) {
  const real_accumulator in(type, rule);
  const std::vector<double> values = in.values_of(rule, terms);
  double result = values.front();
  for (size_t i = 1; i < values.size(); ++i) {
    result = in.accumulator.round(combine_reals(rule.reduction, result, values[i]));
  }
  // A mean divides in f32 and rounds its quotient once, so that native and wide differ only in the sum.
  if (rule.reduction == reduction::mean) {
    result = in.widest.round(result / in.widest.round(static_cast<double>(terms.size())));
  }
  return in.stored.encode(result);
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

namespace {

// The first term that the others do not take the place of.
template <class Value, class TakesPlace>
size_t first_extreme(const std::vector<Value>& terms, const TakesPlace& takes_place) {
  size_t chosen = 0;
  for (size_t i = 1; i < terms.size(); ++i) {
    if (takes_place(terms[i], terms[chosen])) chosen = i;
  }
  return chosen;
}

size_t extreme_of_reals(bool is_minimum, const std::vector<double>& terms) {
  return first_extreme(terms, [&](double one, double before) {
    if (std::isnan(before)) return false;
    if (std::isnan(one)) return true;
    if (one == before) return std::signbit(one) != std::signbit(before) && std::signbit(one) == is_minimum;
    return is_minimum ? one < before : one > before;
  });
}

size_t extreme_term(element type, const reduction_rule& rule, const contributions& terms) {
  const bool is_minimum = rule.reduction == reduction::min;
  if (is_real(type)) return extreme_of_reals(is_minimum, real_accumulator(type, rule).values_of(rule, terms));
  if (is_integer(type)) {
    const integer_format in = accumulator_of(type, false);
    return first_extreme(integers_of(type, rule, in, terms), [&](integer_bits one, integer_bits before) {
      return is_minimum ? in.is_less(one, before) : in.is_less(before, one);
    });
  }
  if (type != element::boolean) throw std::logic_error("no type whose elements are compared");
  std::vector<int> bools;
  for (const contribution& term : terms) bools.push_back(term.value[0] != 0 ? 1 : 0);
  return first_extreme(bools, [&](int one, int before) { return is_minimum ? one < before : one > before; });
}

}  // namespace

std::optional<size_t> chosen_update(element type, const reduction_rule& rule, element_bytes cell,
                                    const std::vector<contribution>& updates) {
  contributions terms;
  if (rule.include_self) terms.push_back({cell});
  terms.insert(terms.end(), updates.begin(), updates.end());
  const size_t first = rule.include_self ? 1 : 0;
  const size_t chosen = extreme_term(type, rule, terms);
  return chosen < first ? std::nullopt : std::optional(chosen - first);
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
