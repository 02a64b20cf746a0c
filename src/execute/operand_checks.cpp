#include "execute/operand_checks.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/arithmetic.hpp"

namespace strew::engine {

failure missing_operand(operand where) {
  return fail(rule::PT1, where, "its pointer is null, and it holds elements that are needed");
}

namespace {

// The emptiness of operands determines which pointers may be null.
struct emptiness {
  bool data, indices, updates, output;
};

status check_pointers(bool is_scatter, const emptiness& is_empty, const pointers& at) {
  const bool in_place = is_scatter && at.data == at.output;
  const bool has_output = is_scatter ? !is_empty.data && (!in_place || !is_empty.updates) : !is_empty.output;
  if (at.data == nullptr && !is_empty.data && has_output) return missing_operand(operand::data);
  if (at.indices == nullptr && !is_empty.indices) return missing_operand(operand::indices);
  if (at.updates == nullptr && is_scatter && !is_empty.updates && !is_empty.data)
    return missing_operand(operand::updates);
  if (at.output == nullptr && has_output) return missing_operand(operand::output);
  return {};
}

// Most operands have disjoint intervals; only the others need the full check.
bool is_apart_at_once(const operand_info& a, const void* a_base, const operand_info& b, const void* b_base) {
  return a.is_empty || b.is_empty || are_apart(a.reach, a_base, b.reach, b_base);
}

status check_apart(const plan& p, const pointers& at, const operand_info& info, const tensor& other, const void* base,
                   operand where) {
  if (is_apart_at_once(p.output, at.output, info, base) || is_apart(p.ops.output, at.output, other, base)) return {};
  return fail(rule::OV2, operand::output, "it overlaps {}, or is not proven apart from it", where);
}

// A fill value that is not copied is read while the output is written.
status check_fill_apart(const plan& p, const pointers& at) {
  const fill_pattern& fill = p.move().fill;
  if (!fill.is_borrowed() || p.output.is_empty) return {};
  if (are_apart(p.output.reach, at.output, {0, static_cast<std::int64_t>(fill.size())}, fill.data())) return {};
  return fail(rule::OV2, operand::output, "it shares bytes with the fill value");
}

// Indices that are bound to a plan are in memory of its own.
status check_overlap(const plan& p, const pointers& at, bool has_own_indices) {
  const operands& ops = p.ops;
  if (at.data == at.output && !p.data.is_empty && !p.output.is_empty) {
    if (!ops.is_scatter)
      return fail(rule::OV1, operand::output, "it is <data> itself, and a gather cannot run in place");
    if (!p.data_fits_output)
      return fail(rule::OV1, operand::output, "it starts where <data> starts but has other strides");
  } else if (auto bad = check_apart(p, at, p.data, ops.data, at.data, operand::data)) {
    return bad;
  }
  if (!has_own_indices) {
    if (auto bad = check_apart(p, at, p.indices, ops.indices, at.indices, operand::indices)) return bad;
  }
  if (auto bad = check_fill_apart(p, at)) return bad;
  return ops.is_scatter ? check_apart(p, at, p.updates, ops.updates, at.updates, operand::updates) : status{};
}

// The operands that few problems have, in this order.
template <class Check>
status check_paired(const plan& p, const pointers& at, const Check& check) {
  if (!p.paired) return {};
  const paired_operands& ops = *p.ops.paired;
  if (!p.bound_from) {  // else they are in memory of the plan
    if (auto bad = check(p.paired->from, ops.from, at.from, operand::from)) return bad;
  }
  if (auto bad = check(p.paired->weights, ops.weights, at.weights, operand::weights)) return bad;
  if (auto bad = check(p.paired->scales, ops.scales, at.scales, operand::scales)) return bad;
  if (auto bad = check(p.paired->zero_points, ops.zero_points, at.zero_points, operand::zero_points)) return bad;
  return check(p.paired->codebook, ops.codebook, at.codebook, operand::codebook);
}

status check_paired_pointers(const plan& p, const pointers& at) {
  return check_paired(p, at, [&](const operand_info& info, const tensor&, const std::byte* base, operand where) {
    return base == nullptr && !info.is_empty ? status(missing_operand(where)) : status();
  });
}

status check_paired_overlap(const plan& p, const pointers& at) {
  return check_paired(p, at, [&](const operand_info& info, const tensor& of, const std::byte* base, operand where) {
    return check_apart(p, at, info, of, base, where);
  });
}

struct placed_operand {
  const operand_info* info = nullptr;
  const tensor* layout = nullptr;
  const void* base = nullptr;
  operand where = operand::none;
};

small_vector<placed_operand, 9> placed(const plan& p, const pointers& at) {
  small_vector<placed_operand, 9> all{{&p.data, &p.ops.data, at.data, operand::data},
                                      {&p.indices, &p.ops.indices, at.indices, operand::indices},
                                      {&p.updates, &p.ops.updates, at.updates, operand::updates},
                                      {&p.output, &p.ops.output, at.output, operand::output}};
  if (!p.paired) return all;
  all.push_back({&p.paired->from, &p.ops.paired->from, at.from, operand::from});
  all.push_back({&p.paired->weights, &p.ops.paired->weights, at.weights, operand::weights});
  all.push_back({&p.paired->scales, &p.ops.paired->scales, at.scales, operand::scales});
  all.push_back({&p.paired->zero_points, &p.ops.paired->zero_points, at.zero_points, operand::zero_points});
  all.push_back({&p.paired->codebook, &p.ops.paired->codebook, at.codebook, operand::codebook});
  return all;
}

status check_workspace(const plan& p, const pointers& at, const execution_context& with) {
  const auto rows = placed(p, at);
  for (const placed_operand& row : rows) {
    if (row.info->is_empty) continue;
    if (auto bad = check_workspace_apart(with, p.workspace, row.info->reach, row.base, row.where)) return bad;
  }
  return {};
}

// AL1. Strides that are not used are 0.
status check_aligned(const placed_operand& row, std::uint64_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(row.base);
  if (address % bytes != 0)
    return fail(rule::AL1, row.where, "its address 0x{:x} is not a multiple of {}", std::uint64_t{address}, bytes);
  for (std::size_t d = 0; d < row.layout->rank(); ++d) {
    const std::int64_t stride = row.layout->strides[d];
    if (magnitude(stride) % bytes != 0)
      return fail(rule::AL1, row.where, "the stride {} of dimension {} is not a multiple of {}", stride, d, bytes);
  }
  return {};
}

status check_alignment(const plan& p, const pointers& at, const alignment& asked) {
  const auto rows = placed(p, at);
  for (const placed_operand& row : rows) {
    const bool is_of_indices = row.where == operand::indices || row.where == operand::from;
    const std::uint64_t bytes = is_of_indices ? asked.indices : asked.elements;
    const bool is_bound =
        (row.where == operand::indices && p.bound_indices) || (row.where == operand::from && p.bound_from);
    if (bytes <= 1 || row.base == nullptr || row.info->is_empty || is_bound) continue;
    if (auto bad = check_aligned(row, bytes)) return bad;
  }
  return {};
}

}  // namespace

status check_pointers(const operands& ops, const pointers& at) {
  if (at.data != nullptr && at.indices != nullptr && (at.updates != nullptr || !ops.is_scatter) && at.output != nullptr)
    return {};
  const emptiness is_empty{ops.data.is_empty(), ops.indices.is_empty(), !ops.is_scatter || ops.updates.is_empty(),
                           ops.output.is_empty()};
  return check_pointers(ops.is_scatter, is_empty, at);
}

status check_operands(const plan& p, const pointers& at, const execution_context& with) {
  const emptiness is_empty{p.data.is_empty, p.indices.is_empty, p.updates.is_empty, p.output.is_empty};
  if (auto bad = check_pointers(p.ops.is_scatter, is_empty, at)) return bad;
  if (auto bad = check_paired_pointers(p, at)) return bad;
  if (auto bad = check_overlap(p, at, false)) return bad;
  if (auto bad = check_paired_overlap(p, at)) return bad;
  return p.workspace == 0 ? status() : check_workspace(p, at, with);
}

namespace {

placed_operand place_of(const further_plan& of, const pointers& at) {
  const bool counts = of.kind == further_kind::counts;
  return {&of.made.output, &of.made.ops.output, counts ? at.count : at.arg, counts ? operand::count : operand::arg};
}

status check_one_further(const plan& p, const placed_operand& one, const small_vector<placed_operand, 9>& others,
                         const execution_context& with) {
  if (one.info->is_empty) return {};
  if (one.base == nullptr) return missing_operand(one.where);
  for (const placed_operand& other : others) {
    if (is_apart_at_once(*one.info, one.base, *other.info, other.base) ||
        is_apart(*one.layout, one.base, *other.layout, other.base))
      continue;
    return fail(rule::OV2, one.where, "it overlaps {}, or is not proven apart from it", other.where);
  }
  return check_workspace_apart(with, p.workspace, one.info->reach, one.base, one.where);
}

}  // namespace

status check_further(const plan& p, const pointers& at, const execution_context& with) {
  auto others = placed(p, at);
  for (const auto& of : p.further) {
    const placed_operand one = place_of(*of, at);
    if (auto bad = check_one_further(p, one, others, with)) return bad;
    others.push_back(one);
  }
  return {};
}

status check_places(const plan& p, const pointers& at, const alignment& asked) {
  const bool has_own_indices = p.bound_indices != nullptr;
  const emptiness is_empty{p.data.is_empty, has_own_indices || p.indices.is_empty, p.updates.is_empty,
                           p.output.is_empty};
  if (auto bad = check_pointers(p.ops.is_scatter, is_empty, at)) return bad;
  if (auto bad = check_paired_pointers(p, at)) return bad;
  if (auto bad = check_alignment(p, at, asked)) return bad;
  if (auto bad = check_overlap(p, at, has_own_indices)) return bad;
  return check_paired_overlap(p, at);
}

}  // namespace strew::engine
