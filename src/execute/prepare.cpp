#include "execute/prepare.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "execute/judge.hpp"
#include "plan/prepared.hpp"
#include "walk/tuples.hpp"

namespace strew {
inline namespace engine {
namespace {

using prepared_ptr = std::shared_ptr<const prepared_indices>;

failure cancelled_preparing() {
  return stopped("the cancel callback stopped it");
}

std::uint64_t stated(std::int64_t bytes) {
  return bytes == no_workspace ? std::numeric_limits<std::uint64_t>::max() : static_cast<std::uint64_t>(bytes);
}

check check_indices(const plan& p, const std::byte* indices, const cancellation& cancel) {
  const request& asked = *p.asked;
  const problem& main = asked.what.main;
  if (indices == nullptr && !asked.ops.indices.is_empty())
    return fail(rule::PT1, operand::indices, "its pointer is null, and it holds elements that are needed");
  if (main.space.has_no_position()) return {};
  auto found = judge(judgement_of(main, *p.kernels), main, *p.kernels, indices, cancel);
  return found ? std::move(*found) : check(cancelled_preparing());
}

// Reads every distinct tuple of `where` once. False if it was cancelled.
bool copy_values(const destinations& where, const kernel::kernel_set& kernels, const std::byte* indices,
                 prepared_indices& made, const cancellation& cancel) {
  const tuple_reader read(where, kernels);
  small_vector<axis> axes;
  for (std::size_t n = 0; n < where.positions.size(); ++n) {
    const std::int64_t step = made.copy.positions[n].index_stride;
    if (step != 0) axes.push_back({where.positions[n].extent, step, 0, where.positions[n].index_stride, no_window});
  }
  std::array<std::int64_t, position_run::most> starts;
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

// Of the copy. False if it was cancelled.
bool note_digest(prepared_indices& made, std::uint64_t bytes, poll_counter& polls) {
  constexpr std::uint64_t word = sizeof(std::uint64_t);
  return visit_in_pieces(bytes / word, polls, [&](std::uint64_t first, std::uint64_t last) {
    made.digest = hash(made.memory.data() + first * word, (last - first) * word, made.digest);
  });
}

// Order and duplicates, from the copy. False if it was cancelled.
bool inspect(prepared_indices& made, const kernel::kernel_set& kernels, std::uint64_t* order, std::byte* workspace,
             const cancellation& cancel) {
  const destinations& where = made.copy;
  const std::byte* copy = made.memory.data();
  const bool has_windows = where.window_places > 1;
  if (has_windows) {
    const auto found = find_meetings(where, kernels, copy, workspace, cancel);
    if (!found) return false;
    made.meeting = *found;
  }
  destination_order sorted(where, where.position_count, workspace);
  if (!note_starts(where, kernels, copy, cancel, sorted)) return false;
  poll_counter polls(cancel);
  if (!note_digest(made, static_cast<std::uint64_t>(packed_bytes(where)), polls) || !sorted.sort(polls)) return false;
  const bool is_told = visit_in_pieces(sorted.count(), polls, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t n = first; n < last; ++n) order[n] = sorted.position(n);
  });
  if (!is_told) return false;
  if (where.may_meet && !has_windows) {
    const auto found = sorted.take_meetings(polls);
    if (!found) return false;
    made.meeting = *found;
  }
  made.left_out = sorted.left_out();
  made.is_sorted = sorted.is_sorted();
  made.is_ascending = sorted.is_ascending() && made.meeting.count == 0;
  return true;
}

check obtain(const execution_context& with, const destinations& where, prepared_indices& made, memory_block& owned,
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
  return fail(rule::MM1, operand::indices, std::to_string(bytes) + " bytes for a copy cannot be obtained");
}

std::shared_ptr<prepared_indices> described(const request& asked, const destinations& where) {
  auto made = std::make_shared<prepared_indices>();
  made->index_extents = asked.ops.indices.extents;
  made->index_type = asked.what.main.index_type;
  made->policy = where.policy;
  made->map = asked.what.map;
  made->copy = packed(where);
  return made;
}

std::string to_text(const extents_list& extents) {
  std::string text = "[";
  for (std::size_t i = 0; i < extents.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(extents[i]);
  return text + "]";
}

bool judges_alike(const index_policy& left, const prepared_indices& given) {
  const bool cuts =
      given.copy.window_places > 1 && (left.outside == out_of_bounds::skip || left.outside == out_of_bounds::fill);
  return left.outside == given.policy.outside && left.below_zero == given.policy.below_zero &&
         (!cuts || left.cut == given.policy.cut);
}

check check_extents(const request& asked, const prepared_indices& given) {
  const bool is_same_tuple = asked.what.map.tuple_dimension == given.map.tuple_dimension &&
                             asked.what.map.of_members.size() == given.map.of_members.size() &&
                             asked.what.map.of_positions.size() == given.map.of_positions.size();
  if (asked.ops.indices.extents == given.index_extents && is_same_tuple) return {};
  return fail(rule::PR1, operand::indices,
              "prepared ones have the extents " + to_text(given.index_extents) + ", those of the plan " +
                  to_text(asked.ops.indices.extents) + (is_same_tuple ? "" : ", and their tuples are others"));
}

// What a tuple addresses, and along which positions no two can meet.
check check_destinations(const request& asked, const prepared_indices& given) {
  const auto& members = asked.what.main.space.members;
  for (std::size_t k = 0; k < members.size(); ++k) {
    const destinations::member& m = given.copy.members[k];
    if (members[k].extent == m.extent && members[k].window == m.window) continue;
    return fail(rule::PR2, operand::indices,
                "component " + std::to_string(k) + " of prepared ones addresses an extent of " +
                    std::to_string(m.extent) + " with a window of " + std::to_string(m.window) + ", in the plan " +
                    std::to_string(members[k].extent) + " with " + std::to_string(members[k].window));
  }
  for (std::size_t n = 0; n < given.map.of_positions.size(); ++n) {
    const bool is_batch = asked.what.map.of_positions[n] != index_map::none;
    if (is_batch == (given.map.of_positions[n] != index_map::none)) continue;
    return fail(rule::PR2, operand::indices,
                "position dimension " + std::to_string(n) + " is a dimension of the addressed operand too in " +
                    (is_batch ? "the plan" : "prepared ones") + " only");
  }
  return {};
}

check check_fit(const request& asked, const prepared_indices& given) {
  const problem& main = asked.what.main;
  if (main.index_type != given.index_type) {
    return fail(rule::PR4, operand::indices,
                std::string("prepared ones are ") + facts(given.index_type).name + ", those of the plan " +
                    facts(main.index_type).name);
  }
  if (!judges_alike(main.policy, given))
    return fail(rule::PR3, operand::indices, "prepared ones were judged by another policy or negative rule");
  if (auto bad = check_extents(asked, given)) return bad;
  return check_destinations(asked, given);
}

}  // namespace

std::uint64_t prepared_bytes(const plan& p) {
  return stated(prepared_bytes(destinations_of(p.asked->what.main, p.asked->what.map)));
}

std::uint64_t prepare_workspace(const plan& p) {
  return stated(prepare_workspace(destinations_of(p.asked->what.main, p.asked->what.map)));
}

result<prepared_ptr> prepare(const plan& p, const std::byte* indices, const execution_context& with) {
  const request& asked = *p.asked;
  const destinations where = destinations_of(asked.what.main, asked.what.map);
  if (!p.indices.is_empty) {
    const auto bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(prepare_workspace(where), 0));
    if (auto bad = check_workspace_apart(with, bytes, p.indices.reach, indices, operand::indices)) return *bad;
  }
  if (auto bad = check_indices(p, indices, with.cancel)) return *bad;
  auto made = described(asked, where);
  memory_block owned;
  std::byte* workspace = nullptr;
  if (auto bad = obtain(with, where, *made, owned, workspace)) return *bad;
  if (where.position_count == 0) return prepared_ptr(std::move(made));
  if (!where.members.empty() && !copy_values(where, *p.kernels, indices, *made, with.cancel))
    return cancelled_preparing();
  auto* order = reinterpret_cast<std::uint64_t*>(made->memory.data() + packed_bytes(where));
  made->order = order;
  if (!inspect(*made, *p.kernels, order, workspace, with.cancel)) return cancelled_preparing();
  if (made->meeting.count != 0)
    made->refusal =
        duplicate_failure(asked.what.main, *p.kernels, indices, made->meeting.position, made->meeting.other);
  return prepared_ptr(std::move(made));
}

check bind_indices(const plan& p, const prepared_ptr& given, plan& made) {
  const request& asked = *p.asked;
  if (auto bad = check_fit(asked, *given)) return bad;
  const bool refuses = asked.what.finds_duplicates && !asked.what.main.moves_nothing();
  if (refuses && given->refusal) return given->refusal;
  const operation what = bound(asked.what, given->copy, given->is_whole);
  operands ops = asked.ops;
  ops.indices = packed_tensor(given->copy);
  // A solver asked for by name may not be applicable to the copy; the results are the same.
  if (make_plan(what, ops, asked.wanted, made)) {
    made = {};
    if (auto bad = make_plan(what, std::move(ops), nullptr, made)) return bad;
  }
  made.asked = p.asked;
  made.own_indices = {given, given->memory.data()};
  made.own_digest = given->digest;
  made.has_own_indices = true;
  return {};
}

}  // namespace engine
}  // namespace strew
