#include "execute/execute.hpp"
#include "execute/index_checks.hpp"

namespace strew::engine {

status check_execution(const plan& p, const pointers& given, const execution_context& with) {
  const pointers at = with_bound_indices(p, given);
  if (auto bad = check_operands(p, at, with)) return bad;
  if (auto bad = validate_indices(p, at.indices, with)) return bad;
  if (!requires_workspace(p, with)) return {};
  memory_block owned;
  std::byte* workspace = nullptr;
  if (auto bad = obtain_workspace(with, p.workspace, owned, workspace)) return bad;
  return check_duplicates(p, at.indices, workspace, with);
}

}  // namespace strew::engine
