// The copy of an index operand owned by prepared indices, and an operation that reads the copy instead. The copy has
// one 64-bit number for each member of each tuple; positions along which the operand repeats itself share theirs.
#pragma once

#include <cstdint>

#include "base/tensor.hpp"
#include "problem/destinations.hpp"
#include "problem/operation.hpp"

namespace strew::engine {

// The same destinations, read from the copy: its strides, signed words, negatives not adjusted.
destinations packed(const destinations& where);

// Bytes of the copy, of the copy followed by the order of all positions, and of the workspace of preparing; 63 bits at
// most, else no_workspace.
std::int64_t packed_bytes(const destinations& where);
std::int64_t prepared_bytes(const destinations& where);
std::int64_t prepare_workspace(const destinations& where);

// The copy as an operand.
tensor packed_tensor(const destinations& copy);

// `spec`, reading the copy. Nothing is validated again: with `is_whole` every window lies on
// the table, so every policy would do the same; else the policy still determines what is cut, skipped or filled.
operation bound(const operation& spec, const destinations& copy, bool is_whole);

}  // namespace strew::engine
