// The memory of one case: every operand between guard regions, all bytes initialised.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "cases/test_case.hpp"
#include "oracle/tensor.hpp"

namespace strew::cases {

struct placement {
  size_t buffer = 0;
  int64_t base = 0;  // offset of the logical first element
};

struct arena {
  std::vector<oracle::memory> buffers;
  std::array<placement, operand_count> places;

  // An operand in the form of the oracle. Requires a valid description.
  oracle::tensor tensor_of(const test_case& p, operand_number which);
  void* pointer_of(operand_number which);
};

// Bytes [low, high) around the logical first element; empty if they are too many to allocate in a test.
struct byte_range {
  int64_t low = 0;
  int64_t high = 0;
};
std::optional<byte_range> range_of(const view& operand);

// Allocates the operands and fills guards, elements and indices from the case's seed. With a guard of 0, an operand in
// a buffer of its own ends at the end of the buffer.
constexpr int64_t usual_guard = 64;
arena make_arena(const test_case& p, int64_t guard_bytes = usual_guard);

}  // namespace strew::cases
