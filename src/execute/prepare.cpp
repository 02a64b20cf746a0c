#include "execute/prepare.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "execute/execute.hpp"
#include "execute/index_failure.hpp"
#include "execute/validate.hpp"
#include "plan/prepared.hpp"
#include "plan/strategy.hpp"
#include "walk/tuples.hpp"

namespace strew::engine {
namespace {

using prepared_ptr = std::shared_ptr<const prepared_indices>;

failure cancelled_preparing() {
  return stopped("the cancel callback stopped it");
}

std::uint64_t stated(std::int64_t bytes) {
  return bytes == no_workspace ? std::numeric_limits<std::uint64_t>::max() : static_cast<std::uint64_t>(bytes);
}

status check_indices(const plan& p, const std::byte* indices, const execution_context& with) {
  const plan_spec& spec = *p.spec;
  const problem& main = spec.operation.main;
  if (indices == nullptr && !spec.ops.indices.is_empty()) return missing_operand(operand::indices);
  if (main.space.has_no_position()) return {};
  status bad;
  const validation checks = validation_of(main, *p.kernels);
  if (checks.is_needed() && !validate(checks, main, *p.kernels, indices, with, bad)) bad = cancelled_preparing();
  return bad;
}

// Reads every distinct tuple of `where` once. False if cancelled.
bool copy_values(const destinations& where, const kernel::kernel_set& kernels, const std::byte* indices,
                 prepared_indices& made, const cancellation& cancel) {
  const tuple_reader read(where, kernels);
  small_vector<axis> axes;
  for (std::size_t n = 0; n < where.positions.size(); ++n) {
    const std::int64_t step = made.copy.positions[n].index_stride;
    if (step != 0) axes.push_back({where.positions[n].extent, step, 0, where.positions[n].index_stride, no_window});
  }
  std::array<std::int64_t, position_run::max_count> starts;
  return walk_runs(axes, indices, where.members.size(), cancel, [&](const position_run& run) {
    for (std::size_t k = 0; k < where.members.size(); ++k) {
      read.read(k, run, starts.data());
      std::byte* to = made.memory.data() + run.place + made.copy.members[k].index_offset;
      for (std::size_t p = 0; p < run.count; ++p, to += run.place_step) {
        made.is_whole = made.is_whole && read.is_whole(k, starts[p]);
        std::memcpy(to, &starts[p], sizeof starts[p]);
      }
    }
    return true;
  });
}

// Of the copy. False if cancelled.
bool note_digest(prepared_indices& made, std::uint64_t bytes, poll_counter& polls) {
  constexpr std::uint64_t word = sizeof(std::uint64_t);
  return visit_in_pieces(bytes / word, polls, [&](std::uint64_t first, std::uint64_t last) {
    made.digest = hash(made.memory.data() + first * word, (last - first) * word, made.digest);
  });
}

// Order and duplicates, from the copy. False if cancelled.
bool inspect(prepared_indices& made, const kernel::kernel_set& kernels, std::uint64_t* order, std::byte* workspace,
             const cancellation& cancel) {
  const destinations& where = made.copy;
  const std::byte* copy = made.memory.data();
  const bool has_windows = where.window_places > 1;
  if (has_windows) {
    const auto found = find_duplicates(where, kernels, copy, workspace, cancel);
    if (!found) return false;
    made.duplicates = *found;
  }
  destination_order sorted(where, where.position_count, workspace);
  if (!note_starts(where, kernels, copy, cancel, sorted)) return false;
  poll_counter polls(cancel);
  if (!note_digest(made, static_cast<std::uint64_t>(packed_bytes(where)), polls) || !sorted.sort(polls)) return false;
  const bool is_told = visit_in_pieces(sorted.count(), polls, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t n = first; n < last; ++n) order[n] = sorted.position(n);
  });
  if (!is_told) return false;
  if (where.may_collide && !has_windows) {
    const auto found = sorted.take_duplicates(polls);
    if (!found) return false;
    made.duplicates = *found;
  }
  made.skipped = sorted.skipped();
  made.is_sorted = sorted.is_sorted();
  made.is_ascending = sorted.is_ascending() && made.duplicates.count == 0;
  return true;
}

status obtain(const execution_context& with, const destinations& where, prepared_indices& made, memory_block& owned,
              std::byte*& workspace) {
  const std::int64_t needed = prepare_workspace(where);
  const std::int64_t bytes = prepared_bytes(where);
  if (needed == no_workspace || bytes == no_workspace)
    return fail(rule::MM1, operand::indices, "prepared, or while they are prepared, they exceed 63 bits of memory");
  made.bytes = static_cast<std::uint64_t>(bytes);
  if (auto bad = obtain_workspace(with, static_cast<std::uint64_t>(needed), owned, workspace)) return bad;
  if (bytes == 0) return {};
  made.memory = memory_block(with.memory, made.bytes);
  if (made.memory.data() != nullptr) return {};
  return fail(rule::MM1, operand::indices, "{} bytes for a copy cannot be obtained", bytes);
}

std::shared_ptr<prepared_indices> described(const plan_spec& spec, const destinations& where) {
  auto made = std::make_shared<prepared_indices>();
  made->index_extents = spec.ops.indices.extents;
  made->index_type = spec.operation.main.index_type;
  made->policy = where.policy;
  made->map = spec.operation.map;
  made->copy = packed(where);
  return made;
}

bool are_validated_alike(const index_policy& left, const prepared_indices& given) {
  const bool cuts =
      given.copy.window_places > 1 && (left.outside == out_of_bounds::skip || left.outside == out_of_bounds::fill);
  return left.outside == given.policy.outside && left.below_zero == given.policy.below_zero &&
         (!cuts || left.cut == given.policy.cut);
}

status check_extents(const plan_spec& spec, const prepared_indices& given) {
  const bool is_same_tuple = spec.operation.map.tuple_dimension == given.map.tuple_dimension &&
                             spec.operation.map.of_members.size() == given.map.of_members.size() &&
                             spec.operation.map.of_positions.size() == given.map.of_positions.size();
  if (spec.ops.indices.extents == given.index_extents && is_same_tuple) return {};
  return fail(rule::PR1, operand::indices, "prepared ones have the extents {}, those of the plan {}{}",
              to_text(given.index_extents), to_text(spec.ops.indices.extents),
              is_same_tuple ? "" : ", and their tuples are others");
}

// The places a tuple addresses, and the dimensions along which positions cannot collide.
status check_destinations(const plan_spec& spec, const prepared_indices& given) {
  const auto& members = spec.operation.main.space.members;
  for (std::size_t k = 0; k < members.size(); ++k) {
    const destinations::member& m = given.copy.members[k];
    if (members[k].extent == m.extent && members[k].window == m.window) continue;
    return fail(rule::PR2, operand::indices,
                "component {} of prepared ones addresses an extent of {} with a window of {}, in the plan {} with {}",
                k, m.extent, m.window, members[k].extent, members[k].window);
  }
  for (std::size_t n = 0; n < given.map.of_positions.size(); ++n) {
    const bool is_batch = spec.operation.map.of_positions[n] != index_map::none;
    if (is_batch == (given.map.of_positions[n] != index_map::none)) continue;
    return fail(rule::PR2, operand::indices,
                "position dimension {} is a dimension of the addressed operand too in {} only", n,
                is_batch ? "the plan" : "prepared ones");
  }
  return {};
}

status check_fit(const plan_spec& spec, const prepared_indices& given) {
  const problem& main = spec.operation.main;
  if (main.index_type != given.index_type) {
    return fail(rule::PR4, operand::indices, "prepared ones are {}, those of the plan {}", info(given.index_type).name,
                info(main.index_type).name);
  }
  if (!are_validated_alike(main.policy, given))
    return fail(rule::PR3, operand::indices, "prepared ones were validated under another policy or negative rule");
  if (auto bad = check_extents(spec, given)) return bad;
  return check_destinations(spec, given);
}

index_info known_of(const prepared_indices& given) {
  const bool is_unique = given.duplicates.count == 0;
  if (given.is_ascending) return {index_order::ascending, is_unique};
  return {given.is_sorted ? index_order::sorted : index_order::unknown, is_unique};
}

}  // namespace

std::uint64_t prepared_bytes(const plan& p) {
  return stated(prepared_bytes(destinations_of(p.spec->operation.main, p.spec->operation.map)));
}

std::uint64_t prepare_workspace(const plan& p) {
  return stated(prepare_workspace(destinations_of(p.spec->operation.main, p.spec->operation.map)));
}

result<prepared_ptr> prepare(const plan& p, const std::byte* indices, const execution_context& with) {
  STREW_ASSERT(p.spec);
  const plan_spec& spec = *p.spec;
  const destinations where = destinations_of(spec.operation.main, spec.operation.map);
  if (!p.indices.is_empty) {
    const auto bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(prepare_workspace(where), 0));
    if (auto bad = check_workspace_apart(with, bytes, p.indices.reach, indices, operand::indices))
      return std::move(*bad);
  }
  if (auto bad = check_indices(p, indices, with)) return std::move(*bad);
  auto made = described(spec, where);
  memory_block owned;
  std::byte* workspace = nullptr;
  if (auto bad = obtain(with, where, *made, owned, workspace)) return std::move(*bad);
  if (where.position_count == 0) return prepared_ptr(std::move(made));
  if (!where.members.empty() && !copy_values(where, *p.kernels, indices, *made, with.cancel))
    return cancelled_preparing();
  auto* order = reinterpret_cast<std::uint64_t*>(made->memory.data() + packed_bytes(where));
  made->order = order;
  if (!inspect(*made, *p.kernels, order, workspace, with.cancel)) return cancelled_preparing();
  if (made->duplicates.count != 0)
    made->refusal =
        duplicate_failure(spec.operation.main, *p.kernels, indices, made->duplicates.position, made->duplicates.other);
  return prepared_ptr(std::move(made));
}

status bind_indices(const plan& p, const prepared_ptr& given, plan& made) {
  STREW_ASSERT(p.spec);
  const plan_spec& spec = *p.spec;
  if (auto bad = check_fit(spec, *given)) return bad;
  const problem& main = spec.operation.main;
  if (finds_duplicates(main) && !main.moves_nothing() && given->refusal) return given->refusal;
  const operation op = bound(spec.operation, given->copy, given->is_whole);
  operands ops = spec.ops;
  ops.indices = packed_tensor(given->copy);
  const index_info known = known_of(*given);
  // A solver requested by name may not be applicable to the copy; the results are the same.
  if (make_plan(op, ops, spec.requested, known, made)) {
    made = {};
    if (auto bad = make_plan(op, std::move(ops), nullptr, known, made)) return bad;
  }
  made.spec = p.spec;
  made.bound_indices = {given, given->memory.data()};
  made.bound_digest = given->digest;
  made.has_bound_indices = true;
  return {};
}

}  // namespace strew::engine
