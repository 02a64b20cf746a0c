// What an execution elsewhere finds of a random call's indices.
#pragma once

#include <strew/problem.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "problem/interpreter.hpp"
#include "problem/plans.hpp"
#include "problem/random_call.hpp"
#include "problem/records.hpp"

namespace strew::testing {

// Any values in some of the indices, often where bad ones are an error, and tuples that several positions share.
inline void disturb(random_call& call, unsigned seed) {
  std::mt19937 draw(seed + 77);
  if (draw() % 2 == 0) {
    call.options.out_of_bounds = STREW_OOB_ERROR;
    call.options.fill_value = nullptr;
    call.options.fill_dtype = STREW_DTYPE_OPAQUE;
  }
  const auto width = static_cast<std::size_t>(strew_dtype_bytes(call.indices.dtype));
  const bool has_any = draw() % 2 == 0;
  for (std::size_t at = 0; at + width <= call.indices.bytes.size(); at += width) {
    if (!has_any || draw() % 12 != 0) continue;
    const std::int64_t near = static_cast<std::int64_t>(draw() % 12) - 6;
    const std::int64_t far = static_cast<std::int64_t>(draw()) << (draw() % 33);
    std::memcpy(call.indices.bytes.data() + at, draw() % 3 == 0 ? &far : &near, width);
  }
  if (draw() % 3 == 0 && call.indices.strides.size() > 1)
    call.indices.strides[draw() % (call.indices.strides.size() - 1)] = 0;
}

// Whether a dimension of the updates is one of positions.
inline bool is_of_positions(const random_call& call, std::size_t dimension) {
  const auto d = static_cast<std::int64_t>(dimension);
  const auto q = static_cast<std::int64_t>(call.indices.extents.size());
  if (call.op.kind == STREW_OPERATOR_SCATTER_ELEMENTS) return true;
  if (call.op.kind == STREW_OPERATOR_SCATTER)
    return d < call.op.batch_dims || (d >= call.op.axis && d < call.op.axis + q - call.op.batch_dims);
  return d < q - 1;
}

// The position of each element of the updates, by its distance in bytes.
inline std::map<std::int64_t, std::uint64_t> positions_of_updates(const random_call& call) {
  std::map<std::int64_t, std::uint64_t> all;
  interpreter::for_each(call.updates.extents, [&](const numbers& x) {
    std::int64_t offset = 0;
    std::uint64_t position = 0;
    for (std::size_t d = 0; d < x.size(); ++d) {
      offset += x[d] * call.updates.strides[d];
      if (is_of_positions(call, d))
        position = position * static_cast<std::uint64_t>(call.updates.extents[d]) + static_cast<std::uint64_t>(x[d]);
    }
    all[offset] = position;
  });
  return all;
}

// The cells that each position writes.
using cells_by_position = std::map<std::uint64_t, std::set<unsigned char*>>;

inline cells_by_position cells_of(const random_call& call, const interpreter& elsewhere) {
  const auto positions = positions_of_updates(call);
  cells_by_position all;
  for (const auto& [cell, update] : elsewhere.cells(sizeof(std::int32_t))) all[positions.at(update)].insert(cell);
  return all;
}

inline bool share_cell(const cells_by_position& cells, std::uint64_t left, std::uint64_t right) {
  if (cells.count(left) == 0 || cells.count(right) == 0) return false;
  const auto& mine = cells.at(left);
  const auto& others = cells.at(right);
  return std::any_of(mine.begin(), mine.end(), [&](unsigned char* cell) { return others.count(cell) != 0; });
}

// The smallest position that writes a cell again, and the smallest that wrote one of its cells before.
inline std::optional<position_pair> find_duplicate(const cells_by_position& cells) {
  for (const auto& later : cells) {
    for (const auto& earlier : cells) {
      if (earlier.first < later.first && share_cell(cells, earlier.first, later.first))
        return position_pair{later.first, earlier.first};
    }
  }
  return std::nullopt;
}

}  // namespace strew::testing
