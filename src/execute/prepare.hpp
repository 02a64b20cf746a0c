// Prepared indices: an index operand validated and copied once; and plans that read the copy.
#pragma once

#include <cstdint>
#include <memory>

#include "base/status.hpp"
#include "execute/context.hpp"
#include "execute/inspection.hpp"
#include "plan/plan.hpp"
#include "problem/destinations.hpp"

namespace strew::engine {

// Immutable once made.
struct prepared_indices {
  prepared_indices() noexcept {}  // NOLINT(modernize-use-equals-default): = default would clear all lists

  // Properties of the plan that they were prepared with.
  operand where = operand::indices;  // or from: those of updates
  extents_list index_extents;
  dtype index_type = dtype::i64;
  index_policy policy;
  index_map map;

  small_vector<std::int64_t> position_steps;  // in cells; of members whose windows have no place 0
  small_vector<std::int64_t> member_steps;

  destinations copy;
  memory_block memory;      // the copy, then room for the order
  std::uint64_t bytes = 0;  // of it
  copied_values values;
  bool is_whole = true;  // every window lies on the table
  inspected details;
  status refusal;  // IX2, if they were prepared for a plan that refuses duplicates
};

std::uint64_t prepared_bytes(const plan& p);  // saturates beyond 63 bits
std::uint64_t prepare_workspace(const plan& p);

// PR5: an index operand of an operation that can be prepared.
status check_can_read_copies(const operation& spec, operand where);

// `which`: index operand of the plan. PT1, PR5, IX1, MM1, MM2, CN1.
result<std::shared_ptr<const prepared_indices>> prepare(const plan& p, operand which, const std::byte* indices,
                                                        const execution_context& with);

// Either may be null. PR1 to PR5, IX2, MM1. Fills in a new plan, which shares what is given. What is still to be found
// out is in tasks of `pool`.
status bind_indices(const plan& p, const std::shared_ptr<const prepared_indices>& indices,
                    const std::shared_ptr<const prepared_indices>& from, const workers& pool, plan& made);

}  // namespace strew::engine
