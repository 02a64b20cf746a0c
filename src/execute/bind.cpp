// Plans that read prepared indices.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "execute/facts.hpp"
#include "execute/index_failure.hpp"
#include "execute/prepare.hpp"
#include "plan/strategy.hpp"
#include "problem/canonical.hpp"
#include "problem/repeated.hpp"

namespace strew::engine {
namespace {

using prepared_ptr = std::shared_ptr<const prepared_indices>;

const tensor& view_of(const plan_spec& spec, operand where) {
  return where == operand::from ? spec.ops.paired->from : spec.ops.indices;
}

bool are_validated_alike(const index_policy& left, const prepared_indices& given) {
  const bool cuts =
      given.copy.window_places > 1 && (left.outside == out_of_bounds::skip || left.outside == out_of_bounds::fill);
  return left.outside == given.policy.outside && left.below_zero == given.policy.below_zero &&
         (!cuts || left.cut == given.policy.cut);
}

status check_extents(const plan_spec& spec, const prepared_indices& given) {
  const index_map map = map_of(spec.operation, given.where);
  const extents_list& extents = view_of(spec, given.where).extents;
  const bool is_same_tuple = map.tuple_dimension == given.map.tuple_dimension &&
                             map.of_members.size() == given.map.of_members.size() &&
                             map.of_positions.size() == given.map.of_positions.size();
  if (extents == given.index_extents && is_same_tuple) return {};
  return fail(rule::PR1, given.where, "prepared ones have <the extents> {}, those of the plan {}{}",
              given.index_extents, extents, is_same_tuple ? "" : ", and their tuples are others");
}

// The places a tuple addresses, and the dimensions along which positions cannot collide.
status check_destinations(const plan_spec& spec, const prepared_indices& given) {
  const indexed_side& of = side_of(spec.operation.main, given.where);
  if (of.kept != given.copy.kept)
    return fail(rule::PR2, given.where, "prepared ones are of another part of the places that tuples address");
  const auto& members = of.space.members;
  for (std::size_t k = 0; k < members.size(); ++k) {
    const destinations::member& m = given.copy.members[k];
    if (members[k].extent == m.extent && members[k].window == m.window) continue;
    return fail(rule::PR2, given.where,
                "component {} of prepared ones addresses <an extent of {}> with a window of {}, in the plan {} with {}",
                k, m.extent, m.window, members[k].extent, members[k].window);
  }
  const index_map map = map_of(spec.operation, given.where);
  for (std::size_t n = 0; n < given.map.of_positions.size(); ++n) {
    const bool is_batch = map.of_positions[n] != index_map::none;
    if (is_batch == (given.map.of_positions[n] != index_map::none)) continue;
    return fail(rule::PR2, given.where, "position dimension {} is a dimension of the addressed operand too in {} only",
                n, is_batch ? "the plan" : "prepared ones");
  }
  return {};
}

// `where`: which operand of the plan they are bound as.
status check_fit(const plan_spec& spec, operand where, const prepared_indices& given) {
  if (auto bad = check_can_read_copies(spec.operation, where)) return bad;
  if (given.where != where) return fail(rule::PR5, where, "prepared ones are those of the operand {}", given.where);
  const indexed_side& of = side_of(spec.operation.main, where);
  if (of.index_type != given.index_type) {
    return fail(rule::PR4, where, "prepared ones are {}, those of the plan {}", type_words{given.index_type, 0, where},
                type_words{of.index_type, 0, where});
  }
  if (!are_validated_alike(of.policy, given) || of.padding != given.copy.padding)
    return fail(rule::PR3, where, "prepared ones were validated under another policy or negative rule");
  if (auto bad = check_extents(spec, given)) return bad;
  return check_destinations(spec, given);
}

// Points that meet whatever the indices are.
bool meet_within_positions(const problem& main) {
  return std::any_of(main.axes.begin(), main.axes.end(), [&](const axis& a) { return is_summed(main, a); });
}

// Nothing is sorted unless the plan depends on it: for a write that refuses duplicates, or one whose accumulators are
// not needed where nothing collides.
result<bool> are_unique(const prepared_indices& given, const problem& main, const workers& pool) {
  if (!finds_duplicates(main) && meet_within_positions(main)) return false;
  if (const auto known = given.details.is_unique(pool)) return *known;
  if (!finds_duplicates(main) && !may_need_accumulators(main)) return false;
  const auto found = given.details.inspect(pool);
  if (found) return (*found)->duplicates.count == 0;
  if (finds_duplicates(main)) return found.error();
  return false;
}

// The tuples are those of the copy. Called after inspect() was successful, or is about to fail for lack of memory.
status duplicates_in(const prepared_indices& given, const problem& of_copy, const kernel::kernel_set& kernels,
                     const workers& pool) {
  if (given.refusal) return given.refusal;
  const auto found = given.details.inspect(pool);
  if (!found) return found.error();
  const duplicate_report& first = (*found)->duplicates;
  return duplicate_failure(of_copy, kernels, given.values.first(), first.position, first.other);
}

// The copies that a plan reads; either may be missing.
struct copies {
  const prepared_indices* indices;
  const prepared_indices* from;
};

status make_for_copies(const plan_spec& spec, const copies& given, const operation& op, const plan_options& options,
                       plan& made) {
  made = {};
  made.ops = spec.ops;
  if (given.indices != nullptr) made.ops.indices = packed_tensor(given.indices->copy);
  if (given.from != nullptr) made.ops.paired->from = packed_tensor(given.from->copy);
  return make_plan(op, options, made);
}

// The values along the one axis of a problem are the destinations of a copy, position by position.
bool are_destinations(const problem& p, const destinations& copy) {
  if (!p.is_write() || count_outer(p) != 1 || p.coordinates.size() != 1) return false;
  const axis& line = p.axes[0];
  // Those that are padding, or not kept, have no destination, but a value.
  const bool has_all =
      copy.policy.outside == out_of_bounds::error && copy.padding == indexed_side::no_padding && !copy.kept;
  return has_all && line.table_stride == 0 && line.index_stride == info(copy.index_type).width &&
         static_cast<std::uint64_t>(line.extent) == copy.position_count;
}

// Rows of positions that indices can be the same along are those of a copy.
bool are_rows(const problem& p, const destinations& copy) {
  if (!can_repeat(p)) return false;
  const axis& last = p.axes[count_outer(p) - 1];
  return last.extent == copy.positions.back().extent && last.index_stride == copy.positions.back().index_stride;
}

// A plan for the copy and what is known of it: whatever else executions look for in their indices too. Indices that
// repeat along a row are those of rows. A solver requested by name may not be applicable to the copy; the results are
// the same.
status make_informed(const plan& p, const copies& all, operation& op, const fact<bool>& is_unique, const workers& pool,
                     plan& made) {
  const plan_spec& spec = *p.spec;
  const prepared_indices& given = *all.indices;
  while (true) {
    index_facts facts = given.details.facts();
    facts.is_unique = is_unique;
    facts.has_order = given.values.order().has_room();
    const bool is_column = are_destinations(op.main, given.copy);
    const bool has_rows = are_rows(op.main, given.copy);
    if (!is_column) facts.order = {};
    if (!has_rows) facts.repeats = {};
    if (count_positions(op.main) != given.copy.position_count) facts.distinct = facts.most = {};
    prove({op.main, *p.kernels, facts}, rules_of(op.main), spec.requested, given.values.first(), pool, facts);
    given.details.learn(is_column ? facts.order : fact<index_order>{}, has_rows ? facts.repeats : fact<bool>{});
    if (make_for_copies(spec, all, op, {.requested = spec.requested, .known = facts}, made)) {
      if (auto bad = make_for_copies(spec, all, op, {.known = facts}, made)) return bad;
    }
    if (made.has_accumulators() || !facts.repeats.is(true, source::proof)) return {};
    op.main = repeated(op.main);
  }
}

// With indices of the table that are prepared.
status make_bound(const plan& p, const copies& given, operation& op, const workers& pool, plan& made) {
  const problem& main = p.spec->operation.main;
  fact<bool> is_unique;
  if (main.is_write() && !main.moves_nothing()) {
    const auto unique = are_unique(*given.indices, main, pool);
    if (!unique) return unique.error();
    is_unique = {*unique, source::proof};
    if (finds_duplicates(main) && !*unique) return duplicates_in(*given.indices, op.main, *p.kernels, pool);
  }
  return make_informed(p, given, op, is_unique, pool, made);
}

// The operands of the call are those of a further result too, but for what it does not need.
status add_bound_further(further_result of, const copies& given, plan& made) {
  const auto read = [&](operand where, const prepared_indices* one, tensor& view) {
    read_copy(of.operation, where, one->copy, one->is_whole);
    view = packed_tensor(one->copy);
  };
  if (given.from != nullptr && of.operation.main.from) read(operand::from, given.from, of.ops.paired->from);
  if (given.indices != nullptr) read(operand::indices, given.indices, of.ops.indices);
  of.operation.main = of.operation.raw;
  make_canonical(of.operation.main);
  return add_further(of, made);
}

}  // namespace

status check_can_read_copies(const operation& spec, operand where) {
  if (where == operand::from && !spec.main.from) return fail(rule::PR5, where, "updates of the plan have no indices");
  if (side_of(spec.main, where).segments) return fail(rule::PR5, where, "they are offsets, which are in order already");
  if (can_read_copies(spec, where)) return {};
  return fail(rule::PR5, where, "an axis of the problem is not made of whole dimensions of them");
}

status bind_indices(const plan& p, const prepared_ptr& indices, const prepared_ptr& from, const workers& pool,
                    plan& made) {
  STREW_ASSERT(p.spec && (indices || from));
  const plan_spec& spec = *p.spec;
  operation op = spec.operation;
  const auto read = [&](operand where, const prepared_ptr& given) -> status {
    if (!given) return {};
    if (auto bad = check_fit(spec, where, *given)) return bad;
    read_copy(op, where, given->copy, given->is_whole);
    return {};
  };
  if (auto bad = read(operand::from, from)) return bad;
  if (auto bad = read(operand::indices, indices)) return bad;
  op.main = op.raw;
  make_canonical(op.main);
  const copies all{indices.get(), from.get()};
  auto bad = indices ? make_bound(p, all, op, pool, made)
                     : make_for_copies(spec, all, op, {.requested = spec.requested, .known = {}}, made);
  if (bad) return bad;
  for (const further_result& one : spec.further) {
    if (auto bad_further = add_bound_further(one, all, made)) return bad_further;
  }
  made.spec = p.spec;
  if (indices) made.bound_indices = {indices, &indices->values};
  if (from) made.bound_from = {from, &from->values};
  return {};
}

}  // namespace strew::engine
