// Checks of the pointers of an execution: which may be null, and which bytes they may share. None reads an operand.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.hpp"
#include "execute/context.hpp"
#include "plan/plan.hpp"

namespace strew::engine {

struct pointers {
  const std::byte* data = nullptr;
  const std::byte* indices = nullptr;
  const std::byte* updates = nullptr;
  std::byte* output = nullptr;
  const std::byte* from = nullptr;     // indices of updates
  const std::byte* weights = nullptr;  // of updates
  const std::byte* scales = nullptr;   // of codes, as are the next two
  const std::byte* zero_points = nullptr;
  const std::byte* codebook = nullptr;
  std::byte* arg = nullptr;  // further results
  std::byte* count = nullptr;
  const std::byte* start = nullptr;  // of a plan of positions: the old values
};

// A plan with bound prepared indices ignores the caller's.
inline pointers with_bound_indices(const plan& p, pointers given) {
  if (p.bound_indices) given.indices = p.bound_indices->first();
  if (p.bound_from) given.from = p.bound_from->first();
  return given;
}

// PT1 of an operand.
failure missing_operand(operand where);

// PT1: which operands need memory depends only on emptiness, so it can be checked before shapes are compared.
status check_pointers(const operands& ops, const pointers& at);

// PT1, OV1, OV2, OV3: all checks of pointers, in the order of the contract.
status check_operands(const plan& p, const pointers& at, const execution_context& with);

// PT1, OV2, OV3 of further results, after check_operands.
status check_further(const plan& p, const pointers& at, const execution_context& with);

// Bytes of which the addresses and strides of operands shall be multiples; 0, 1: any.
struct alignment {
  std::uint64_t elements = 0;  // of data, updates, output
  std::uint64_t indices = 0;
};

// PT1, AL1, OV1, OV2, for an execution elsewhere: on a device, whose addresses are no pointers here. Bound indices are
// not looked at: what an execution there has of them is a copy of its own.
status check_places(const plan& p, const pointers& at, const alignment& asked);

}  // namespace strew::engine
