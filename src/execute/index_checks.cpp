#include "execute/index_checks.hpp"

#include "execute/duplicates.hpp"
#include "execute/facts.hpp"
#include "execute/index_failure.hpp"
#include "execute/validate.hpp"

namespace strew::engine {

std::size_t first_entry(const plan& p, const std::byte* indices, const execution_context& with, index_facts& facts) {
  if (expected_order(p, indices, with, facts) != index_order::none) return p.schedule.first_check;
  return with.discards_on_error ? p.schedule.first_if_discarded : 0;
}

namespace {

// Those of updates come first.
status validate_from(const plan& p, const std::byte* from, const execution_context& with) {
  status bad;
  if (!p.paired || !p.move().from || !p.paired->checks.is_needed()) return bad;
  if (!validate(p.paired->checks, *p.move().from, operand::from, *p.kernels, from, with, bad))
    return cancelled_before_writing();
  return bad;
}

}  // namespace

status validate_indices(const plan& p, const pointers& at, const execution_context& with, index_facts* facts) {
  status bad;
  if (with.is_validated || !p.schedule.has(action::validate)) return bad;
  const std::byte* const indices = at.indices;
  if (auto bad_from = validate_from(p, at.from, with)) return bad_from;
  if (!p.validation.is_needed()) return bad;
  if (facts != nullptr) {
    const index_order expected = expected_order(p, indices, with, *facts);
    if (expected != index_order::none)
      facts->order.learn(order_of_valid(p.validation, p.move(), expected, *p.kernels, indices, with), source::proof);
    const bool is_seen = facts->is_in_order() && facts->order.by == source::proof;
    if (is_seen && !p.move().segments) return bad;
  }
  if (!validate(p.validation, p.move(), operand::indices, *p.kernels, indices, with, bad))
    return cancelled_before_writing();
  return bad;
}

status check_duplicates(const plan& p, const std::byte* indices, std::byte* workspace, const execution_context& with) {
  if (!p.duplicates) return {};
  const auto found =
      find_duplicates(*p.duplicates, *p.kernels, indices, wanted_duplicates::first_pair, workspace, with);
  if (!found) return cancelled_before_writing();
  if (found->count == 0) return {};
  return duplicate_failure(p.move(), *p.kernels, indices, found->position, found->other);
}

status check_execution(const plan& p, const pointers& given, const execution_context& with) {
  const pointers at = with_bound_indices(p, given);
  if (auto bad = check_operands(p, at, with)) return bad;
  if (auto bad = validate_indices(p, at, with)) return bad;
  if (!requires_workspace(p, with)) return {};
  memory_block owned;
  std::byte* workspace = nullptr;
  if (auto bad = obtain_workspace(with, p.workspace, owned, workspace)) return bad;
  return check_duplicates(p, at.indices, workspace, with);
}

}  // namespace strew::engine
