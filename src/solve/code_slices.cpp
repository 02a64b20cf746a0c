#include "solve/code_slices.hpp"

#include <algorithm>
#include <array>
#include <new>

#include "kernel/fetch.hpp"
#include "solve/traits.hpp"
#include "walk/workspace.hpp"

namespace strew::engine {
namespace {

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

}  // namespace

code_row_places row_places_of(const problem& p, const axis& line) {
  const bool has_starts = p.from && !p.from->coordinates.empty();
  const decoding& by = *p.decoding;
  const code_strides& along = p.codes_along(line);
  return {{0, line.direct_stride, has_starts ? p.from->coordinates[0].table_stride : 0},
          {0, along.scale, by.scale_stride},
          {0, along.zero, by.zero_stride}};
}

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
    kernel::fetch_lines(work.units + work.from[s] + begin, bytes);
    kernel::fetch_line(at.scales + at.scale_of[s]);
  }
}

}  // namespace strew::engine
