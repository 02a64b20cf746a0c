#include "oracle/indexing.hpp"

#include <algorithm>
#include <map>

#include "oracle/cell_updates.hpp"

namespace strew::oracle {

integer read_index(const tensor& indices, const coordinate& place) {
  const uint64_t bits = read_integer(indices.type, indices.at(place));
  return is_signed_integer(indices.type) ? integer{static_cast<int64_t>(bits)} : integer{bits};
}

namespace {

std::vector<integer> read_tuple(const indexing& op, const tensor& indices, const coordinate& p) {
  std::vector<integer> tuple;
  for (size_t t = 0; t < op.members.size(); ++t) tuple.push_back(read_index(indices, op.index_at(p, t)));
  return tuple;
}

// The lowest bad member of a tuple.
std::optional<size_t> bad_member(const indexing& op, const policy& rules, const std::vector<integer>& tuple) {
  for (size_t t = 0; t < tuple.size(); ++t) {
    if (is_bad(rules, op.members[t], tuple[t])) return t;
  }
  return std::nullopt;
}

// Where the tuple's members lead for slice element s; nothing if one of them leads nowhere.
std::optional<coordinate> places(const indexing& op, const policy& rules, const std::vector<integer>& tuple,
                                 const coordinate& s) {
  coordinate all;
  for (size_t t = 0; t < tuple.size(); ++t) {
    const std::optional<int64_t> one = place(rules, op.members[t], tuple[t], op.step ? op.step(s, t) : 0);
    if (!one) return std::nullopt;
    all.push_back(*one);
  }
  return all;
}

void count_windows(const indexing& op, const policy& rules, const std::vector<integer>& tuple, outcome& counts) {
  for (size_t t = 0; t < tuple.size(); ++t) {
    if (op.members[t].window < 2) continue;
    const window_fate window = fate(rules, op.members[t], tuple[t]);
    counts.cut += window == window_fate::cut ? 1 : 0;
    counts.split += window == window_fate::split ? 1 : 0;
  }
}

using pairing = std::function<void(const std::optional<coordinate>& table, const coordinate& direct)>;

// The contract's loop: positions in row-major order, and for each position its slice.
void walk(const indexing& op, const policy& rules, const tensor& indices, outcome& counts, const pairing& visit) {
  for_each_coordinate(op.positions, [&](const coordinate& p) {
    const std::vector<integer> tuple = read_tuple(op, indices, p);
    if (product(op.slice) > 0) count_windows(op, rules, tuple, counts);
    for_each_coordinate(op.slice, [&](const coordinate& s) {
      const std::optional<coordinate> i = places(op, rules, tuple, s);
      ++(i ? counts.moved : counts.dropped);
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

std::vector<stored_index> stored(const std::vector<integer>& tuple) {
  std::vector<stored_index> list;
  for (const integer value : tuple) list.push_back({static_cast<uint64_t>(value), value < 0});
  return list;
}

index_error describe(const indexing& op, const policy& rules, element index_type, const std::vector<integer>& tuple,
                     size_t bad) {
  index_error error;
  error.component = bad;
  error.extent = op.members[bad].extent;
  error.window = op.members[bad].window;
  error.range = allowed(rules, op.members[bad]);
  if (is_unsigned_integer(index_type)) error.range.low = 0;  // such a value cannot count from the end
  error.tuple = stored(tuple);
  return error;
}

}  // namespace

std::optional<coordinate> addressed_by(const indexing& op, const policy& rules, const tensor& indices,
                                       const coordinate& p, const coordinate& s) {
  const std::optional<coordinate> i = places(op, rules, read_tuple(op, indices, p), s);
  return i ? std::optional(op.table_at(p, *i, s)) : std::nullopt;
}

std::vector<coordinate> addressed(const indexing& op, const policy& rules, const tensor& indices, const coordinate& p) {
  std::vector<coordinate> all;
  for_each_coordinate(op.slice, [&](const coordinate& s) {
    if (const auto place = addressed_by(op, rules, indices, p, s)) all.push_back(*place);
  });
  return all;
}

std::optional<index_error> validate(const indexing& op, const policy& rules, const tensor& indices) {
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

std::optional<duplicate> find_duplicate(const indexing& op, const policy& rules, const tensor& indices,
                                        const tensor& table) {
  std::optional<duplicate> found;
  std::map<unsigned char*, uint64_t> writers;
  uint64_t position = 0;
  for_each_coordinate(op.positions, [&](const coordinate& p) {
    if (found) return;
    const std::vector<integer> tuple = read_tuple(op, indices, p);
    for_each_coordinate(op.slice, [&](const coordinate& s) {
      const std::optional<coordinate> i = places(op, rules, tuple, s);
      if (!i) return;
      const uint64_t first = writers.try_emplace(table.at(op.table_at(p, *i, s)).data(), position).first->second;
      if (first == position) return;
      if (!found) found = duplicate{position, first, p, stored(tuple)};
      found->other_position = std::min(found->other_position, first);
    });
    ++position;
  });
  return found;
}

outcome gather(const indexing& op, const policy& rules, const tensor& data, const tensor& indices, const tensor& output,
               const std::vector<unsigned char>& fill) {
  outcome result;
  result.error = validate(op, rules, indices);
  if (result.error) return result;
  walk(op, rules, indices, result, [&](const std::optional<coordinate>& table, const coordinate& direct) {
    if (table) {
      copy(data.at(*table), output.at(direct));
    } else if (rules.out_of_bounds == out_of_bounds::fill) {
      copy(fill, output.at(direct));
    }
  });
  return result;
}

outcome scatter(const indexing& op, const policy& rules, const reduction_rule& rule, const tensor& data,
                const tensor& indices, const tensor& updates, const tensor& output, duplicates refused) {
  outcome result;
  result.error = validate(op, rules, indices);
  if (result.error) return result;
  if (refused == duplicates::error) result.found_duplicate = find_duplicate(op, rules, indices, output);
  if (result.found_duplicate) return result;
  const bool in_place = data.store == output.store && data.base == output.base;
  if (!in_place) copy_tensor(data, output);
  cell_updates cells;
  walk(op, rules, indices, result, [&](const std::optional<coordinate>& table, const coordinate& direct) {
    if (table) cells.add(output.at(*table), {updates.at(direct)});
  });
  const folded_cells folded = cells.fold_into(output.type, rule);
  result.repeated = folded.repeated;
  result.nans = folded.nans;
  return result;
}

}  // namespace strew::oracle
