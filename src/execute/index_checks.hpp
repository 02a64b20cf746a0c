// Checks of the indices of an execution, of a plan that needs them.
#pragma once

#include <cstddef>

#include "base/status.hpp"
#include "execute/context.hpp"
#include "execute/operand_checks.hpp"
#include "plan/plan.hpp"

namespace strew::engine {

// Where an execution begins in the schedule: past the checks, if its output may be discarded, and a sample shows no
// order, which is only proven by them.
std::size_t first_entry(const plan& p, const std::byte* indices, const execution_context& with, index_facts& facts);

// IX1, if an index can be bad. `facts`, which may be null: what is learned of the indices meanwhile.
status validate_indices(const plan& p, const pointers& at, const execution_context& with, index_facts* facts = nullptr);

// IX2, if the plan refuses duplicates: the smallest position that writes a cell again, and the smallest one that wrote
// such a cell before. `workspace` has p.workspace bytes.
status check_duplicates(const plan& p, const std::byte* indices, std::byte* workspace, const execution_context& with);

// A workspace is needed whatever the candidates are, or is the caller's.
inline bool requires_workspace(const plan& p, const execution_context& with) {
  return p.requires_workspace() || with.workspace != nullptr;
}

// All checks of an execution, of pointers too, without executing.
status check_execution(const plan& p, const pointers& given, const execution_context& with);

}  // namespace strew::engine
