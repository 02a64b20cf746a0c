// segment_reduce: rows of data, picked by indices and multiplied by weights, are reduced segment by segment, without a
// tensor of the rows between: sums of bags of embeddings, of the neighbours of a node, of a token's experts.
//
// D: extents of data, whose rows are dimension b = options.batch_dims; P: those of the positions, which are the indices
// or, without any, the rows themselves; S: the number of segments.
//
// A segment has its positions by ids, one for each position in any order; by offsets, S or S + 1 ascending numbers of
// positions; or, with neither, as a row of the last dimension of indices. Without base the first contribution starts a
// segment, and an empty one is 0; with base all are applied to it, as updates of a scatter.
//
// Data may be rows of quantised codes, as those of gather_block_quantized: each becomes a row of float, which stays one
// until the segments are written as output's type.
//
// PyTorch's embedding_bag and segment_reduce, JAX's segment_sum, TensorFlow's sparse segment sums and OpenVINO's
// EmbeddingBag operators are cases of it.
#ifndef STREW_SEGMENT_REDUCE_HPP
#define STREW_SEGMENT_REDUCE_HPP

#include <cstdint>
#include <optional>
#include <utility>

#include "strew/call.hpp"
#include "strew/config.hpp"
#include "strew/descriptor.hpp"
#include "strew/gather_block_quantized.hpp"
#include "strew/layouts.hpp"
#include "strew/options.hpp"
#include "strew/plan.hpp"
#include "strew/result.hpp"
#include "strew/site.h"
#include "strew/strew.h"
#include "strew/view.hpp"

namespace STREW_NAMESPACE {

// The operands of segment_reduce, segment_scan and sddmm beside data and output, and what segment ids may hold;
// {.indices = rows, .offsets = begins}. options.out_of_bounds and options.negative_indices are of the indices.
struct segment_operands {
  const_view indices = {};      // of rows; none: the rows are the positions
  const_view segment_ids = {};  // at most one of these two
  const_view offsets = {};
  const_view weights = {};  // of segment_reduce: one for each position, of data's type, or float for f16 and bf16
  const_view base = {};     // of segment_reduce: of output's extents; may be output itself
  // Results beside output. arg: of int64 and output's extents, the positions of minima or maxima, by their numbers in
  // an entry of the batch; as many as there are: of none. count: of int64, without the extents of rows: the
  // contributions of each segment.
  std::optional<view> arg = {};
  std::optional<view> count = {};
  strew::out_of_bounds out_of_bounds = strew::out_of_bounds::error;  // of ids
  bool ids_from_end = false;                         // ids in [-S, -1] count from the end; else they are out of bounds
  std::optional<std::int64_t> padding_index = {};    // positions of this row contribute nothing
  std::optional<std::int64_t> padding_segment = {};  // nor do those of this segment
  std::int64_t segment_count = 0;                    // of segment_scan; of offsets 0: one less than those
  strew::quantization quantization = {};  // of segment_reduce; with scales data are codes, D[:-1] + [bytes of a row]
};

namespace detail {

inline strew_segmentation segmentation_of(const segment_operands& of) noexcept {
  strew_segmentation made = STREW_SEGMENTATION_INIT;
  made.form = STREW_SEGMENTS_GROUPS;
  if (!of.segment_ids.is_none()) made.form = STREW_SEGMENTS_IDS;
  if (!of.offsets.is_none()) made.form = STREW_SEGMENTS_OFFSETS;
  made.out_of_bounds = static_cast<std::int32_t>(of.out_of_bounds);
  made.ids_from_end = of.ids_from_end ? 1 : 0;
  made.has_padding_index = of.padding_index ? 1 : 0;
  made.has_padding_segment = of.padding_segment ? 1 : 0;
  made.padding_index = of.padding_index.value_or(0);
  made.padding_segment = of.padding_segment.value_or(0);
  made.segment_count = of.segment_count;
  return made;
}

// A call or a plan as the C ABI takes it. Borrows the views.
class segment_call {
 public:
  segment_call(const const_view& data, const segment_operands& of, const view& output,
               const const_view& right = {}) noexcept
      : data_(data),
        indices_(of.indices),
        segments_(of.offsets.is_none() ? of.segment_ids : of.offsets),
        weights_(of.weights),
        base_(of.base),
        right_(right),
        output_(output),
        arg_(of.arg ? const_view(*of.arg) : const_view()),
        count_(of.count ? const_view(*of.count) : const_view()),
        scales_(of.quantization.scales),
        zero_points_(of.quantization.zero_points),
        codebook_(of.quantization.codebook),
        segmentation_(segmentation_of(of)),
        quantization_(coded_by(of.quantization)) {}

  strew_operands operands() const noexcept {
    strew_operands all = STREW_OPERANDS_INIT;
    all.data = data_.native();
    all.indices = indices_.native();
    all.segments = segments_.native();
    all.weights = weights_.native();
    all.base = base_.native();
    all.right = right_.native();
    all.output = output_.native();
    all.arg = arg_.native();
    all.count = count_.native();
    all.scales = scales_.native();
    all.zero_points = zero_points_.native();
    all.codebook = codebook_.native();
    return all;
  }
  tensors layouts() const noexcept {
    tensors made{};
    const auto set = [&](operand which, const strew_tensor* of) { made.of[static_cast<int>(which) - 1] = of; };
    set(operand::data, data_.native());
    set(operand::indices, indices_.native());
    set(operand::output, output_.native());
    set(operand::weights, weights_.native());
    set(operand::segments, segments_.native());
    set(operand::base, base_.native());
    set(operand::right, right_.native());
    set(operand::arg, arg_.native());
    set(operand::count, count_.native());
    set(operand::scales, scales_.native());
    set(operand::zero_points, zero_points_.native());
    set(operand::codebook, codebook_.native());
    return made;
  }
  const strew_segmentation& segmentation() const noexcept { return segmentation_; }
  // Of segment_reduce.
  strew_operator op(std::int64_t batch_dims) const noexcept {
    strew_operator made = numbered(STREW_OPERATOR_SEGMENT_REDUCE, 0, batch_dims);
    made.segmentation = &segmentation_;
    if (scales_.native() != nullptr) made.quantization = &quantization_;
    return made;
  }

 private:
  given data_, indices_, segments_, weights_, base_, right_, output_, arg_, count_, scales_, zero_points_, codebook_;
  strew_segmentation segmentation_;
  strew_quantization quantization_;
};

// SG1, which the struct of the C ABI cannot break.
inline bool has_both_forms(const segment_operands& of) noexcept {
  return !of.segment_ids.is_none() && !of.offsets.is_none();
}
inline error_record both_forms() noexcept {
  return error_record(status::shape, "ids and offsets are given together", "SG1", operand::segments);
}

// strew_segment_reduce or strew_sddmm, which alone has a right operand.
using segments_function = strew_status (*)(const strew_operands*, const strew_segmentation*, std::int64_t,
                                           const strew_options*, const strew_execution*, strew_error*);

inline result<void> run_segments(segments_function function, const segment_call& call, const segment_operands& of,
                                 const options& with, const execution& exec) noexcept {
  if (has_both_forms(of)) return both_forms();
  const strew_operands all = call.operands();
  const strew_options chosen = with.native();
  const strew_execution settings = exec.native();
  return attempt([&](strew_error* failure) {
    return function(&all, &call.segmentation(), with.batch_dims, &chosen, &settings, failure);
  });
}

// There is no function of the C ABI for rows of codes.
inline result<void> run_quantized(const segment_call& call, const segment_operands& of, const options& with,
                                  const execution& exec) noexcept {
  if (has_both_forms(of)) return both_forms();
  const strew_operator op = call.op(with.batch_dims);
  const strew_operands all = call.operands();
  const strew_options chosen = with.native();
  const strew_execution settings = exec.native();
  strew_site once = STREW_SITE_INIT;
  result<void> made =
      attempt([&](strew_error* failure) { return strew_run_at(&once, &op, &all, &chosen, &settings, failure); });
  strew_site_clear(&once);
  return made;
}

}  // namespace detail

// output[B, s] (reduction)= weights[B, p] * data[B, indices[B, p]] for the positions p of segment s, in row-major
// order; extents of output: D[:b] + [S] + D[b+1:], or of groups P[:-1] + D[b+1:]. Ids and offsets are not given
// together (SG1).
inline result<void> try_segment_reduce(const const_view& data, const segment_operands& of, const view& output,
                                       const options& with = {}, const execution& exec = {}) noexcept {
  const detail::segment_call call(data, of, output);
  if (of.quantization.scales.is_none()) return detail::run_segments(&strew_segment_reduce, call, of, with, exec);
  return detail::run_quantized(call, of, with, exec);
}

// A plan of segment_reduce, executed as {.data = ..., .indices = ..., .output = ..., .segments = ..., .weights = ...,
// .base = ...}, where segments are ids or offsets, and .scales = ... and so on of codes. The pointers of the views are
// not looked at and may be null.
inline result<plan> try_plan_segment_reduce(const const_view& data, const segment_operands& of, const view& output,
                                            const options& with = {}) noexcept {
  if (detail::has_both_forms(of)) return detail::both_forms();
  const detail::segment_call call(data, of, output);
  const strew_operands all = call.operands();
  const strew_operator op = call.op(with.batch_dims);
  const strew_options chosen = with.native();
  result<plan> made = detail::take_over<plan, strew_plan>(
      [&](strew_plan** handle, strew_error* failure) { return strew_plan_of(&op, &all, &chosen, handle, failure); });
  if (!made) return made;
  return detail::of_segments(detail::keep_layouts(*std::move(made), call.layouts()));
}

#if STREW_HAS_EXCEPTIONS
// The form that throws.
inline void segment_reduce(const const_view& data, const segment_operands& of, const view& output,
                           const options& with = {}, const execution& exec = {}) {
  try_segment_reduce(data, of, output, with, exec).value();
}

inline plan plan_segment_reduce(const const_view& data, const segment_operands& of, const view& output,
                                const options& with = {}) {
  return try_plan_segment_reduce(data, of, output, with).value();
}
#endif

}  // namespace STREW_NAMESPACE

#endif
