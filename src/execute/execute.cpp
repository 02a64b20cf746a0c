#include "execute/execute.hpp"

#include <cstddef>
#include <cstdint>

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
  if (at.updates == nullptr && !ops.updates.is_empty()) return missing(operand::updates);
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

std::uint64_t positions_of(const index_space& space) {
  std::uint64_t count = 1;
  for (const auto& p : space.positions) count *= static_cast<std::uint64_t>(p.extent);
  return count;
}

check check_indices(const plan& p, const pointers& at) {
  if (!p.judges || !judge(p.what.main, at.indices)) return {};
  auto bad = report(p.what.main, at.indices);
  // Empty if another thread mended the indices between the two looks: they are good now.
  return bad ? check(to_failure(std::move(bad), positions_of(p.what.main.space))) : check{};
}

// Inputs are never written: a read problem only reads its table, a write problem its direct operand.
std::byte* as_input(const std::byte* input) {
  return const_cast<std::byte*>(input);
}

bool run_main(const plan& p, const pointers& at, const cancellation& cancel) {
  if (!p.ops.is_scatter) return run(p.what.main, p.main, as_input(at.data), at.output, at.indices, cancel);
  return run(p.what.main, p.main, at.output, as_input(at.updates), at.indices, cancel);
}

}  // namespace

check check_pointers(const operands& ops, const pointers& at) {
  return ops.is_scatter ? check_scatter_pointers(ops, at) : check_gather_pointers(ops, at);
}

check execute(const plan& p, const pointers& at, const cancellation& cancel) {
  if (auto bad = check_pointers(p.ops, at)) return bad;
  if (auto bad = check_overlap(p, at)) return bad;
  if (auto bad = check_indices(p, at)) return bad;
  const fp_state arithmetic;
  const bool copies = p.what.prologue && !is_in_place(p, at);
  if ((copies && !run(*p.what.prologue, p.prologue, at.output, as_input(at.data), nullptr, cancel)) ||
      !run_main(p, at, cancel)) {
    return fail(rule::CN1, operand::none, "the cancel callback stopped it; the output is unspecified");
  }
  return {};
}

}  // namespace strew
