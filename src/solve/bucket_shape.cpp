#include "solve/bucket_shape.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/arithmetic.hpp"
#include "partition/distribution.hpp"
#include "problem/destinations.hpp"
#include "solve/ownership.hpp"
#include "solve/traits.hpp"
#include "walk/workspace.hpp"

namespace strew::engine {
namespace {

constexpr std::uint64_t word = sizeof(std::uint64_t);
constexpr std::uint64_t most_bytes = std::uint64_t{256} << 10;  // of the accumulators of a task
constexpr std::uint64_t sorted_bytes = most_bytes / 4;          // where its positions are sorted
constexpr std::uint64_t min_buckets = 64;                       // to be divided evenly among tasks
constexpr std::uint64_t undivided = min_counted_records;        // positions that are sorted as they are
constexpr std::uint64_t sorted_records = 256;                   // of a bucket, about
constexpr std::uint64_t dense_records = 16;                     // of a bucket, at least

// Sizes from which the shape follows.
struct amounts {
  std::uint64_t positions;
  std::uint64_t cells;
  std::uint64_t slice_units;
  std::uint64_t slice_bytes;  // of accumulators
  std::uint64_t limit;        // of the workspace
  [[nodiscard]] std::uint64_t slot_bytes() const { return saturated_sum(slice_bytes, word); }
};

amounts amounts_of(const situation& in, const cell_range& cells, std::size_t accumulator_bytes) {
  const problem& p = in.problem;
  const std::size_t outer = in.outer;
  amounts made{};
  made.positions = in.positions;
  made.cells = cells.count;
  made.slice_units = static_cast<std::uint64_t>(count_points(p.axes.data() + outer, p.axes.size() - outer));
  made.slice_bytes = saturated_product(made.slice_units, accumulator_bytes);
  const std::uint64_t tuple = p.coordinates.size() * static_cast<std::uint64_t>(info(p.index_type).width);
  const std::uint64_t operands = saturated_sum(saturated_product(made.positions, tuple), unit_bytes(p));
  made.limit = workspace_limit(operands, std::uint64_t{1} << 62U);
  return made;
}

void set_shift(bucket_program& made, const amounts& of, unsigned shift) {
  made.shift = static_cast<std::uint8_t>(shift);
  made.buckets = static_cast<std::uint32_t>(((of.cells - 1) >> shift) + 1);
}

// Buckets with a slot for each cell, as large as a task can keep.
bool divide_densely(bucket_program& made, const amounts& of, std::uint64_t bytes, std::uint64_t most) {
  if (of.slot_bytes() > bytes) return false;
  unsigned shift = static_cast<unsigned>(std::bit_width(bytes / of.slot_bytes())) - 1;
  const unsigned for_tasks = std::max(bits_of(of.cells), bits_of(min_buckets)) - bits_of(min_buckets);
  shift = std::min(shift, for_tasks);
  if ((of.cells - 1) >> shift >= most) return false;
  set_shift(made, of, shift);
  made.slots = std::uint32_t{1} << shift;
  made.is_dense = true;
  return true;
}

// Buckets of a few hundred positions on average, which are sorted.
void divide_sparsely(bucket_program& made, const amounts& of) {
  const std::uint64_t wanted =
      of.positions <= undivided
          ? 1
          : std::min<std::uint64_t>(max_buckets / 2, std::bit_floor(of.positions / sorted_records));
  set_shift(made, of, bits_of(of.cells) - std::min(bits_of(of.cells), bits_of(wanted)));
  made.is_dense = false;
  const std::uint64_t slots = std::min(sorted_bytes / of.slot_bytes(), of.positions);
  made.slots = static_cast<std::uint32_t>(std::max<std::uint64_t>(slots, 1));
  made.piece = 0;
  if (slots == 0) made.piece = static_cast<std::uint32_t>(sorted_bytes / made.kernels.accumulator_bytes);
}

void choose_lanes(bucket_program& made, const situation& in, const amounts& of) {
  const std::uint64_t worth = in.work / min_task_bytes;
  const std::uint64_t few = std::min<std::uint64_t>(of.positions / 32, 4);  // where the executor has another opinion
  const std::uint64_t units = made.piece != 0 ? made.piece : of.slice_units;
  made.lane_bytes = whole_lines(made.slots * (units * made.kernels.accumulator_bytes + word));
  const std::uint64_t each = made.lane_bytes + counter_bytes(made);
  const std::uint64_t lanes = std::min(std::max(worth, few), of.limit / 4 / each);
  made.lanes = static_cast<std::uint16_t>(std::clamp<std::uint64_t>(lanes, 1, max_owners));
  const std::uint64_t rest = of.limit - std::min(of.limit, made.lanes * each + cache_line);
  made.capacity = std::min(of.positions, rest / word);
  made.has_spare = !made.is_dense && made.capacity <= rest / word / 2;
}

// Fails where the records need more memory than there is, and slots for the cells of few large buckets do too.
bool choose(bucket_program& made, const situation& in, const amounts& of) {
  const bool is_dense = of.positions > undivided && divide_densely(made, of, most_bytes, max_buckets) &&
                        of.positions / made.buckets >= dense_records;
  if (!is_dense) divide_sparsely(made, of);
  choose_lanes(made, in, of);
  if (made.is_dense || made.capacity == of.positions) return true;
  // In rounds over ranges of buckets, of which each can be processed without records.
  if (!divide_densely(made, of, of.limit / 4, max_buckets * 4)) return false;
  made.piece = 0;
  choose_lanes(made, in, of);
  return true;
}

const char* make_shape(const situation& in, bucket_program& made) {
  const auto cells = cells_of(in.problem);
  if (!cells) return "its table exceeds 63 bits";
  made.kernels = slices_of(in.problem, in.kernels);
  const amounts of = amounts_of(in, *cells, made.kernels.accumulator_bytes);
  if (bits_of(of.cells) + bits_of(of.positions) > 63)
    return "the numbers of a cell and of a position do not fit into 63 bits together";
  made.cells = *cells;
  made.place_bits = static_cast<std::uint8_t>(bits_of(of.positions));
  made.positions = reading_of(in.problem, in.outer, in.kernels);
  return choose(made, in, of) ? nullptr : "its buckets need too much memory";
}

}  // namespace

const char* refuse_buckets(const situation& in) {
  bucket_program made{};
  return make_shape(in, made);
}

bucket_program make_bucket_program(const situation& in) {
  bucket_program made{};
  make_shape(in, made);
  return made;
}

std::uint64_t counter_bytes(const bucket_program& shape) {
  return word * distribution<std::uint64_t>::counters_of(1, shape.buckets);
}

std::uint64_t workspace_of(const bucket_program& shape) {
  const std::uint64_t records = shape.has_spare ? 2 * shape.capacity : shape.capacity;
  return cache_line + shape.lanes * (shape.lane_bytes + counter_bytes(shape)) + records * word;
}

}  // namespace strew::engine
