#include "execute/found_elsewhere.hpp"

#include <cstddef>

#include "base/dtype.hpp"
#include "execute/bad_indices.hpp"
#include "execute/index_failure.hpp"
#include "execute/offsets.hpp"
#include "problem/meeting.hpp"

namespace strew::engine {
namespace {

// Whether an element of the index type can be this value.
bool can_hold(dtype type, std::uint64_t value) {
  const auto bits = static_cast<unsigned>(8 * info(type).width);
  const std::int64_t sign = static_cast<std::int64_t>(value) >> (bits - 1);
  return is_signed(type) ? sign == 0 || sign == -1 : bits == 64 || value >> bits == 0;
}

status check_position(const index_space& space, operand where, std::uint64_t position) {
  const std::uint64_t count = space.position_count();
  if (count == 0) return fail(rule::PT6, where, "the plan has no position");
  if (position < count) return {};
  return fail(rule::PT6, where, "position {} is outside [0, {}]", position, count - 1);
}

status read_values(const indexed_side& of, operand where, const found_tuple& given, std::size_t members,
                   std::uint64_t depth, index_tuple& tuple) {
  if (depth != members)
    return fail(rule::PT6, where, "tuple_depth is {}, but tuples of the plan have {} values", depth, members);
  if (given.values == nullptr && members != 0)
    return fail(rule::PT1, where, "the tuple of position {} is null", given.position);
  for (std::size_t k = 0; k < members; ++k) {
    const std::uint64_t bits = given.values[k];
    const index_value value{bits, is_signed(of.index_type) && (bits >> 63U) != 0};
    if (!can_hold(of.index_type, bits))
      return fail(rule::PT6, where, "component {} of position {} is {}, which {} cannot hold", k, given.position,
                  sentence_value(value), type_words{of.index_type, 0, where});
    tuple.push_back(value);
  }
  return {};
}

status read_tuple(const indexed_side& of, operand where, const found_tuple& given, std::uint64_t depth,
                  index_tuple& tuple) {
  return read_values(of, where, given, of.space.members.size(), depth, tuple);
}

status read(const indexed_side& of, operand where, const found_tuple& given, std::uint64_t depth, index_tuple& tuple) {
  if (auto bad = check_position(of.space, where, given.position)) return bad;
  return read_tuple(of, where, given, depth, tuple);
}

// The first bad member; the number of members if there is none.
std::size_t first_bad(const indexed_side& of, const index_tuple& tuple) {
  std::size_t k = 0;
  while (k < tuple.size() && !is_bad(tuple[k], of.space.members[k], of.policy)) ++k;
  return k;
}

// Positions along a broadcast dimension share their tuples: the first bad one is the first of those that share its
// tuple, and all of them are bad.
status check_count(const index_space& space, operand where, std::uint64_t position, std::uint64_t bad_count) {
  const std::uint64_t most = space.position_count() - position;
  if (bad_count == 0 || bad_count > most)
    return fail(rule::PT6, where, "bad_count is {}, outside [1, {}]", bad_count, most);
  std::uint64_t copies = 1;
  std::uint64_t rest = position;
  for (std::size_t n = space.positions.size(); n-- > 0;) {
    const auto extent = static_cast<std::uint64_t>(space.positions[n].extent);
    const bool is_broadcast = space.positions[n].index_stride == 0;
    if (is_broadcast && rest % extent != 0)
      return fail(rule::PT6, where, "position {} is not the first one with its tuple, which is broadcast", position);
    copies *= is_broadcast ? extent : 1;
    rest /= extent;
  }
  if (bad_count % copies == 0) return {};
  return fail(rule::PT6, where, "bad_count is {}, but each tuple is that of {} positions", bad_count, copies);
}

status check_good(const problem& p, std::uint64_t position, const index_tuple& tuple) {
  if (first_bad(p, tuple) == tuple.size()) return {};
  return fail(rule::PT6, operand::indices, "the tuple {} of position {} is a bad one, which is another error",
              tuple_of(tuple), position);
}

// The bad offset and the one before it.
failure bad_offset_found(const indexed_side& of, operand where, const found_tuple& bad, std::uint64_t depth,
                         std::uint64_t bad_count) {
  const std::uint64_t all = offset_count(of);
  if (all == 0) return fail(rule::PT6, where, "the plan has no offset");
  if (bad.position >= all) return fail(rule::PT6, where, "offset {} is outside [0, {}]", bad.position, all - 1);
  if (bad_count == 0 || bad_count > all - bad.position)
    return fail(rule::PT6, where, "bad_count is {}, outside [1, {}]", bad_count, all - bad.position);
  index_tuple both;
  if (auto refused = read_values(of, where, bad, 2, depth, both)) return *refused;
  const bool is_first = bad.position % static_cast<std::uint64_t>(of.segments->offset_count) == 0;
  const bool is_before_good = is_first ? both[1].bits == 0 : !is_bad_offset(of, both[1], {});
  if (!is_before_good || !is_bad_offset(of, both[0], both[1]))
    return fail(rule::PT6, where, "offset {}, which is {} after {}, is not the first bad one under the plan",
                bad.position, sentence_value(both[0]), sentence_value(both[1]));
  return bad_offset_failure(of, where, {bad_count, bad.position, both[0], both[1]});
}

}  // namespace

failure bad_index_found(const plan& p, operand where, const found_tuple& bad, std::uint64_t depth,
                        std::uint64_t bad_count) {
  const indexed_side& of = where == operand::from ? *p.move().from : p.move();
  if (of.segments) return bad_offset_found(of, where, bad, depth, bad_count);
  index_tuple tuple;
  if (auto refused = read(of, where, bad, depth, tuple)) return *refused;
  if (auto refused = check_count(of.space, where, bad.position, bad_count)) return *refused;
  const std::size_t k = first_bad(of, tuple);
  if (k == tuple.size())
    return fail(rule::PT6, where, "the tuple {} of position {} is not bad under the plan", tuple_of(tuple),
                bad.position);
  return bad_index_failure(of, where, {bad_count, bad.position, k, tuple[k]}, tuple);
}

failure duplicate_found(const plan& p, const found_tuple& later, const found_tuple& earlier, std::uint64_t depth) {
  const problem& move = p.move();
  if (!p.duplicates) return fail(rule::PT6, operand::indices, "the plan refuses no duplicates");
  index_tuple first;
  index_tuple second;
  if (auto refused = read(move, operand::indices, later, depth, second)) return *refused;
  if (earlier.position >= later.position)
    return fail(rule::PT6, operand::indices, "other_position is {}, not below position {}", earlier.position,
                later.position);
  if (auto refused = read_tuple(move, operand::indices, earlier, depth, first)) return *refused;
  if (auto refused = check_good(move, later.position, second)) return *refused;
  if (auto refused = check_good(move, earlier.position, first)) return *refused;
  if (meet(*p.duplicates, {earlier.position, first}, {later.position, second}))
    return duplicate_failure(move, later.position, earlier.position, second);
  return fail(rule::PT6, operand::indices,
              "position {} with tuple {} and position {} with tuple {} write no common cell", later.position,
              tuple_of(second), earlier.position, tuple_of(first));
}

}  // namespace strew::engine
