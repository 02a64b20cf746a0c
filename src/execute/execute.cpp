#include "execute/execute.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "execute/choose.hpp"
#include "execute/duplicates.hpp"
#include "execute/facts.hpp"
#include "execute/index_failure.hpp"
#include "execute/plain_call.hpp"
#include "execute/run_step.hpp"
#include "execute/validate.hpp"

namespace strew::engine {

failure missing_operand(operand where) {
  return fail(rule::PT1, where, "its pointer is null, and it holds elements that are needed");
}

namespace {

// The emptiness of operands determines which pointers may be null.
struct emptiness {
  bool data, indices, updates, output;
};

status check_gather_pointers(const emptiness& is_empty, const pointers& at) {
  if (at.data == nullptr && !is_empty.data && !is_empty.output) return missing_operand(operand::data);
  if (at.indices == nullptr && !is_empty.indices) return missing_operand(operand::indices);
  if (at.output == nullptr && !is_empty.output) return missing_operand(operand::output);
  return {};
}

status check_scatter_pointers(const emptiness& is_empty, const pointers& at) {
  const bool in_place = at.data == at.output;
  const bool is_touched = !is_empty.data && (!in_place || !is_empty.updates);
  if (at.data == nullptr && is_touched) return missing_operand(operand::data);
  if (at.indices == nullptr && !is_empty.indices) return missing_operand(operand::indices);
  if (at.updates == nullptr && !is_empty.updates && !is_empty.data) return missing_operand(operand::updates);
  if (at.output == nullptr && is_touched) return missing_operand(operand::output);
  return {};
}

status check_pointers(const plan& p, const pointers& at) {
  const emptiness is_empty{p.data.is_empty, p.indices.is_empty, p.updates.is_empty, p.output.is_empty};
  return p.ops.is_scatter ? check_scatter_pointers(is_empty, at) : check_gather_pointers(is_empty, at);
}

bool is_in_place(const plan& p, const pointers& at) {
  return p.ops.is_scatter && at.data == at.output;
}

// Most operands have disjoint intervals; only the others need the full check.
bool is_apart_at_once(const operand_info& a, const void* a_base, const operand_info& b, const void* b_base) {
  return a.is_empty || b.is_empty || are_apart(a.reach, a_base, b.reach, b_base);
}

status check_apart(const plan& p, const pointers& at, const operand_info& info, const tensor& other, const void* base,
                   operand where) {
  if (is_apart_at_once(p.output, at.output, info, base) || is_apart(p.ops.output, at.output, other, base)) return {};
  return fail(rule::OV2, operand::output, "it overlaps {}, or is not proven apart from it", name_of(where));
}

// A fill value that is not copied is read while the output is written.
status check_fill_apart(const plan& p, const pointers& at) {
  const fill_pattern& fill = p.move.fill;
  if (!fill.is_borrowed() || p.output.is_empty) return {};
  if (are_apart(p.output.reach, at.output, {0, static_cast<std::int64_t>(fill.size())}, fill.data())) return {};
  return fail(rule::OV2, operand::output, "it shares bytes with the fill value");
}

status check_overlap(const plan& p, const pointers& at) {
  const operands& ops = p.ops;
  if (at.data == at.output && !p.data.is_empty && !p.output.is_empty) {
    if (!ops.is_scatter) return fail(rule::OV1, operand::output, "it is data itself, and a gather cannot run in place");
    if (!p.data_fits_output)
      return fail(rule::OV1, operand::output, "it starts where data starts but has other strides");
  } else if (auto bad = check_apart(p, at, p.data, ops.data, at.data, operand::data)) {
    return bad;
  }
  if (auto bad = check_apart(p, at, p.indices, ops.indices, at.indices, operand::indices)) return bad;
  if (auto bad = check_fill_apart(p, at)) return bad;
  return ops.is_scatter ? check_apart(p, at, p.updates, ops.updates, at.updates, operand::updates) : status{};
}

status check_workspace(const plan& p, const pointers& at, const execution_context& with) {
  const struct {
    const operand_info& info;
    const void* base;
    operand where;
  } rows[] = {{p.data, at.data, operand::data},
              {p.indices, at.indices, operand::indices},
              {p.updates, at.updates, operand::updates},
              {p.output, at.output, operand::output}};
  for (const auto& row : rows) {
    if (row.info.is_empty) continue;
    if (auto bad = check_workspace_apart(with, p.workspace, row.info.reach, row.base, row.where)) return bad;
  }
  return {};
}

failure cancelled() {
  return stopped("the cancel callback stopped it; the output is unspecified");
}

failure cancelled_before_writing() {
  return stopped("the cancel callback stopped it before anything was written");
}

// `facts`, which may be null: what is learned of the indices meanwhile.
status check_indices(const plan& p, const pointers& at, const execution_context& with, index_facts* facts = nullptr) {
  status bad;
  if (!p.validates) return bad;
  if (facts != nullptr) {
    const index_order expected = expected_order(p, at.indices, with, *facts);
    if (expected != index_order::none)
      facts->order.learn(order_of_valid(p.validation, p.move, expected, *p.kernels, at.indices, with), source::proof);
    if (facts->is_in_order() && facts->order.by == source::proof) return bad;
  }
  if (!validate(p.validation, p.move, *p.kernels, at.indices, with, bad)) bad = cancelled_before_writing();
  return bad;
}

// Inputs are never written: a read problem only reads its table, a write problem its direct operand.
std::byte* as_input(const std::byte* input) {
  return const_cast<std::byte*>(input);
}

// How the steps run, and their workspace.
struct selection {
  static constexpr std::size_t max_steps = 4;
  std::array<step_choice, max_steps> choices;
  index_facts facts;  // of the indices
  memory_block owned;
  std::byte* workspace = nullptr;
};

void choose_steps(const plan& p, const pointers& at, const execution_context& with, bool has_workspace,
                  selection& made) {
  STREW_ASSERT(p.steps.size() <= selection::max_steps);
  for (std::size_t i = 0; i < p.steps.size(); ++i)
    made.choices[i] = choose(p.steps[i], *p.kernels, at.indices, with, has_workspace, made.facts);
}

bool needs_workspace(const step_choice& one) {
  const auto needs = [](const way& by) { return by.by->made.by->workspace != nullptr; };
  return needs(one.chosen) || std::any_of(one.tried.begin(), one.tried.begin() + one.tried_count, needs);
}

bool needs_workspace(const plan& p, const selection& made) {
  return std::any_of(made.choices.begin(), made.choices.begin() + static_cast<std::ptrdiff_t>(p.steps.size()),
                     [](const step_choice& one) { return needs_workspace(one); });
}

// Where memory for a solver is refused another one takes its place.
status prepare_steps(const plan& p, const pointers& at, const execution_context& with, selection& made) {
  choose_steps(p, at, with, true, made);
  if (p.workspace == 0) return {};
  if (p.requires_workspace() || with.workspace != nullptr)
    return obtain_workspace(with, p.workspace, made.owned, made.workspace);
  if (!needs_workspace(p, made)) return {};
  if (auto bad = obtain_workspace(with, p.workspace, made.owned, made.workspace)) {
    choose_steps(p, at, with, false, made);
    if (needs_workspace(p, made)) return bad;  // it was requested, or there is no other
  }
  return {};
}

// `skips`, which may be null, is set where a position of the main step had no start.
bool run_steps(const plan& p, const pointers& at, const selection& made, const execution_context& with,
               std::atomic<bool>* skips = nullptr) {
  std::byte* const places[] = {as_input(at.data), as_input(at.updates), at.output,
                               made.workspace};  // as in enum memory
  const bool in_place = is_in_place(p, at);
  for (std::size_t i = 0; i < p.steps.size(); ++i) {
    const step& one = p.steps[i];
    if (one.role == step_role::copy && in_place) continue;
    step_memory where{places[static_cast<std::size_t>(one.table)], places[static_cast<std::size_t>(one.direct)],
                      at.indices, nullptr, p.bound_indices ? &p.bound_indices->lists() : nullptr};
    if (one.workspace != 0 && made.workspace != nullptr) where.workspace = made.workspace + p.solver_workspace_offset();
    if (!run(made.choices[i], where, with, one.role == step_role::main ? skips : nullptr)) return false;
  }
  return true;
}

// Moves first, and validates meanwhile. Empty if the regular path is required: it reports missing memory after bad
// indices, and looks for an order that solvers need.
std::optional<status> run_at_once(const plan& p, const pointers& at, const execution_context& with) {
  selection made;
  made.facts = p.known;
  if (expected_order(p, at.indices, with, made.facts) != index_order::none || prepare_steps(p, at, with, made))
    return std::nullopt;
  std::atomic<bool> skips = false;
  if (!run_steps(p, at, made, with, &skips)) return cancelled();
  if (!skips.load()) return status{};
  if (auto bad = check_indices(p, at, with)) return bad;
  // Another thread changed them. In place nothing can be repeated: as a value that became bad after validation, it was
  // skipped.
  return is_in_place(p, at) ? std::optional<status>(status{}) : std::nullopt;
}

// IX2: the smallest position that writes a cell again, and the smallest one that wrote such a cell before.
status check_duplicates(const plan& p, const pointers& at, std::byte* workspace, const execution_context& with) {
  if (!p.duplicates) return {};
  const auto found =
      find_duplicates(*p.duplicates, *p.kernels, at.indices, wanted_duplicates::first_pair, workspace, with);
  if (!found) return cancelled_before_writing();
  if (found->count == 0) return {};
  return duplicate_failure(p.move, *p.kernels, at.indices, found->position, found->other);
}

}  // namespace

status check_pointers(const operands& ops, const pointers& at) {
  if (at.data != nullptr && at.indices != nullptr && (at.updates != nullptr || !ops.is_scatter) && at.output != nullptr)
    return {};
  const emptiness is_empty{ops.data.is_empty(), ops.indices.is_empty(), !ops.is_scatter || ops.updates.is_empty(),
                           ops.output.is_empty()};
  return ops.is_scatter ? check_scatter_pointers(is_empty, at) : check_gather_pointers(is_empty, at);
}

namespace {

// A plan with bound prepared indices ignores the caller's.
pointers with_bound_indices(const plan& p, pointers given) {
  if (p.bound_indices) given.indices = p.bound_indices->first();
  return given;
}

void copy(std::byte* to, const std::byte* from, std::uint64_t bytes, const execution_context& with) {
  const std::uint64_t tasks = count_tasks(with.pool, with.threads, 2 * bytes);
  for_each(with.pool, tasks, arithmetic::none, [&](std::uint64_t n) {
    const std::uint64_t first = border(bytes, tasks, n);
    std::memcpy(to + first, from + first, border(bytes, tasks, n + 1) - first);
    return true;
  });
}

// Empty if the regular path is required: an index was temporarily bad.
std::optional<status> run_on_copy(const plan& p, const pointers& at, const execution_context& with,
                                  const step_choice& how, std::byte* mine, std::byte* workspace) {
  std::byte* const target = at.output + p.output.reach.low;
  const std::byte* const source = is_in_place(p, at) ? target : at.data + p.output.reach.low;
  copy(mine, source, p.private_copy, with);
  std::atomic<bool> skips = false;
  const step_memory where{mine - p.output.reach.low, as_input(at.updates), at.indices, workspace};
  if (!run(how, where, with, &skips)) return cancelled_before_writing();
  if (skips.load()) {
    auto bad = check_indices(p, at, with);
    return bad ? std::optional<status>(std::move(bad)) : std::nullopt;
  }
  copy(target, mine, p.private_copy, with);
  return status{};
}

// A separate function: others do not need the stack of the copy.
[[gnu::noinline]] std::optional<status> run_on_small_copy(const plan& p, const pointers& at,
                                                          const execution_context& with, const step_choice& how,
                                                          std::byte* workspace) {
  std::byte mine[max_small_copy];
  return run_on_copy(p, at, with, how, mine, workspace);
}

// Writes a table in one pass over the indices; see private_copy_bytes. A small copy is on the stack, a larger one at
// the beginning of the workspace. Empty if the regular path is required, because of that or because there is no
// workspace.
std::optional<status> run_in_private_copy(const plan& p, const pointers& at, const execution_context& with) {
  step_choice how = choose(p.main(), *p.kernels, at.indices, with, true, p.known);
  memory_block owned;
  std::byte* workspace = nullptr;
  if (p.private_copy > max_small_copy || needs_workspace(how)) {
    if (obtain_workspace(with, p.workspace, owned, workspace)) workspace = nullptr;
  }
  if (p.private_copy > max_small_copy) {
    if (workspace == nullptr) return std::nullopt;
    return run_on_copy(p, at, with, how, workspace, workspace + p.solver_workspace_offset());
  }
  if (workspace == nullptr) how = choose(p.main(), *p.kernels, at.indices, with, false, p.known);
  return run_on_small_copy(p, at, with, how, workspace);
}

// All checks of pointers, in the order of the contract; those of the indices follow.
status check_memory(const plan& p, const pointers& at, const execution_context& with) {
  if (auto bad = check_pointers(p, at)) return bad;
  if (auto bad = check_overlap(p, at)) return bad;
  return p.workspace == 0 ? status() : check_workspace(p, at, with);
}

}  // namespace

status check_execution(const plan& p, const pointers& given, const execution_context& with) {
  const pointers at = with_bound_indices(p, given);
  if (auto bad = check_memory(p, at, with)) return bad;
  if (auto bad = check_indices(p, at, with)) return bad;
  memory_block owned;
  std::byte* workspace = nullptr;
  if (p.requires_workspace() || with.workspace != nullptr) {
    if (auto bad = obtain_workspace(with, p.workspace, owned, workspace)) return bad;
  }
  return check_duplicates(p, at, workspace, with);
}

status execute(const plan& p, const pointers& given, const execution_context& with) {
  STREW_ASSERT(!p.is_in_place || is_in_place(p, given));
  const pointers at = with_bound_indices(p, given);
  if (p.is_plain && run_plain(p, at, with)) return {};
  if (auto bad = check_memory(p, at, with)) return bad;
  if (with.discards_on_error && p.can_validate_on_the_way) {
    if (auto done = run_at_once(p, at, with)) return *done;
  }
  if (p.private_copy != 0) {
    if (auto done = run_in_private_copy(p, at, with)) return *done;
  }
  selection made;
  made.facts = p.known;
  if (auto bad = check_indices(p, at, with, &made.facts)) return bad;
  if (auto bad = prepare_steps(p, at, with, made)) return bad;
  if (auto bad = check_duplicates(p, at, made.workspace, with)) return bad;
  if (!run_steps(p, at, made, with)) return cancelled();
  return {};
}

}  // namespace strew::engine
