#include "execute/execute.hpp"
#include "execute/index_checks.hpp"
#include "execute/step_resources.hpp"

namespace strew::engine {

status check_execution(const plan& p, const pointers& given, const execution_context& with) {
  const pointers at = with_bound_indices(p, given);
  if (auto bad = check_operands(p, at, with)) return bad;
  if (auto bad = validate_indices(p, at.indices, with)) return bad;
  if (!step_resources::requires_workspace(p, with)) return {};
  step_resources memory;
  if (auto bad = memory.obtain_memory(p, with)) return bad;
  return check_duplicates(p, at.indices, memory.workspace(), with);
}

}  // namespace strew::engine
