#include "execute/prepare.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "execute/execute.hpp"
#include "execute/index_failure.hpp"
#include "execute/validate.hpp"
#include "execute/window_starts.hpp"
#include "plan/strategy.hpp"

namespace strew::engine {
namespace {

using prepared_ptr = std::shared_ptr<const prepared_indices>;

failure cancelled_preparing() {
  return stopped("the cancel callback stopped it");
}

// The index operand that is prepared.
struct index_source {
  const plan& of;
  operand where;
  const indexed_side& side;
  const tensor& view;
  const operand_info& info;
  const std::byte* indices;
};

index_source source_of(const plan& p, operand where, const std::byte* indices) {
  const bool is_from = where == operand::from;
  const operands& ops = p.spec->ops;
  return {p,
          where,
          side_of(p.spec->operation.main, where),
          is_from ? ops.paired->from : ops.indices,
          is_from ? p.paired->from : p.indices,
          indices};
}

status check_indices(const index_source& given, const execution_context& with) {
  status bad;
  const kernel::kernel_set& kernels = *given.of.kernels;
  const validation checks = validation_of(given.side, kernels);
  if (checks.is_needed() && !validate(checks, given.side, given.where, kernels, given.indices, with, bad))
    bad = cancelled_preparing();
  return bad;
}

// Copies the starts of an index operand. Each value is read once.
class copier {
 public:
  copier(const destinations& where, const kernel::kernel_set& kernels, prepared_indices& made, bool stops_at_bad)
      : where_(where),
        made_(made),
        read_(where, kernels),
        pack_(kernels.pack(index_type_of(where.index_type))),
        is_narrow_(made.copy.index_type == dtype::i32),
        stops_at_bad_(stops_at_bad) {}

  enum class outcome : std::uint8_t { copied, bad, cancelled };

  outcome copy(const std::byte* indices, const cancellation& cancel) {
    small_vector<axis> axes(1);  // one point, if there is no other axis
    std::uint64_t tuples = 1;
    for (std::size_t n = 0; n < where_.positions.size(); ++n) {
      const std::int64_t step = made_.copy.positions[n].index_stride;
      if (step == 0) continue;
      tuples *= static_cast<std::uint64_t>(where_.positions[n].extent);
      append_axis(axes, {where_.positions[n].extent, step, 0, where_.positions[n].index_stride, no_window});
    }
    poll_counter polls(cancel, 0);
    bool is_bad = false;
    const std::size_t members = where_.members.size();
    const bool is_done =
        walk_runs(axes.data(), axes.size(), {0, tuples}, indices, members, polls, [&](const point_run& run) {
          for (std::size_t k = 0; k < members && !is_bad; ++k) is_bad = !copy(k, run);
          return !is_bad;
        });
    if (is_bad) return outcome::bad;
    return is_done ? outcome::copied : outcome::cancelled;
  }

 private:
  // False if a value is bad and that ends the copy.
  bool copy(std::size_t k, const point_run& run) {
    const destinations::member& m = where_.members[k];
    std::byte* const to = made_.memory.data() + run.place + made_.copy.members[k].index_offset;
    if (is_narrow_) {
      const kernel::index_column column{run.tuple + m.index_offset, run.tuple_step, run.count};
      const kernel::coordinate_rule rule = rule_of({m.extent, m.window, 1, m.index_offset}, where_.policy);
      if (!pack_(column, rule, reinterpret_cast<std::int32_t*>(to), run.place_step / narrow_width)) return true;
      if (stops_at_bad_) return false;
    }
    read_.read(k, run, starts_.data());
    for (std::size_t p = 0; p < run.count; ++p)
      store(k, starts_[p], to + static_cast<std::int64_t>(p) * run.place_step);
    return true;
  }

  void store(std::size_t k, std::int64_t start, std::byte* to) {
    made_.is_whole = made_.is_whole && read_.is_whole(k, start);
    if (is_narrow_) {
      const auto narrow = static_cast<std::int32_t>(start);
      std::memcpy(to, &narrow, sizeof narrow);
    } else {
      std::memcpy(to, &start, sizeof start);
    }
  }

  static constexpr std::int64_t narrow_width = sizeof(std::int32_t);

  const destinations& where_;
  prepared_indices& made_;
  window_starts read_;
  kernel::pack_kernel pack_;
  bool is_narrow_;
  bool stops_at_bad_;
  std::array<std::int64_t, point_run::max_count> starts_;
};

// Valid values are copied without a separate pass that validates them: it follows only where the copy stops. Not
// inlined, so that the values that it buffers leave the stack with it.
[[gnu::noinline]] status copy_checked(const index_source& given, const destinations& where,
                                      const execution_context& with, prepared_indices& made) {
  const kernel::kernel_set& kernels = *given.of.kernels;
  const bool refuses = validation_of(given.side, kernels).is_needed();
  const bool is_packed = refuses && made.copy.index_type == dtype::i32;
  if (refuses && !is_packed) {
    if (auto bad = check_indices(given, with)) return bad;
  }
  auto done = copier(where, kernels, made, is_packed).copy(given.indices, with.cancel);
  if (done == copier::outcome::bad) {
    if (auto bad = check_indices(given, with)) return bad;
    done =
        copier(where, kernels, made, false).copy(given.indices, with.cancel);  // it wraps, or it was changed meanwhile
  }
  if (done == copier::outcome::cancelled) return cancelled_preparing();
  return {};
}

status obtain(const execution_context& with, const destinations& where, std::uint64_t workspace_bytes,
              prepared_indices& made, memory_block& owned, std::byte*& workspace) {
  const std::int64_t bytes = prepared_bytes(where);
  if (bytes == no_workspace) return fail(rule::MM1, made.where, "prepared, they exceed 63 bits of memory");
  made.bytes = static_cast<std::uint64_t>(bytes);
  if (auto bad = obtain_workspace(with, workspace_bytes, owned, workspace)) return bad;
  if (bytes == 0) return {};
  made.memory = memory_block(with.memory, made.bytes);
  if (made.memory.data() == nullptr)
    return fail(rule::MM1, made.where, "{} bytes for a copy cannot be obtained", bytes);
  return {};
}

std::uint64_t next_serial() {
  static std::atomic<std::uint64_t> last = 0;
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

std::shared_ptr<prepared_indices> described(const index_source& given, const destinations& where) {
  auto made = std::make_shared<prepared_indices>();
  made->where = given.where;
  made->index_extents = given.view.extents;
  made->index_type = given.side.index_type;
  made->policy = where.policy;
  made->map = map_of(given.of.spec->operation, given.where);
  made->copy = packed(where);
  for (const auto& axis : where.positions) made->position_steps.push_back(axis.cell_stride);
  for (const auto& member : where.members) made->member_steps.push_back(member.window == 0 ? 0 : member.cell_stride);
  made->values.set_serial(next_serial());
  return made;
}

// Gives the parts of the memory their places.
void lay_out(const plan& p, const destinations& where, const execution_context& with, prepared_indices& made) {
  const auto copy_bytes = static_cast<std::uint64_t>(packed_bytes(where));
  std::byte* const memory = made.memory.data();
  if (copy_bytes > 0)
    std::memset(memory + copy_bytes - sizeof(std::uint64_t), 0, sizeof(std::uint64_t));  // the padding
  made.values.set(memory, copy_bytes);
  std::byte* const order = memory + copy_bytes;
  made.details.set(made.copy, *p.kernels, memory, order, with.memory);
  const std::uint64_t positions = where.position_count;
  if (number_list::is_narrow(positions))
    made.values.set_order(reinterpret_cast<std::uint32_t*>(order) + positions, positions);
}

std::uint64_t workspace_of(const plan& p, const destinations& where) {
  return finds_duplicates(p.spec->operation.main) ? search_workspace(where) : 0;
}

// Of a plan that refuses duplicates: the message has the tuples as they are stored.
status note_refusal(const plan& p, const std::byte* indices, std::byte* workspace, const execution_context& with,
                    prepared_indices& made) {
  const auto first = made.details.find_first_pair(workspace, with);
  if (!first) return cancelled_preparing();
  if (first->count != 0)
    made.refusal = duplicate_failure(p.spec->operation.main, *p.kernels, indices, first->position, first->other);
  return {};
}

}  // namespace

std::uint64_t prepared_bytes(const plan& p) {
  const std::int64_t bytes = prepared_bytes(destinations_of(p.spec->operation.main, p.spec->operation.map));
  return bytes == no_workspace ? std::numeric_limits<std::uint64_t>::max() : static_cast<std::uint64_t>(bytes);
}

std::uint64_t prepare_workspace(const plan& p) {
  return workspace_of(p, destinations_of(p.spec->operation.main, p.spec->operation.map));
}

result<prepared_ptr> prepare(const plan& p, operand which, const std::byte* indices, const execution_context& with) {
  STREW_ASSERT(p.spec);
  const operation& spec = p.spec->operation;
  const index_source given = source_of(p, which, indices);
  if (auto bad = check_can_read_copies(spec, given.where)) return std::move(*bad);
  const destinations where = destinations_of(given.side, map_of(spec, given.where));
  const std::uint64_t workspace_bytes = given.where == operand::from ? 0 : workspace_of(p, where);
  if (!given.info.is_empty) {
    if (auto bad = check_workspace_apart(with, workspace_bytes, given.info.reach, indices, given.where))
      return std::move(*bad);
  }
  if (indices == nullptr && !given.view.is_empty()) return missing_operand(given.where);
  auto made = described(given, where);
  memory_block owned;
  std::byte* workspace = nullptr;
  if (auto bad = obtain(with, where, workspace_bytes, *made, owned, workspace)) {
    // A bad index is reported rather than missing memory.
    auto bad_index = where.position_count == 0 ? status() : check_indices(given, with);
    return bad_index ? std::move(*bad_index) : std::move(*bad);
  }
  if (where.position_count == 0) return prepared_ptr(std::move(made));
  lay_out(p, where, with, *made);
  if (auto bad = copy_checked(given, where, with, *made)) return std::move(*bad);
  if (workspace_bytes != 0) {
    if (auto bad = note_refusal(p, indices, workspace, with, *made)) return std::move(*bad);
  }
  return prepared_ptr(std::move(made));
}

}  // namespace strew::engine
