#include "execute/execute.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "execute/fp_state.hpp"
#include "execute/judge.hpp"

namespace strew {
namespace {

check missing(operand where) {
  return fail(rule::PT1, where, "its pointer is null, and it holds elements that are needed");
}

check check_gather_pointers(const operands& ops, const pointers& at) {
  if (at.data == nullptr && !ops.data.is_empty() && !ops.output.is_empty()) return missing(operand::data);
  if (at.indices == nullptr && !ops.indices.is_empty()) return missing(operand::indices);
  if (at.output == nullptr && !ops.output.is_empty()) return missing(operand::output);
  return {};
}

check check_scatter_pointers(const operands& ops, const pointers& at) {
  const bool in_place = at.data == at.output;
  const bool is_touched = !ops.data.is_empty() && (!in_place || !ops.updates.is_empty());
  if (at.data == nullptr && is_touched) return missing(operand::data);
  if (at.indices == nullptr && !ops.indices.is_empty()) return missing(operand::indices);
  if (at.updates == nullptr && !ops.updates.is_empty() && !ops.data.is_empty()) return missing(operand::updates);
  if (at.output == nullptr && is_touched) return missing(operand::output);
  return {};
}

bool is_in_place(const plan& p, const pointers& at) {
  return p.ops.is_scatter && at.data == at.output;
}

check check_apart(const plan& p, const pointers& at, const tensor& other, const void* base, operand where) {
  if (is_apart(p.ops.output, at.output, other, base)) return {};
  return fail(rule::OV2, operand::output,
              std::string("it overlaps ") + name_of(where) + ", or is not proven apart from it");
}

check check_overlap(const plan& p, const pointers& at) {
  const operands& ops = p.ops;
  if (at.data == at.output && !ops.data.is_empty() && !ops.output.is_empty()) {
    if (!ops.is_scatter) return fail(rule::OV1, operand::output, "it is data itself, and a gather cannot run in place");
    if (!p.data_fits_output)
      return fail(rule::OV1, operand::output, "it starts where data starts but has other strides");
  } else if (auto bad = check_apart(p, at, ops.data, at.data, operand::data)) {
    return bad;
  }
  if (auto bad = check_apart(p, at, ops.indices, at.indices, operand::indices)) return bad;
  return ops.is_scatter ? check_apart(p, at, ops.updates, at.updates, operand::updates) : check{};
}

check check_indices(const plan& p, const pointers& at) {
  const problem& main = p.main.what;
  if (!p.judges || !judge(main, at.indices)) return {};
  auto bad = report(main, at.indices);
  // Empty if another thread mended the indices between the two looks: they are good now.
  return bad ? check(to_failure(std::move(bad), main.space.position_count())) : check{};
}

// Inputs are never written: a read problem only reads its table, a write problem its direct operand.
std::byte* as_input(const std::byte* input) {
  return const_cast<std::byte*>(input);
}

failure cancelled() {
  return fail(rule::CN1, operand::none, "the cancel callback stopped it; the output is unspecified");
}

bool run_staged(const plan& p, const pointers& at, std::byte* workspace, const cancellation& cancel) {
  const staged_steps& steps = *p.staged;
  return run(steps.load, workspace, at.output, nullptr, cancel) &&
         run(steps.accumulate, workspace, as_input(at.updates), at.indices, cancel) &&
         run(steps.store, workspace, at.output, nullptr, cancel);
}

bool run_main(const plan& p, const pointers& at, std::byte* workspace, const cancellation& cancel) {
  if (p.staged) return run_staged(p, at, workspace, cancel);
  if (!p.ops.is_scatter) return run(p.main, as_input(at.data), at.output, at.indices, cancel);
  return run(p.main, at.output, as_input(at.updates), at.indices, cancel);
}

// IX2: the smallest position that writes a cell again, and the smallest one that wrote such a cell before.
check check_duplicates(const plan& p, const pointers& at, std::byte* workspace, const cancellation& cancel) {
  if (!p.claims) return {};
  const std::uint64_t cell_bytes = p.claims->cells * sizeof(kernel::claim_cell);
  std::memset(workspace, 0, cell_bytes);
  for (std::uint64_t n = 0; n < p.claims->positions; ++n) {
    const auto number = static_cast<std::int64_t>(n + 1);
    std::memcpy(workspace + cell_bytes + n * sizeof number, &number, sizeof number);
  }
  if (!run(p.claims->claim, workspace, workspace + cell_bytes, at.indices, cancel)) return cancelled();
  kernel::claim_cell found{0, 0};
  for (std::uint64_t n = 0; n < p.claims->cells; ++n) {
    kernel::claim_cell cell;
    std::memcpy(&cell, workspace + n * sizeof cell, sizeof cell);
    if (cell.second == 0) continue;
    const bool is_first =
        found.second == 0 || std::pair(cell.second, cell.first) < std::pair(found.second, found.first);
    if (is_first) found = cell;
  }
  if (found.second == 0) return {};
  return duplicate_failure(p.main.what, at.indices, static_cast<std::uint64_t>(found.second - 1),
                           static_cast<std::uint64_t>(found.first - 1));
}

}  // namespace

check check_pointers(const operands& ops, const pointers& at) {
  return ops.is_scatter ? check_scatter_pointers(ops, at) : check_gather_pointers(ops, at);
}

check execute(const plan& p, const pointers& at, const cancellation& cancel) {
  if (auto bad = check_pointers(p.ops, at)) return bad;
  if (auto bad = check_overlap(p, at)) return bad;
  if (auto bad = check_indices(p, at)) return bad;
  const std::unique_ptr<std::byte[]> workspace(p.workspace == 0 ? nullptr : new (std::nothrow) std::byte[p.workspace]);
  if (p.workspace != 0 && workspace == nullptr) {
    return fail(rule::MM1, operand::none,
                "a workspace of " + std::to_string(p.workspace) + " bytes cannot be obtained");
  }
  if (auto bad = check_duplicates(p, at, workspace.get(), cancel)) return bad;
  const fp_state arithmetic;
  const bool copies = p.prologue && !is_in_place(p, at);
  if (copies && !run(*p.prologue, at.output, as_input(at.data), nullptr, cancel)) return cancelled();
  if (!run_main(p, at, workspace.get(), cancel)) return cancelled();
  return {};
}

}  // namespace strew
