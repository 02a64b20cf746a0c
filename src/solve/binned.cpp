// Updates of elements in a large table, without a visit of memory for each: slices of the positions are distributed to
// bins by their place in the table, then each bin, which fits in a cache, is applied slice by slice, in order.
#include <algorithm>
#include <array>
#include <limits>

#include "base/arithmetic.hpp"
#include "kernel/fetch.hpp"
#include "partition/distribution.hpp"
#include "solve/bins.hpp"
#include "solve/effort.hpp"
#include "solve/forms.hpp"
#include "solve/fused.hpp"
#include "solve/short_line.hpp"
#include "solve/traits.hpp"
#include "walk/polls.hpp"
#include "walk/workspace.hpp"

namespace strew::engine {
namespace {

// Bytes of workspace, above which updates are distributed in rounds.
constexpr std::uint64_t max_bin_workspace = std::uint64_t{512} << 20;

struct binned_program {
  block_program blocks;
  const kernel::kernel_set* kernels;
  std::int64_t low;     // the lowest offset that a position can have
  std::uint64_t round;  // positions that are distributed before bins are applied
  bin_layout layout;
  std::uint8_t shift;  // log2 of the bytes of a bin
};

binned_program decide(const situation& in) {
  const problem& p = in.problem;
  const kernel::tuning& tuned = in.kernels.tuning;
  const offset_reach all = reach_of(p);
  binned_program made{};
  made.low = all.low;
  while ((std::int64_t{1} << made.shift) < tuned.bin_bytes ||
         (all.size - 1) >> made.shift >= static_cast<std::uint64_t>(tuned.max_bins))
    ++made.shift;
  const auto bins = static_cast<std::uint32_t>(((all.size - 1) >> made.shift) + 1);
  const auto tuple = p.coordinates.size() * static_cast<std::uint64_t>(info(p.index_type).width);
  const std::uint64_t operands = saturated_product(in.positions, tuple + static_cast<std::uint64_t>(p.width));
  const std::uint64_t limit = workspace_limit(operands, max_bin_workspace);
  made.layout = layout_for(bins, static_cast<std::uint8_t>(p.width), limit);
  const std::uint64_t fit = made.layout.positions_in(limit);
  made.round = fit == 0 ? 0 : in.positions / ((in.positions + fit - 1) / fit) + 1;  // rounds of equal length
  return made;
}

kernel::bin_kernel bin_of(const kernel::kernel_set& kernels, const problem& p) {
  return kernels.bin(kernel::class_of(static_cast<std::size_t>(p.width)));
}

// Whether positions that differ only behind the first axis are in one bin already: rows of a table, for example, that
// are written one after the other.
bool is_in_bins(const situation& in, const offset_reach& all) {
  const auto& axes = in.problem.axes;
  if (axes.size() < 2) return false;
  const std::uint64_t along_first = static_cast<std::uint64_t>(axes[0].extent - 1) * magnitude(axes[0].table_stride);
  return all.size - along_first <= static_cast<std::uint64_t>(in.kernels.tuning.bin_bytes);
}

const char* refuse(const situation& in) {
  const problem& p = in.problem;
  if (!p.is_write() || p.coordinates.empty()) return "nothing is written through indices";
  if (const char* reason = refuse_elements(in)) return reason;
  if (in.outer != p.axes.size() || bin_of(in.kernels, p) == nullptr)
    return "a position has more than one element of 8 bytes";
  if (p.pass != accumulator_pass::none) return "it updates accumulators";
  if (p.refuses_duplicates) return "its workspace is needed to search for duplicates";
  if (make_blocks(in, kernel::form::elements, false).flat_axes != p.axes.size()) return "positions have gaps";
  if (is_in_bins(in, reach_of(p))) return "positions are in the order of the table but for the last axes";
  const binned_program made = decide(in);
  if (made.shift >= 31) return "the table is too large";
  return made.round == 0 ? "its workspace would be larger than indices and updates" : nullptr;
}

program make(const situation& in) {
  binned_program decision = decide(in);
  decision.blocks = make_element_blocks(in);
  decision.kernels = &in.kernels;
  return program(decision);
}

class binned_run {
 public:
  binned_run(const binned_program& decision, const part& whole, const team& with, const cancellation& cancel)
      : decision_(decision),
        whole_(whole),
        team_(with),
        cancel_(cancel),
        sizes_(decision.layout.sizes()),
        fused_(find_fused(kernel::index_type::i32, whole.problem, *decision.kernels)) {}

  bool run() {
    const auto positions = static_cast<std::uint64_t>(count_points(whole_.axes, whole_.problem.axes.size()));
    for (std::uint64_t first = 0; first < positions; first += decision_.round) {
      if (!run_round(first, std::min(decision_.round, positions - first))) return false;
    }
    return true;
  }

 private:
  bool run_round(std::uint64_t first, std::uint64_t count) {
    const std::uint64_t slices = std::min(team_.tasks, max_slices);
    const auto fill = [&](std::uint64_t n) {
      slices_[n] = decision_.layout.slice(whole_.workspace, count, slices, n);
      return distribute(first + border(count, slices, n), first + border(count, slices, n + 1), slices_[n]);
    };
    return team_.for_each(slices, fill) && apply_all(slices);
  }

  bool distribute(std::uint64_t first, std::uint64_t last, kernel::bins& into) {
    into.low = decision_.low;
    into.shift = decision_.shift;
    const kernel::bin_kernel bin = bin_of(*decision_.kernels, whole_.problem);
    const bool is_read =
        block_mover(whole_, decision_.blocks, cancel_).read_blocks(first, last, [&](const kernel::block& work) {
          bin(work, into);
          return true;
        });
    decision_.kernels->fence()();
    return is_read;
  }

  bool apply_all(std::uint64_t slices) const {
    return for_each_claim(team_, team_.tasks, 0, decision_.layout.bins, [&](std::uint64_t /*task*/, claims& open) {
      for (std::uint64_t bin = 0; open.take(bin);) {
        if (!apply(bin, slices)) return false;
      }
      return true;
    });
  }

  bool apply(std::uint64_t number, std::uint64_t slices) const {
    poll_counter polls(cancel_, 0);
    for (std::uint64_t n = 0; n < slices; ++n) {
      const kernel::bins& from = slices_[n];
      const kernel::bin& one = from.all[number];
      for (std::uint32_t chunk = one.first_chunk; chunk != kernel::no_chunk;) {
        const std::uint32_t next = from.next[chunk];
        if (!polls.go_on(from.chunk_bytes / sizes_.record)) return false;
        if (next != kernel::no_chunk) kernel::fetch_line(&from.next[next]);
        apply_chunk(number, chunk_of(from, chunk), next == kernel::no_chunk ? one.in_chunk : from.chunk_bytes,
                    next == kernel::no_chunk ? nullptr : chunk_of(from, next));
        chunk = next;
      }
      apply_chunk(number, from.buffers + number * sizes_.buffer, one.buffered, nullptr);
    }
    return true;
  }

  static const std::byte* chunk_of(const kernel::bins& from, std::uint32_t number) {
    return from.chunks + std::size_t{number} * from.chunk_bytes;
  }

  void apply_chunk(std::uint64_t number, const std::byte* records, std::size_t bytes, const std::byte* next) const {
    if (next != nullptr) kernel::fetch_lines(next, sizes_.chunk);
    if (fused_ != nullptr) {
      apply_fused(number, records, bytes);
    } else {
      for (std::size_t done = 0; done < bytes; done += sizes_.chunk)
        apply_batch(number, records + done, std::min(sizes_.chunk, bytes - done));
    }
  }

  // The places in the bin are indices whose values are all valid.
  void apply_fused(std::uint64_t number, const std::byte* records, std::size_t bytes) const {
    kernel::coordinate_rule any;
    any.extent = std::numeric_limits<std::int32_t>::max();
    any.table_stride = 1;
    kernel::block work;
    work.table = whole_.table + base_of(number);
    work.direct = unit_of(records);
    work.direct_step = static_cast<std::ptrdiff_t>(sizes_.record);
    fused_({records, static_cast<std::ptrdiff_t>(sizes_.record), bytes / sizes_.record}, any, work);
  }

  void apply_batch(std::uint64_t number, const std::byte* records, std::size_t bytes) const {
    std::array<std::int64_t, kernel::bin_format_of(1).chunk / kernel::bin_format_of(1).record> offsets;
    kernel::block work;
    work.positions = bytes / sizes_.record;
    decision_.kernels->unbin()(records, sizes_.record, work.positions, whole_.table, base_of(number), offsets.data());
    work.table = whole_.table;
    work.direct = unit_of(records);
    work.offsets = offsets.data();
    work.direct_stride = static_cast<std::ptrdiff_t>(sizes_.record);
    work.width = decision_.layout.width;
    decision_.blocks.unit(work);
  }

  [[nodiscard]] std::int64_t base_of(std::uint64_t number) const {
    return decision_.low + (static_cast<std::int64_t>(number) << decision_.shift);
  }

  // It is only read.
  static std::byte* unit_of(const std::byte* records) {
    return const_cast<std::byte*>(records) + sizeof(std::uint32_t);
  }

  const binned_program& decision_;
  const part& whole_;
  const team& team_;
  const cancellation& cancel_;
  kernel::bin_format sizes_;
  kernel::fused_kernel fused_;
  std::array<kernel::bins, max_slices> slices_;
};

bool run_team(const program& chosen, const part& whole, const team& with, const cancellation& cancel) {
  return binned_run(chosen.as<binned_program>(), whole, with, cancel).run();
}

std::uint64_t workspace(const program& chosen) {
  const auto& decision = chosen.as<binned_program>();
  return decision.layout.bytes(decision.round);
}

// Records are written past the cache and read again, round by round; cells are visited within a bin. What is written to
// hot cells, or in the order of memory, gains nothing.
workload cost(const program& chosen, const situation& in, std::uint64_t /*tasks*/) {
  constexpr double distributed = 7;
  constexpr double applied = 4;
  const auto& decision = chosen.as<binned_program>();
  const sizes of(in);
  const double rounds = of.positions / static_cast<double>(decision.round);
  workload made;
  made.positions = of.positions * (distributed + applied);
  add_stream(made, of, of.positions * (of.index_bytes + of.slice_bytes));
  add_stream(made, of, of.positions * 2 * static_cast<double>(decision.layout.sizes().record));
  const double bin = static_cast<double>(std::uint64_t{1} << decision.shift);
  add_visits(made, of, 1, std::min(bin, of.table_bytes));
  made.streamed += std::min(of.table_bytes, of.touched() * cache_line) * of.passes * std::max(rounds, 1.0);
  made.passes = 2 * std::max(rounds, 1.0);
  return made;
}

}  // namespace

constexpr solver binned_solver = {
    .name = "binned",
    .method = "distributes updates to bins by their place in the table, then applies them bin by bin, in order",
    .refuse = refuse,
    .make = make,
    .run = nullptr,
    .block = block_of<binned_program>,
    .workspace = workspace,
    .cost = cost,
    .run_team = run_team,
    .reports = true};

}  // namespace strew::engine
