// The caller's resources for one execution: cancellation, workspace and allocator, executor.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

#include "base/status.hpp"
#include "base/tensor.hpp"
#include "execute/memory.hpp"
#include "walk/cancel.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {

struct execution_context {
  execution_context() noexcept {}  // NOLINT(modernize-use-equals-default): = default would clear it by rep stos

  cancellation cancel;
  std::byte* workspace = nullptr;  // the caller's; null: allocated
  std::uint64_t workspace_bytes = 0;
  allocator memory;
  workers pool;
  std::uint64_t threads = 0;
  bool is_validated = false;       // the indices were, just now
  bool discards_on_error = false;  // the output's content does not matter after a failure
};

// Reported even without memory for a message, since something may have been written.
inline failure stopped(told<> text) {
  try {
    return fail(rule::CN1, operand::none, text);
  } catch (const std::bad_alloc&) {
    return {rule::CN1, operand::none, {}, nullptr};
  }
}

inline failure cancelled() {
  return stopped("the cancel callback stopped it; the <output> is unspecified");
}
inline failure cancelled_before_writing() {
  return stopped("the cancel callback stopped it before anything was written");
}

// Calls range(first, last) for parts of [0, all), in as many tasks as `bytes` are worth. Until one returns false; false
// then.
template <class Range>
bool for_each_range(std::uint64_t all, std::uint64_t bytes, const execution_context& with, const Range& range) {
  const std::uint64_t tasks = count_tasks(with.pool, with.threads, bytes);
  if (tasks == 1) return range(0, all);
  const std::uint64_t parts = count_chunks(tasks, all);
  return for_each_chunk(with.pool, std::min(tasks, parts), parts, arithmetic::none,
                        [&](std::uint64_t n) { return range(border(all, parts, n), border(all, parts, n + 1)); });
}

inline void copy_bytes(std::byte* to, const std::byte* from, std::uint64_t bytes, const execution_context& with) {
  for_each_range(bytes, 2 * bytes, with, [&](std::uint64_t first, std::uint64_t last) {
    std::memcpy(to + first, from + first, last - first);
    return true;
  });
}

// OV3: the used `bytes` of the caller's workspace share no byte with a non-empty operand. A workspace that is too small
// is refused later (MM2).
inline status check_workspace_apart(const execution_context& with, std::uint64_t bytes, const byte_range& reach,
                                    const void* base, operand where) {
  const auto used = static_cast<std::int64_t>(std::min(bytes, with.workspace_bytes));
  if (used == 0 || with.workspace == nullptr) return {};
  if (are_apart(reach, base, {0, used}, with.workspace)) return {};
  return fail(rule::OV3, where, "it shares bytes with <the workspace>");
}

// Workspace for one execution: the caller's, else the allocator's, else the heap's. MM1, MM2.
inline status obtain_workspace(const execution_context& with, std::uint64_t bytes, memory_block& owned,
                               std::byte*& workspace) {
  workspace = nullptr;
  if (bytes == 0) return {};
  if (with.workspace != nullptr) {
    if (with.workspace_bytes < bytes)
      return fail(rule::MM2, operand::none, "<the workspace> has {} bytes, the plan needs {}", with.workspace_bytes,
                  bytes);
    workspace = with.workspace;
    return {};
  }
  owned = memory_block(with.memory, bytes);
  workspace = owned.data();
  if (workspace != nullptr) return {};
  return fail(rule::MM1, operand::none, "<a workspace> of {} bytes cannot be obtained", bytes);
}

}  // namespace strew::engine
