// Dimension numbers of the StableHLO forms that break one constraint.
#include <algorithm>
#include <array>

#include "cases/generate.hpp"

namespace strew::cases {
namespace {

using numbers = oracle::dimensions;

int64_t& any_of(shape& list, random_source& draw) {
  return list[static_cast<size_t>(draw.between(0, static_cast<int64_t>(list.size()) - 1))];
}

// Adds a number to a list or removes one.
void resize(shape& list, random_source& draw) {
  if (!list.empty() && draw.chance(50)) {
    list.erase(list.begin() + draw.between(0, static_cast<int64_t>(list.size()) - 1));
  } else {
    list.push_back(draw.between(0, 4));
  }
}

void leave_range(shape& list, int64_t end, random_source& draw) {
  if (list.empty()) return;
  if (draw.chance(50)) list.front() = draw.pick<int64_t>({-1, INT64_MIN});
  if (list.front() >= 0) list.back() = draw.pick<int64_t>({end, end + 1, INT64_MAX});
}

void repeat_one(shape& list, random_source& draw) {
  if (list.size() > 1) list[0] = list[1];
  if (list.size() > 2 && draw.chance(50)) std::reverse(list.begin(), list.end());
}

void reverse(shape& list, random_source&) {
  std::reverse(list.begin(), list.end());
}

void change_a_list(test_case& p, random_source& draw) {
  numbers& n = p.numbers;
  const auto rank = static_cast<int64_t>(p.data.extents.size());
  const auto direct_rank = static_cast<int64_t>(p.direct().extents.size());
  const auto index_rank = static_cast<int64_t>(p.indices.extents.size());
  struct bounded {
    shape* list;
    int64_t end;
  };
  const auto chosen = draw.pick<bounded>({{&n.window, direct_rank},
                                          {&n.collapsed, rank},
                                          {&n.batching, rank},
                                          {&n.index_batching, index_rank},
                                          {&n.index_map, rank}});
  switch (draw.between(0, 3)) {
    case 0:
      return resize(*chosen.list, draw);
    case 1:
      return leave_range(*chosen.list, chosen.end, draw);
    case 2:
      return repeat_one(*chosen.list, draw);
    default:
      return reverse(*chosen.list, draw);
  }
}

// Reverses both batching lists, which keeps their pairs.
void reverse_batching(test_case& p, random_source& draw) {
  reverse(p.numbers.batching, draw);
  reverse(p.numbers.index_batching, draw);
}

// Gives a batching dimension a second role.
void reuse_a_batching_dim(test_case& p, random_source& draw) {
  numbers& n = p.numbers;
  if (n.batching.empty()) return;
  shape& other = draw.chance(50) ? n.index_map : n.collapsed;
  if (!other.empty()) any_of(other, draw) = n.batching.front();
}

void change_vector_dim(test_case& p, random_source& draw) {
  numbers& n = p.numbers;
  const auto rank = static_cast<int64_t>(p.indices.extents.size());
  n.index_vector_dim = draw.pick<int64_t>({-1, rank, rank + 1, 0, INT64_MIN, INT64_MAX});
  if (!n.index_batching.empty() && draw.chance(50)) n.index_vector_dim = n.index_batching.front();
}

void batch_along_the_tuple(test_case& p, random_source& draw) {
  if (!p.numbers.index_batching.empty()) any_of(p.numbers.index_batching, draw) = p.numbers.index_vector_dim;
}

void change_a_slice_size(test_case& p, random_source& draw) {
  numbers& n = p.numbers;
  if (n.slice_sizes.empty()) return;
  const shape special = oracle::join({n.collapsed, n.batching});
  if (!special.empty() && draw.chance(60)) {
    n.slice_sizes[static_cast<size_t>(draw.pick_from(special))] = draw.pick<int64_t>({2, 3, 0, -1});
    return;
  }
  int64_t& size = any_of(n.slice_sizes, draw);
  size = draw.pick<int64_t>({-1, size + 1, 17, INT64_MAX, INT64_MIN});
}

void change_slice_count(test_case& p, random_source& draw) {
  if (!p.is_scatter()) resize(p.numbers.slice_sizes, draw);
}

void lengthen_a_list(test_case& p, random_source& draw) {
  numbers& n = p.numbers;
  shape& list = *draw.pick({&n.window, &n.collapsed, &n.batching, &n.index_batching, &n.index_map});
  list.resize(1025, 1);
}

// Makes a window of updates wider than the operand.
void widen_a_window(test_case& p, random_source& draw) {
  if (!p.is_scatter() || p.numbers.window.empty()) return;
  p.updates.extents[static_cast<size_t>(draw.pick_from(p.numbers.window))] = 17;
  p.updates.strides = packed_strides(p.updates.extents, width_of(p.updates));
}

}  // namespace

void break_a_number(test_case& p, random_source& draw) {
  using number_fault = void (*)(test_case&, random_source&);
  constexpr std::array<number_fault, 13> faults = {
      lengthen_a_list,     change_a_list,        change_a_list,     change_a_list,         change_a_list,
      reverse_batching,    reuse_a_batching_dim, change_vector_dim, batch_along_the_tuple, change_vector_dim,
      change_a_slice_size, change_slice_count,   widen_a_window};
  draw.pick_from(faults)(p, draw);
}

}  // namespace strew::cases
