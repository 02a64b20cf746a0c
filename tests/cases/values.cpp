#include "cases/values.hpp"

#include <algorithm>
#include <bit>
#include <set>

#include "cases/description.hpp"
#include "cases/operators.hpp"
#include "cases/overlap.hpp"
#include "oracle/policy.hpp"
#include "oracle/real_format.hpp"

namespace strew::cases {
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

// The same, and what absorbs them: infinities and, in every other case, NaNs. No sum or product of them is rounded.
uint64_t orderless(const test_case& p, element type, random_source& draw) {
  if (!draw.chance(5)) return signed_unit(type, draw);
  const oracle::real_format format = oracle::format_of(type);
  const uint64_t infinity = ((uint64_t{1} << format.exponent_bits) - 1) << format.fraction_bits;
  const uint64_t payload = p.seed % 2 == 0 && draw.chance(50) ? draw.bits() >> (64 - format.fraction_bits) : 0;
  return draw.bits() % 2 << (format.exponent_bits + format.fraction_bits) | infinity | payload;
}

constexpr int64_t max_filled = 1 << 20;

uint64_t special_integer(random_source& draw) {
  const uint64_t top = uint64_t{1} << draw.pick({7, 15, 31, 63});
  return draw.pick<uint64_t>({top, top - 1, ~uint64_t{0}, 0});
}

void write_element(const test_case& p, element type, oracle::bytes target, random_source& draw) {
  const bool special = p.values == contents::special && draw.chance(25);
  if (oracle::is_complex(type)) {
    const element part = type == element::c64 ? element::f32 : element::f64;
    write_element(p, part, target.first(target.size() / 2), draw);
    write_element(p, part, target.subspan(target.size() / 2), draw);
  } else if (type == element::boolean) {
    target[0] = draw.pick<unsigned char>({0, 0, 1, 1, 2, 255});
  } else if (special && oracle::is_integer(type)) {
    oracle::write_integer(target, special_integer(draw));
  } else if (special && oracle::is_real(type)) {
    oracle::write_integer(target, special_real(type, draw));
  } else if (p.values == contents::orderless && oracle::is_real(type)) {
    oracle::write_integer(target, orderless(p, type, draw));
  } else if (p.values == contents::signs && oracle::is_real(type)) {
    oracle::write_integer(target, signed_unit(type, draw));
  } else if (oracle::is_real(type) || oracle::is_integer(type)) {
    oracle::write_integer(target, small_number(type, draw));
  }
}

// The buffers contain random bits, which are the same bytes on every machine. Its elements are the same numbers too.
void take_bits(const oracle::tensor& operand) {
  if (std::endian::native == std::endian::little || operand.type == element::opaque) return;
  std::set<const unsigned char*> taken;  // elements of a stride of 0 are one
  oracle::for_each_coordinate(operand.extents, [&](const oracle::coordinate& c) {
    const oracle::bytes all = operand.at(c);
    const size_t part = oracle::is_complex(operand.type) ? all.size() / 2 : all.size();
    if (!taken.insert(all.data()).second) return;
    for (size_t from = 0; from < all.size(); from += part) std::ranges::reverse(all.subspan(from, part));
  });
}

void fill_elements(const test_case& p, const oracle::tensor& operand, random_source& draw) {
  if (oracle::product(operand.extents) > max_filled) return;
  if (p.values == contents::bits) return take_bits(operand);
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
  const pattern kind;
  const oracle::policy rules;
  element type;
  random_source& draw;
  int64_t positions = 0;
  int64_t line = 1;                          // positions of the last dimension
  std::vector<oracle::member> members = {};  // limits of each member
  std::vector<integer> favourite = {};       // a frequent value for each member, and a second one
  std::vector<integer> second = {};
  std::vector<integer> next = {}, step = {};  // of a run with a constant step
  int64_t left = 0;                           // remaining positions of that run

  integer valid(size_t t) {
    const oracle::member m = members[t];
    if (m.extent <= m.window) return 0;
    if (m.window > 1 && may_lie_outside() && draw.chance(50)) return draw.between(1 - m.window, m.extent - 1);
    const int64_t value = draw.between(0, m.extent - m.window);
    const bool from_end = rules.negative == oracle::negative_indices::from_end && oracle::is_signed_integer(type);
    return from_end && draw.chance(30) ? value - m.extent : value;
  }

  integer near(size_t t) {
    const integer n = members[t].extent;
    const integer w = members[t].window;
    return draw.pick<integer>(
        {-2 * n, -n - 1, -n, -1, 0, n - 1, n, n + 1, 2 * n, n * 7 + 3, n - w, n - w + 1, -w, -w - 1, 1 - w});
  }

  integer extreme() {
    const integer one = 1;
    const integer low = draw.between(0, 3);
    return draw.pick<integer>({-(one << 63) + low, (one << 63) - 1 - low, (one << 63) + low, (one << 64) - 1 - low,
                               (one << 32) + low, -(one << 32) + low, (one << 31) + low, (one << 16) + low,
                               (one << 8) + low, (one << 62) + low, (one << 7) + low});
  }

  // Adjacent windows from the end on, sometimes one that may overlap two of them.
  integer descending(int64_t position, size_t t) {
    const oracle::member m = members[t];
    const integer requested = integer{m.extent} - m.window * (integer{position} + 1);
    const integer over_two = requested + m.window + draw.between(1, std::max<int64_t>(m.window - 1, 1));
    if (m.window > 1 && position > 1 && over_two >= 0 && draw.chance(25)) return over_two;
    return requested < 0 || draw.chance(10) ? valid(t) : requested;
  }

  bool may_lie_outside() const {
    return rules.out_of_bounds != oracle::out_of_bounds::error && rules.out_of_bounds != oracle::out_of_bounds::assume;
  }

  void begin_stretch() {
    const bool crosses = may_lie_outside() && draw.chance(30);
    left = draw.chance(20) ? draw.between(1, 16) : draw.between(17, 90);
    next.clear();
    step.clear();
    for (size_t t = 0; t < members.size(); ++t) {
      const int64_t most = std::max<int64_t>(members[t].extent - members[t].window, 0);
      next.push_back(draw.between(0, most));
      step.push_back(draw.pick<int64_t>({0, 1, 1, 1, -1, 2, -3}));
      if (crosses || step[t] == 0) continue;
      const integer room = step[t] > 0 ? (most - next[t]) / step[t] : next[t] / -step[t];
      left = std::min(left, static_cast<int64_t>(room) + 1);
    }
  }

  integer of_stretch(size_t t) {
    if (t == 0 && left-- == 0) {
      begin_stretch();
      --left;
    }
    const integer value = next[t];
    next[t] += step[t];
    return value;
  }

  integer of_line(int64_t position, size_t t) {
    if (position % line == 0 || draw.chance(1)) favourite[t] = valid(t);
    return favourite[t];
  }

  integer value(int64_t position, size_t t) {
    switch (kind) {
      case pattern::zero:
        return 0;
      case pattern::equal:
        return favourite[t];
      case pattern::few:
        return draw.chance(50) ? favourite[t] : second[t];
      case pattern::sorted:
        return positions > 0
                   ? integer{position} * std::max<int64_t>(members[t].extent - members[t].window + 1, 0) / positions
                   : 0;
      case pattern::descending:
        return descending(position, t);
      case pattern::runs:
        return of_stretch(t);
      case pattern::lines:
        return of_line(position, t);
      case pattern::near:
        return draw.chance(10) ? near(t) : valid(t);
      case pattern::extreme:
        return draw.chance(10) ? extreme() : valid(t);
      case pattern::arbitrary:
        return static_cast<uint64_t>(draw.between(INT64_MIN, INT64_MAX));
      case pattern::uniform:
        break;
    }
    return valid(t);
  }

  integer stored(int64_t position, size_t t) {
    const integer requested = value(position, t);
    const index_range range = range_of_type(type);
    if (kind == pattern::arbitrary || (requested >= range.low && requested <= range.high)) return requested;
    return members[t].extent >= members[t].window ? 0 : range.high;
  }
};

// Members whose indices share memory get values that are valid for the smallest extent and the largest window.
std::vector<oracle::member> reachable(const view& indices, std::vector<oracle::member> members) {
  if (members.empty() || !shares_bytes_with_itself(indices)) return members;
  oracle::member least = members.front();
  for (const oracle::member& m : members) {
    least = {std::min(least.extent, m.extent), std::max(least.window, m.window)};
  }
  return std::vector<oracle::member>(members.size(), least);
}

void fill_indices(const oracle::indexing& op, index_source source, const view& described,
                  const oracle::tensor& indices) {
  source.positions = oracle::product(op.positions);
  source.members = reachable(described, op.members);
  if (!op.positions.empty()) source.line = std::max<int64_t>(op.positions.back(), 1);
  for (size_t t = 0; t < source.members.size(); ++t) {
    source.favourite.push_back(source.valid(t));
    source.second.push_back(source.valid(t));
  }
  int64_t number = 0;
  oracle::for_each_coordinate(op.positions, [&](const oracle::coordinate& c) {
    for (size_t t = 0; t < source.members.size(); ++t) {
      oracle::write_integer(indices.at(op.index_at(c, t)), static_cast<uint64_t>(source.stored(number, t)));
    }
    ++number;
  });
}

// Mostly ascending ones; some do not begin at 0, some do not end with the positions.
void fill_offsets(const oracle::segmentation& of, const oracle::tensor& offsets, random_source& draw) {
  const int64_t end = oracle::product(oracle::rest(of.positions, of.batch_dims));
  const index_range range = range_of_type(offsets.type);
  const auto highest = static_cast<int64_t>(std::min<integer>(end, range.high));
  const bool has_bad = draw.chance(12);
  const shape batch = oracle::part(of.positions, 0, of.batch_dims);
  oracle::for_each_coordinate(batch, [&](const oracle::coordinate& entry) {
    std::vector<int64_t> values(static_cast<size_t>(offsets.extents.back()));
    for (int64_t& value : values) value = draw.between(0, highest);
    std::sort(values.begin(), values.end());
    if (draw.chance(40) && !values.empty()) values[0] = 0;
    for (size_t n = 0; n < values.size(); ++n) {
      const bool is_bad = has_bad && draw.chance(15);
      const int64_t value = is_bad ? draw.between(-2, end + 3) : values[n];
      oracle::write_integer(offsets.at(oracle::join({entry, {static_cast<int64_t>(n)}})), static_cast<uint64_t>(value));
    }
  });
}

}  // namespace

uint64_t small_number(oracle::element type, random_source& draw) {
  const int64_t whole = draw.between(-40, 40);
  if (!oracle::is_real(type)) return static_cast<uint64_t>(whole);
  return oracle::format_of(type).encode(static_cast<double>(whole * (1 << draw.between(0, 6))) / 7);
}

void fill_operands(const test_case& p, arena& memory, random_source& draw) {
  if (!can_be_filled(p)) return;
  const auto tensor_of = [&](operand_number which) { return memory.tensor_of(p, which); };
  if (p.place == output_place::own) take_bits(tensor_of(output_operand));
  fill_elements(p, tensor_of(data_operand), draw);
  if (p.is_scatter()) fill_elements(p, tensor_of(updates_operand), draw);
  if (p.move.has_weights) fill_elements(p, tensor_of(weights_operand), draw);
  if (!p.no_indices)
    fill_indices(form_of(p), {p.index_pattern, policy_of(p), static_cast<element>(p.indices.type), draw}, p.indices,
                 tensor_of(indices_operand));
  if (p.move.has_offsets) fill_offsets(segments_of(p), tensor_of(offsets_operand), draw);
  if (p.move.has_from_offsets) fill_offsets(from_segments_of(p), tensor_of(from_offsets_operand), draw);
  if (p.move.has_from && !p.move.has_from_offsets)
    fill_indices(from_form_of(p),
                 {p.move.from_pattern, from_policy_of(p), static_cast<element>(p.move.from.type), draw}, p.move.from,
                 tensor_of(from_operand));
}

}  // namespace strew::cases
