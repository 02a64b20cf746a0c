#include "oracle/form.hpp"

#include <algorithm>
#include <map>

namespace strew::oracle {
namespace {

integer read_index(const tensor& indices, const coordinate& place) {
  const uint64_t bits = read_integer(indices.type, indices.at(place));
  return is_signed_integer(indices.type) ? integer{static_cast<int64_t>(bits)} : integer{bits};
}

std::vector<integer> read_tuple(const form& op, const tensor& indices, const coordinate& p) {
  std::vector<integer> tuple;
  for (size_t t = 0; t < op.members.size(); ++t) tuple.push_back(read_index(indices, op.index_at(p, t)));
  return tuple;
}

// The lowest bad member of a tuple.
std::optional<size_t> bad_member(const form& op, const policy& rules, const std::vector<integer>& tuple) {
  for (size_t t = 0; t < tuple.size(); ++t) {
    if (is_bad(rules, op.members[t], tuple[t])) return t;
  }
  return std::nullopt;
}

// Where the tuple's members lead for slice element s; nothing if one of them leads nowhere.
std::optional<coordinate> places(const form& op, const policy& rules, const std::vector<integer>& tuple,
                                 const coordinate& s) {
  coordinate all;
  for (size_t t = 0; t < tuple.size(); ++t) {
    const std::optional<int64_t> one = place(rules, op.members[t], tuple[t], op.step ? op.step(s, t) : 0);
    if (!one) return std::nullopt;
    all.push_back(*one);
  }
  return all;
}

using pairing = std::function<void(const std::optional<coordinate>& table, const coordinate& direct)>;

// The contract's loop: positions in row-major order, and for each position its slice.
void walk(const form& op, const policy& rules, const tensor& indices, const pairing& visit) {
  for_each_coordinate(op.positions, [&](const coordinate& p) {
    const std::vector<integer> tuple = read_tuple(op, indices, p);
    for_each_coordinate(op.slice, [&](const coordinate& s) {
      const std::optional<coordinate> i = places(op, rules, tuple, s);
      visit(i ? std::optional(op.table_at(p, *i, s)) : std::nullopt, op.direct_at(p, s));
    });
  });
}

void copy(element_bytes from, bytes to) {
  std::copy(from.begin(), from.end(), to.begin());
}

void copy_tensor(const tensor& from, const tensor& to) {
  for_each_coordinate(from.extents, [&](const coordinate& c) { copy(from.at(c), to.at(c)); });
}

index_error describe(const form& op, const policy& rules, element index_type, const std::vector<integer>& tuple,
                     size_t bad) {
  index_error error;
  error.component = bad;
  error.extent = op.members[bad].extent;
  error.range = allowed(rules, op.members[bad]);
  if (is_unsigned_integer(index_type)) error.range.low = 0;  // such a value cannot count from the end
  for (const integer value : tuple) error.tuple.push_back({static_cast<uint64_t>(value), value < 0});
  return error;
}

}  // namespace

std::optional<index_error> judge(const form& op, const policy& rules, const tensor& indices) {
  std::optional<index_error> first;
  uint64_t position = 0;
  for_each_coordinate(op.positions, [&](const coordinate& p) {
    const std::vector<integer> tuple = read_tuple(op, indices, p);
    if (const std::optional<size_t> bad = bad_member(op, rules, tuple)) {
      if (!first) {
        first = describe(op, rules, indices.type, tuple, *bad);
        first->position = position;
        first->coordinates = p;
      }
      ++first->bad_count;
    }
    ++position;
  });
  return first;
}

outcome gather(const form& op, const policy& rules, const tensor& data, const tensor& indices, const tensor& output,
               const std::vector<unsigned char>& fill) {
  outcome result;
  result.error = judge(op, rules, indices);
  if (result.error) return result;
  walk(op, rules, indices, [&](const std::optional<coordinate>& table, const coordinate& direct) {
    ++(table ? result.moved : result.dropped);
    if (table) {
      copy(data.at(*table), output.at(direct));
    } else if (rules.out_of_bounds == out_of_bounds::fill) {
      copy(fill, output.at(direct));
    }
  });
  return result;
}

outcome scatter(const form& op, const policy& rules, const reduction_rule& how, const tensor& data,
                const tensor& indices, const tensor& updates, const tensor& output) {
  outcome result;
  result.error = judge(op, rules, indices);
  if (result.error) return result;
  const bool in_place = data.store == output.store && data.base == output.base;
  if (!in_place) copy_tensor(data, output);
  std::map<unsigned char*, std::vector<element_bytes>> cells;
  walk(op, rules, indices, [&](const std::optional<coordinate>& table, const coordinate& direct) {
    ++(table ? result.moved : result.dropped);
    if (table) cells[output.at(*table).data()].push_back(updates.at(direct));
  });
  for (auto& [first_byte, terms] : cells) {
    if (terms.size() > 1) ++result.repeated;
    fold(output.type, how, bytes(first_byte, static_cast<size_t>(output.width)), terms);
  }
  return result;
}

}  // namespace strew::oracle
