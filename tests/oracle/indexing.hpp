// What all operators share. An operator is a form: which positions there are, which tuple a position reads, and which
// elements its slice pairs. Gather and scatter are written once over it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "oracle/policy.hpp"
#include "oracle/reduce.hpp"
#include "oracle/tensor.hpp"

namespace strew::oracle {

struct indexing {
  shape positions;              // of the indices, without the tuple dimension
  shape slice;                  // extents of what one position moves
  std::vector<member> members;  // of the tuple, in its order

  // Where member t of the tuple of position p is stored.
  std::function<coordinate(const coordinate& p, size_t t)> index_at;
  // How far slice element s stands from the start of member t's window; null: always 0.
  std::function<int64_t(const coordinate& s, size_t t)> step;
  // The element of the addressed operand (data of a gather, output of a scatter); `i` are the places of the members.
  std::function<coordinate(const coordinate& p, const coordinate& i, const coordinate& s)> table_at;
  // The element of the operand walked in order (output of a gather, updates of a scatter).
  std::function<coordinate(const coordinate& p, const coordinate& s)> direct_at;
};

struct stored_index {
  uint64_t bits = 0;  // sign-extended if the index type is signed
  bool negative = false;
  bool operator==(const stored_index&) const = default;
};

struct index_error {
  uint64_t position = 0;  // row-major number of the first bad position
  coordinate coordinates;
  std::vector<stored_index> tuple;
  uint64_t component = 0;  // lowest bad member
  int64_t extent = 0;
  int64_t window = 1;
  allowed_range range;
  uint64_t bad_count = 0;  // positions with a bad member
};

// The first position that writes a cell which an earlier one has written.
struct duplicate {
  uint64_t position = 0;
  uint64_t other_position = 0;  // the smallest earlier one of a cell they share
  coordinate coordinates;
  std::vector<stored_index> tuple;
};

struct outcome {
  std::optional<index_error> error;          // then nothing was written
  std::optional<duplicate> found_duplicate;  // the same, if duplicates are refused
  uint64_t moved = 0;                        // elements read or applied
  uint64_t dropped = 0;                      // elements that skip, fill or padding left without a place
  uint64_t repeated = 0;                     // cells of a scatter that got more than one update
  uint64_t cut = 0;                          // windows that skip or fill left in part
  uint64_t split = 0;                        // windows that wrap around
  uint64_t nans = 0;                         // NaNs that a reduction stored
};

integer read_index(const tensor& indices, const coordinate& place);

// The element of the addressed operand that belongs to slice element s of position p; nothing if it has no place.
std::optional<coordinate> addressed_by(const indexing& op, const policy& rules, const tensor& indices,
                                       const coordinate& p, const coordinate& s);
// Those of the whole slice that have a place, in its order.
std::vector<coordinate> addressed(const indexing& op, const policy& rules, const tensor& indices, const coordinate& p);

std::optional<index_error> validate(const indexing& op, const policy& rules, const tensor& indices);

// `fill` is one element, read only under fill.
outcome gather(const indexing& op, const policy& rules, const tensor& data, const tensor& indices, const tensor& output,
               const std::vector<unsigned char>& fill);

std::optional<duplicate> find_duplicate(const indexing& op, const policy& rules, const tensor& indices,
                                        const tensor& table);

// In place when `output` is where `data` is; otherwise the output first becomes a copy of data.
outcome scatter(const indexing& op, const policy& rules, const reduction_rule& rule, const tensor& data,
                const tensor& indices, const tensor& updates, const tensor& output,
                duplicates refused = duplicates::allow);

}  // namespace strew::oracle
