// What is found out about indices: by the library where it tells it (prepared indices), else from their values.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "check/check.hpp"
#include "check/position_walk.hpp"
#include "prepare.hpp"

namespace strew::cli {

struct member_range {
  stored_index lowest;
  stored_index highest;
};

// Places that more than one position addresses.
struct repetition {
  std::uint64_t places = 0;
  std::vector<std::int64_t> most_frequent;  // coordinates of the lowest of the places with most positions
  std::uint64_t most_positions = 0;
  std::uint64_t first_position = 0;  // that addresses it
};

struct index_findings {
  std::vector<std::int64_t> extents;  // of the indices
  strew_dtype dtype = STREW_DTYPE_I64;
  std::vector<std::int64_t> dimensions;  // of the shape: those that a place has coordinates for
  strew_prepared_info info = STREW_PREPARED_INFO_INIT;
  outcome bad;                       // what is wrong with the first position that is out of range
  std::vector<member_range> ranges;  // of each component; none without an index
  std::uint64_t negatives = 0;       // components
  repetition repeated;
  std::uint64_t places = 0;
};

// A failure is a file, a shape or a type; indices that are out of range are found.
outcome find_out(const check_options& options, progress& shown, index_findings& found);

}  // namespace strew::cli
