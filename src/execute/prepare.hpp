// Prepared indices: an index operand validated, copied and analysed once; and plans that read the copy.
#pragma once

#include <cstdint>
#include <memory>

#include "base/status.hpp"
#include "execute/context.hpp"
#include "execute/duplicates.hpp"
#include "plan/plan.hpp"
#include "problem/destinations.hpp"

namespace strew::engine {

// Immutable once made.
struct prepared_indices {
  // Properties of the plan that they were prepared with.
  extents_list index_extents;
  dtype index_type = dtype::i64;
  index_policy policy;
  index_map map;

  destinations copy;
  memory_block memory;       // the copy, then the order
  std::uint64_t bytes = 0;   // of it
  std::uint64_t digest = 0;  // of the copy
  const std::uint64_t* order = nullptr;
  std::uint64_t skipped = 0;
  bool is_whole = true;  // every window lies on the table
  bool is_sorted = true;
  bool is_ascending = true;  // and no two positions collide
  duplicate_report duplicates;
  status refusal;  // IX2, for plans that refuse duplicates
};

std::uint64_t prepared_bytes(const plan& p);  // saturates beyond 63 bits
std::uint64_t prepare_workspace(const plan& p);

// PT1, IX1, MM1, MM2, CN1.
result<std::shared_ptr<const prepared_indices>> prepare(const plan& p, const std::byte* indices,
                                                        const execution_context& with);

// PR1 to PR4, IX2. Fills in a new plan, which shares `given`.
status bind_indices(const plan& p, const std::shared_ptr<const prepared_indices>& given, plan& made);

}  // namespace strew::engine
