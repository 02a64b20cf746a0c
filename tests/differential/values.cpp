#include "differential/values.hpp"

#include <algorithm>

#include "differential/expect.hpp"
#include "oracle/policy.hpp"
#include "oracle/real_format.hpp"

namespace strew::differential {
namespace {

using oracle::element;
using oracle::integer;

uint64_t special_real(element type, random_source& draw) {
  const oracle::real_format format = oracle::format_of(type);
  const uint64_t fraction = (uint64_t{1} << format.fraction_bits) - 1;
  const uint64_t infinity = ((uint64_t{1} << format.exponent_bits) - 1) << format.fraction_bits;
  const uint64_t sign = draw.bits() % 2 << (format.exponent_bits + format.fraction_bits);
  switch (draw.between(0, 6)) {
    case 0:
      return sign;  // a zero
    case 1:
      return sign | infinity;
    case 2:
      return sign | infinity | std::max<uint64_t>(draw.bits() & fraction, 1);  // a NaN, quiet or not, with a payload
    case 3:
      return sign | (draw.bits() & fraction);  // a denormal
    case 4:
      return sign | (infinity - 1 - draw.bits() % 4);  // close to the largest
    case 5:
      return sign | (fraction + 1 + draw.bits() % 4);  // close to the smallest normal
    default:
      return sign | static_cast<uint64_t>(format.bias()) << format.fraction_bits | (draw.bits() & fraction);
  }
}

// Zeros and ones of both signs.
uint64_t signed_unit(element type, random_source& draw) {
  const oracle::real_format format = oracle::format_of(type);
  const uint64_t sign = draw.bits() % 2 << (format.exponent_bits + format.fraction_bits);
  return sign | (draw.chance(70) ? 0 : static_cast<uint64_t>(format.bias()) << format.fraction_bits);
}

// Reals that no format holds exactly, so that every sum rounds and shows the order of its terms.
uint64_t small_number(element type, random_source& draw) {
  const int64_t whole = draw.between(-40, 40);
  if (!oracle::is_real(type)) return static_cast<uint64_t>(whole);
  return oracle::format_of(type).encode(static_cast<double>(whole * (1 << draw.between(0, 6))) / 7);
}

void write_element(const problem& p, element type, oracle::bytes target, random_source& draw) {
  const bool special = p.values == contents::special && draw.chance(25);
  if (special && oracle::is_real(type)) {
    oracle::write_integer(target, special_real(type, draw));
  } else if (p.values == contents::signs && oracle::is_real(type)) {
    oracle::write_integer(target, signed_unit(type, draw));
  } else if (oracle::is_real(type) || oracle::is_integer(type)) {
    oracle::write_integer(target, small_number(type, draw));
  }
}

void fill_elements(const problem& p, const oracle::tensor& operand, random_source& draw) {
  if (p.values == contents::bits) return;  // the buffers are full of random bits
  oracle::for_each_coordinate(
      operand.extents, [&](const oracle::coordinate& c) { write_element(p, operand.type, operand.at(c), draw); });
}

// ---- indices

struct index_range {
  integer low, high;
};

index_range range_of_type(element type) {
  const auto bits = static_cast<int>(8 * oracle::width_of(type));
  const integer one = 1;
  if (oracle::is_signed_integer(type)) return {-(one << (bits - 1)), (one << (bits - 1)) - 1};
  return {0, (one << bits) - 1};
}

struct index_source {
  const problem& p;
  element type;
  random_source& draw;
  int64_t positions;
  std::vector<int64_t> extents;    // that each member may reach
  std::vector<int64_t> favourite;  // a value for each member, and a second one
  std::vector<int64_t> second;

  int64_t valid(size_t t) {
    const int64_t n = extents[t];
    if (n == 0) return 0;
    const int64_t value = draw.between(0, n - 1);
    const bool from_end = p.negative == STREW_NEGATIVE_FROM_END && oracle::is_signed_integer(type) && draw.chance(30);
    return from_end ? value - n : value;
  }

  integer near(size_t t) {
    const int64_t n = extents[t];
    return draw.pick<int64_t>({-2 * n, -n - 1, -n, -1, 0, n - 1, n, n + 1, 2 * n, n * 7 + 3});
  }

  integer extreme() {
    const integer one = 1;
    const integer low = draw.between(0, 3);
    return draw.pick<integer>({-(one << 63) + low, (one << 63) - 1 - low, (one << 63) + low, (one << 64) - 1 - low,
                               (one << 32) + low, -(one << 32) + low, (one << 31) + low, (one << 16) + low,
                               (one << 8) + low, (one << 62) + low, (one << 7) + low});
  }

  integer value(int64_t position, size_t t) {
    switch (p.index_pattern) {
      case pattern::zero:
        return 0;
      case pattern::equal:
        return favourite[t];
      case pattern::few:
        return draw.chance(50) ? favourite[t] : second[t];
      case pattern::sorted:
        return positions > 0 ? position * extents[t] / positions : 0;
      case pattern::mild:
        return draw.chance(10) ? near(t) : valid(t);
      case pattern::extreme:
        return draw.chance(10) ? extreme() : valid(t);
      case pattern::wild:
        return integer{draw.between(INT64_MIN, INT64_MAX)};
      case pattern::uniform:
        break;
    }
    return valid(t);
  }
};

// Members whose indices share memory all get values that suit the smallest of their extents.
std::vector<int64_t> reachable(const problem& p, size_t k) {
  const auto begin = p.data.extents.begin() + p.batch_dims;
  std::vector<int64_t> extents(begin, begin + static_cast<std::ptrdiff_t>(k));
  if (!shares_bytes_with_itself(p.indices)) return extents;
  const auto least = std::min_element(extents.begin(), extents.end());
  return std::vector<int64_t>(k, least == extents.end() ? 0 : *least);
}

void fill_indices(const problem& p, const oracle::tensor& indices, random_source& draw) {
  const auto k = static_cast<size_t>(indices.extents.back());
  const shape positions(indices.extents.begin(), indices.extents.end() - 1);
  index_source source{p, indices.type, draw, oracle::product(positions), reachable(p, k), {}, {}};
  for (size_t t = 0; t < k; ++t) {
    source.favourite.push_back(source.valid(t));
    source.second.push_back(source.valid(t));
  }
  const index_range range = range_of_type(indices.type);
  int64_t number = 0;
  oracle::for_each_coordinate(indices.extents, [&](const oracle::coordinate& c) {
    const auto t = static_cast<size_t>(c.back());
    integer value = source.value(number++ / static_cast<int64_t>(k), t);
    if (p.index_pattern == pattern::wild)
      value = static_cast<integer>(static_cast<uint64_t>(value));
    else if (value < range.low || value > range.high)
      value = source.extents[t] > 0 ? 0 : range.high;
    oracle::write_integer(indices.at(c), static_cast<uint64_t>(value));
  });
}

}  // namespace

void fill_operands(const problem& p, arena& memory, random_source& draw) {
  if (!can_be_filled(p)) return;
  fill_elements(p, memory.tensor_of(p, data_operand), draw);
  if (p.is_scatter()) fill_elements(p, memory.tensor_of(p, updates_operand), draw);
  fill_indices(p, memory.tensor_of(p, indices_operand), draw);
}

}  // namespace strew::differential
