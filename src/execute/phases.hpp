// Executions in phases, whose accumulators stay open between them: loaded once, combined with the updates of any number
// of pieces, stored once. The bits are those of one execution with all updates in the order of the pieces.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/small_vector.hpp"
#include "base/status.hpp"
#include "execute/context.hpp"
#include "execute/operand_checks.hpp"
#include "plan/plan.hpp"

namespace strew::engine {

enum class phase : std::uint8_t { load = 1, accumulate = 2, store = 3 };

// What lies in the memory of accumulators: for each cell a value, then a count.
struct accumulator_layout {
  std::uint64_t bytes = 0;  // of all; 0: the reduction keeps no state, and elements are combined in place
  std::uint64_t each = 0;
  dtype value_type = dtype::opaque;  // opaque: an integer of 128 bits
  std::uint32_t value_bytes = 0;
  std::uint32_t count_offset = 0;
  std::uint32_t count_bytes = 0;
  small_vector<std::int64_t> strides;  // along each dimension of the output
};

// Of an open plan.
accumulator_layout layout_of(const plan& p);

// Operands are all those of an execution. Nothing is changed after an error but `cancelled`. AC1, PT1, OV, MM2, OF1,
// IX1, IX2, MM1, CN1.
status execute_phase(const plan& p, phase which, const pointers& at, std::byte* accumulators, std::uint64_t bytes,
                     const execution_context& with);

}  // namespace strew::engine
