#include "execute/plain_call.hpp"

#include "execute/run_step.hpp"

namespace strew::engine {
namespace {

// No byte of the output is one of `other`, by their intervals. An operand without a pointer is for the regular path.
bool is_plainly_apart(const plan& p, const pointers& at, const operand_info& other, const std::byte* base) {
  return base != nullptr && are_apart(p.output.reach, at.output, other.reach, base);
}

bool are_pointers_plain(const plan& p, const pointers& at) {
  if (at.output == nullptr || !is_plainly_apart(p, at, p.indices, at.indices)) return false;
  if (!p.ops.is_scatter) return is_plainly_apart(p, at, p.data, at.data);
  return at.data == at.output && is_plainly_apart(p, at, p.updates, at.updates);
}

}  // namespace

bool run_plain(const plan& p, const pointers& at, const execution_context& with) {
  if (with.cancel.requested != nullptr || !are_pointers_plain(p, at)) return false;
  const step& main = p.steps.back();
  if (count_tasks(with.pool, with.threads, main.work) != 1) return false;
  const validation& checks = p.validation;
  const std::ptrdiff_t stride = checks.axes.empty() ? 0 : checks.axes[0].index_stride;
  if (checks.has_bad({at.indices, stride, static_cast<std::size_t>(checks.tuples)})) return false;
  auto* const table = p.ops.is_scatter ? at.output : const_cast<std::byte*>(at.data);  // a read does not write it
  auto* const direct = p.ops.is_scatter ? const_cast<std::byte*>(at.updates) : at.output;
  return run_whole(main.candidates[0].made, whole_of(main, {table, direct, at.indices}), with);
}

}  // namespace strew::engine
