#include "solve/segment_reducer.hpp"

#include <algorithm>
#include <array>
#include <new>

#include "walk/polls.hpp"

namespace strew::engine {
namespace {

constexpr std::int64_t min_row = kernel::min_reduced_row;  // below which updates are few for their position
constexpr std::size_t max_fetched_row = 512;               // bytes; of longer ones the processor reads ahead

kernel::reduction_kernel whole_kernel(const kernel::slice_kernels& slices, const kernel::product_kernels& products) {
  return products.load == nullptr ? slices.reduce : products.reduce;
}

// Of codes of a byte with a scale for each row. Null: their values are stored before they are reduced.
kernel::reduction_kernel code_sums_of(const problem& p, const kernel::kernel_set& kernels) {
  const decoding& of = *p.decoding;
  const axis& row = p.axes.back();
  const bool are_bytes = of.bits == 8 && of.packing == code_packing::low_first && !of.has_codebook && of.code_step == 1;
  const bool is_sum = p.reduce == reduction::add || p.reduce == reduction::mean;
  const bool are_f32 = of.value_type == dtype::f32 && (p.type == dtype::f32 || p.accumulate == accumulation::wide);
  if (!are_bytes || of.block < of.columns || !is_sum || !are_f32 || row.table_stride != p.width) return nullptr;
  if (p.is_weighted() && row.weight_stride != 0) return nullptr;
  return kernels.code_sums(scalar_of(p.type),
                           p.reduce == reduction::mean ? kernel::outcome::mean : kernel::outcome::value);
}

// The last axis of positions leads to the same cell, the others to cells of their own, so that a run has its extent at
// most; and a kernel reduces runs in registers.
bool has_short_runs(const situation& in) {
  const problem& p = in.problem;
  const axis& row = p.axes.back();
  const bool is_dense = row.table_stride == p.width && row.direct_stride == p.width && row.weight_stride == 0;
  if (!is_dense || whole_kernel(slices_of(p, in.kernels), products_of(p, in.kernels)) == nullptr) return false;
  if (!p.coordinates.empty() || p.segments || in.outer == 0) return false;
  const axis& run = p.axes[in.outer - 1];
  if (run.table_stride != 0 || run.extent > static_cast<std::int64_t>(max_short_run)) return false;
  std::int64_t reach = 1;  // bytes
  for (std::size_t i = in.outer - 1; i-- > 0;) {
    const axis& cells = p.axes[i];
    if (cells.table_stride < reach || __builtin_mul_overflow(cells.table_stride, cells.extent, &reach)) return false;
  }
  return true;
}

}  // namespace

kernel::product_kernels products_of(const problem& p, const kernel::kernel_set& kernels) {
  return p.is_weighted() ? slice_products_of(p, kernels) : kernel::product_kernels();
}

std::size_t from_tuple_bytes(const problem& p) {
  if (!p.from || p.from->coordinates.empty()) return 0;
  std::int64_t bytes = 0;
  for (const coordinate& c : p.from->coordinates) {
    if (c.index_offset < 0 || c.index_offset >= static_cast<std::int64_t>(max_from_tuple)) return max_from_tuple + 1;
    bytes = std::max(bytes, c.index_offset + static_cast<std::int64_t>(info(p.from->index_type).width));
  }
  return static_cast<std::size_t>(bytes);
}

const char* refuse_reducing(const situation& in) {
  const problem& p = in.problem;
  if (const char* reason = refuse_slices(in)) return reason;
  const bool is_whole = p.pass == accumulator_pass::none || p.pass == accumulator_pass::all;
  if (p.names_positions) return "its results are positions";
  if (p.is_scan()) return "its results are those of positions";
  if (!p.is_write() || !is_whole || p.reduce == reduction::none)
    return "no updates are combined, or their accumulators are in memory";
  if (!in.collides) return "no two positions write one cell";
  if (p.has_indexed_weights()) return "indices select weights";
  if (in.outer == p.axes.size() || p.axes.back().extent < min_row) return "few units of a slice lie side by side";
  if (p.decoding && p.codes_along(p.axes.back()).column != 1) return "the values of a row are not the innermost axis";
  if (slices_of(p, in.kernels).load == nullptr) return "there is no kernel for its accumulators";
  return p.is_weighted() && products_of(p, in.kernels).load == nullptr ? "there is no kernel for its products"
                                                                       : nullptr;
}

segment_kernels make_segment_kernels(const situation& in) {
  const kernel::slice_kernels kernels = slices_of(in.problem, in.kernels);
  const std::size_t room = in.problem.decoding ? decoded_room : accumulator_room;
  const std::size_t most = room / kernels.accumulator_bytes;
  const auto row = static_cast<std::size_t>(in.problem.axes.back().extent);
  const bool is_short = row > most && has_short_runs(in);
  const std::size_t polled = bytes_between_polls / (reduced_at_once * static_cast<std::size_t>(in.problem.width));
  return {reading_of(in.problem, in.outer, in.kernels), kernels, &in.kernels,
          static_cast<std::uint32_t>(std::min(is_short ? std::max(polled, most) : most, row)), is_short};
}

static_assert(sizeof(segment_reducer) < std::size_t{31} << 10);  // of the stack

void row_decoder_of_slices::start(const part& work, const kernel::kernel_set& kernels, std::byte* memory) {
  const problem& p = work.problem;
  rows_ = code_rows_of(work, *new (memory) codebook);
  decode_ = kernels.decode(scalar_of(p.decoding->value_type));
  widen_ = widening_of(p, kernels);
  value_bytes_ = static_cast<std::size_t>(info(p.decoding->value_type).width);
  rows_.value_step = static_cast<std::ptrdiff_t>(value_bytes_);
  is_weighted_ = p.is_weighted();
  if (widen_ == nullptr) sum_ = code_sums_of(p, kernels);
}

// Slices are codes, with what they have beside them.
void row_decoder_of_slices::sum(const code_places& at, const kernel::reduction_block& work) const {
  kernel::code_rows rows = rows_;
  rows.scales = at.scales;
  rows.zeros = at.zeros;
  rows.scale_offsets = at.scale_of;
  rows.zero_offsets = at.zero_of;
  kernel::reduction_block made = work;
  made.units += at.column;
  made.codes = &rows;
  if (!is_weighted_) made.weights = nullptr;
  sum_(made);
}

// What the memory of the accumulators has after them: weights, then values of as many slices as find room.
void row_decoder_of_slices::reduce(const reduction_kernels& by, const code_places& at,
                                   const kernel::reduction_block& work, std::int64_t* value_at) const {
  if (sums(work.count)) return sum(at, work);
  std::byte* const weights = work.accumulators + decoded_room;
  std::byte* const values = weights + widened_room;
  const std::size_t all = work.runs[work.run_count - 1].end;
  fetch(at, work, all);
  kernel::reduction_block piece = work;
  piece.units = values;
  piece.from = value_at;
  if (widen_ != nullptr) widen_weights(work, all, weights, piece);
  const std::size_t row_bytes = work.count * value_bytes_;
  const std::size_t most = (accumulator_room - decoded_room - widened_room) / row_bytes;
  for (std::size_t i = 0; i < std::min(most, all); ++i) value_at[i] = static_cast<std::int64_t>(i * row_bytes);
  std::size_t run = 0, first = 0;
  do {  // a run that goes on with no slice has to be stored too
    const std::size_t last = std::min(first + most, all);
    decode(at, work, first, last, values);
    run = reduce_piece(by, work, piece, run, first, last);
    first = last;
  } while (first < all);
}

// Slices are in one piece or in several: accumulators are handed on. Returns the run with the next slice.
std::size_t row_decoder_of_slices::reduce_piece(const reduction_kernels& by, const kernel::reduction_block& work,
                                                kernel::reduction_block& piece, std::size_t run, std::size_t first,
                                                std::size_t last) {
  std::array<kernel::slice_run, 1> one;
  const std::int64_t* const weight_of = piece.weight_of;
  const std::int64_t* const from = piece.from;
  for (std::size_t begin = first; begin < last || (run < work.run_count && work.runs[run].end <= begin);) {
    const kernel::slice_run& whole = work.runs[run];
    const std::size_t end = std::min(whole.end, last);
    one[0] = {whole.cell, end - begin, whole.divisor};
    const bool began_before = begin > (run == 0 ? 0 : work.runs[run - 1].end);
    piece.continues = began_before || (run == 0 && work.continues);
    piece.goes_on = end < whole.end || (run + 1 == work.run_count && work.goes_on);
    piece.runs = one.data();
    piece.run_count = 1;
    piece.listed = end - begin;
    piece.from = from + (begin - first);
    if (weight_of != nullptr) piece.weight_of = weight_of + begin;
    by.reduce(piece);
    begin = end;
    if (end < whole.end || ++run == work.run_count) break;
  }
  piece.from = from;
  piece.weight_of = weight_of;
  return run;
}

void row_decoder_of_slices::widen_weights(const kernel::reduction_block& work, std::size_t count, std::byte* to,
                                          kernel::reduction_block& piece) const {
  static constexpr auto steps = [] {
    std::array<std::int64_t, decoded_at_once> made{};
    for (std::size_t i = 0; i < made.size(); ++i) made[i] = static_cast<std::int64_t>(i * sizeof(float));
    return made;
  }();
  kernel::slice_block all;
  all.accumulators = to;
  all.units = const_cast<std::byte*>(work.weights);  // which are only read
  all.to = steps.data();
  all.from = work.weight_of;
  all.slices = count;
  widen_(all);
  piece.weights = to;
  piece.weight_of = steps.data();
}

void row_decoder_of_slices::decode(const code_places& at, const kernel::reduction_block& work, std::size_t first,
                                   std::size_t last, std::byte* values) const {
  kernel::code_rows rows = rows_;
  rows.codes = work.units;
  rows.scales = at.scales;
  rows.zeros = at.zeros;
  rows.code_offsets = work.from + first;
  rows.scale_offsets = at.scale_of + first;
  rows.zero_offsets = at.zero_of + first;
  rows.positions = last - first;
  rows.values = values;
  rows.values_stride = static_cast<std::ptrdiff_t>(work.count * value_bytes_);
  rows.first = rows.origin = at.column;
  rows.last = at.column + static_cast<std::int64_t>(work.count);
  decode_(rows);
}

// All rows are on their way before the first of them is decoded.
void row_decoder_of_slices::fetch(const code_places& at, const kernel::reduction_block& work,
                                  std::size_t slices) const {
  const std::size_t bytes = work.count * static_cast<std::size_t>(rows_.bits) / 8;
  if (rows_.code_step != 1 || bytes > max_fetched_row) return;
  const std::int64_t begin = at.column * rows_.bits / 8;
  for (std::size_t s = 0; s < slices; ++s) {
    for (std::size_t line = 0; line < bytes; line += cache_line)
      __builtin_prefetch(work.units + work.from[s] + begin + static_cast<std::int64_t>(line));
    __builtin_prefetch(at.scales + at.scale_of[s]);
  }
}

kernel::reduction_kernel reduction_kernels::whole_kernel(std::size_t count) const {
  const auto unit = static_cast<std::ptrdiff_t>(width);
  const bool is_dense = table_step == unit && direct_step == unit && weight_step == 0;
  if (are_updates_wider || !is_dense || count < kernel::min_reduced_row) return nullptr;
  return engine::whole_kernel(slices, products);
}

std::size_t reduction_kernels::slices_ahead(std::size_t count) const {
  return whole_kernel(count) == nullptr ? 0 : kernel::slices_ahead(count * width);
}

void reduction_kernels::reduce(const kernel::reduction_block& work) const {
  const kernel::reduction_kernel whole = whole_kernel(work.count);
  whole == nullptr ? reduce_by_parts(work) : whole(work);
}

// All updates are on their way before the first of them is taken.
void reduction_kernels::reduce_by_parts(const kernel::reduction_block& work) const {
  const std::size_t bytes = work.count * width;
  const std::size_t listed = work.runs[work.run_count - 1].end;
  if (direct_step == static_cast<std::ptrdiff_t>(width) && bytes <= max_fetched_row) {
    for (std::size_t s = 0; s < listed; ++s)
      for (std::size_t at = 0; at < bytes; at += cache_line) __builtin_prefetch(work.units + work.from[s] + at);
  }
  for (std::size_t r = 0; r < work.run_count; ++r) reduce_run(work, r);
}

void reduction_kernels::reduce_run(const kernel::reduction_block& work, std::size_t r) const {
  static constexpr std::array<std::int64_t, reduced_at_once> at_begin{};
  const kernel::slice_run& run = work.runs[r];
  std::size_t first = r == 0 ? 0 : work.runs[r - 1].end;
  const auto call = [&](kernel::slice_kernel alone, kernel::slice_kernel of_products, std::size_t count) {
    kernel::slice_block made;
    made.accumulators = work.accumulators;
    made.units = const_cast<std::byte*>(work.units);  // which both kernels only read
    made.to = at_begin.data();
    made.from = work.from + first;
    made.slices = count;
    made.count = work.count;
    made.step = direct_step;
    first += count;
    if (of_products == nullptr) return alone(made);
    made.weights = work.weights;
    made.weight_of = work.weight_of + first - count;
    made.weight_step = weight_step;
    of_products(made);
  };
  kernel::slice_block cell;
  cell.accumulators = work.accumulators;
  cell.units = work.table;
  cell.to = at_begin.data();
  cell.from = &run.cell;
  cell.slices = 1;
  cell.count = work.count;
  cell.step = table_step;
  cell.divisors = &run.divisor;
  const bool continues = r == 0 && work.continues;
  if (!continues && work.first_replaces) call(updates.load, products.load, 1);
  if (!continues && !work.first_replaces) slices.load(cell);
  if (first < run.end) call(updates.accumulate, products.accumulate, run.end - first);
  if (r + 1 < work.run_count || !work.goes_on) slices.store(cell);
}

}  // namespace strew::engine
