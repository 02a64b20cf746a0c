#include "execute/phases.hpp"

#include "execute/choose.hpp"
#include "execute/index_checks.hpp"
#include "execute/step_resources.hpp"
#include "solve/traits.hpp"

namespace strew::engine {
namespace {

// By a candidate without a workspace of its own.
status run_role(const plan& p, step_role role, const pointers& at, std::byte* accumulators,
                const execution_context& with, const index_facts& facts) {
  const step* const one = p.find(role);
  if (one == nullptr) return {};
  const bool is_main = role == step_role::main;
  const step_choice choice = choose(*one, *p.kernels, at.indices, with, false, is_main ? facts : index_facts());
  return run(choice, places_of(p, at, *one, accumulators), with) ? status() : cancelled();
}

status accumulate(const plan& p, const pointers& at, std::byte* accumulators, const execution_context& with) {
  index_facts facts = p.known;
  if (auto bad = validate_indices(p, at, with, &facts)) return bad;
  if (p.duplicates) {
    execution_context own = with;
    own.workspace = nullptr;
    memory_block owned;
    std::byte* workspace = nullptr;
    if (auto bad = obtain_workspace(own, search_workspace(*p.duplicates), owned, workspace)) return bad;
    if (auto bad = check_duplicates(p, at.indices, workspace, own)) return bad;
  }
  return run_role(p, step_role::main, at, accumulators, with, facts);
}

dtype value_type_of(const problem& p) {
  const std::size_t bytes = product_bytes(p);
  if (bytes == static_cast<std::size_t>(info(p.type).width)) return p.type;
  if (p.type == dtype::f16 || p.type == dtype::bf16) return dtype::f32;
  if (bytes != sizeof(std::int64_t)) return dtype::opaque;
  return is_signed(p.type) ? dtype::i64 : dtype::u64;
}

// Each dimension of a written table is one axis or one coordinate, which has its stride.
std::int64_t stride_along(const step& load, std::int64_t table_stride, std::int64_t extent) {
  if (extent <= 1) return 0;
  for (const axis& a : load.problem.axes) {
    // of axes that were merged the inner one has the stride, and the outer ones multiples
    if (a.direct_stride != 0 && table_stride % a.direct_stride == 0 && table_stride / a.direct_stride < a.extent &&
        table_stride / a.direct_stride > 0)
      return table_stride / a.direct_stride * a.table_stride;
  }
  return 0;
}

}  // namespace

accumulator_layout layout_of(const plan& p) {
  accumulator_layout made;
  made.strides = small_vector<std::int64_t>(p.ops.output.rank());
  const step* const load = p.find(step_role::load);
  if (load == nullptr) return made;
  const problem& move = p.move();
  made.bytes = p.accumulators;
  made.each = accumulators_of(move, *p.kernels).accumulator_bytes;
  made.value_type = value_type_of(move);
  made.value_bytes = static_cast<std::uint32_t>(product_bytes(move));
  made.count_bytes = move.reduce == reduction::mean ? sizeof(std::uint64_t) : sizeof(std::uint32_t);
  made.count_offset = (made.value_bytes + made.count_bytes - 1) / made.count_bytes * made.count_bytes;
  for (std::size_t d = 0; d < made.strides.size(); ++d)
    made.strides[d] = stride_along(*load, p.ops.output.strides[d], p.ops.output.extents[d]);
  return made;
}

status execute_phase(const plan& p, phase which, const pointers& at, std::byte* accumulators, std::uint64_t bytes,
                     const execution_context& with) {
  if (!p.is_open) return fail(rule::AC1, operand::none, "the plan was not opened");
  execution_context checked = with;
  checked.workspace = accumulators;
  checked.workspace_bytes = bytes;
  if (auto bad = check_operands(p, at, checked)) return bad;
  if (bytes < p.accumulators)
    return fail(rule::MM2, operand::none, "there are {} bytes for accumulators, the plan needs {}", bytes,
                p.accumulators);
  if (accumulators == nullptr && p.accumulators != 0)
    return fail(rule::PT1, operand::none, "the memory of accumulators is null");
  if (which == phase::accumulate) return accumulate(p, at, accumulators, with);
  if (which == phase::store) return run_role(p, step_role::store, at, accumulators, with, {});
  const bool in_place = p.ops.is_scatter && at.data == at.output;
  if (!in_place) {
    if (auto bad = run_role(p, step_role::copy, at, accumulators, with, {})) return bad;
  }
  return run_role(p, step_role::load, at, accumulators, with, {});
}

}  // namespace strew::engine
