// segment_scan: what a reduction by segments is on its way. Each position has the reduction of the rows of its segment
// up to it: running sums of groups, the rank of each element among those of its group, the place of a token in the
// queue of its expert.
//
// D: extents of data, whose rows are dimension b = options.batch_dims; P: those of the positions, which are the indices
// or, without any, the rows of data themselves. Positions and segments are given as those of segment_reduce; how many
// segments there are, no operand tells: segment_operands::segment_count.
//
// Cumulative sums by group of data frames (groupby().cumsum(), cumcount()) are cases of it.
#ifndef STREW_SEGMENT_SCAN_HPP
#define STREW_SEGMENT_SCAN_HPP

#include <cstdint>

#include "strew/config.hpp"
#include "strew/options.hpp"
#include "strew/result.hpp"
#include "strew/segment_reduce.hpp"
#include "strew/strew.h"
#include "strew/view.hpp"

namespace STREW_NAMESPACE {

// Whether the value of a position has its own row.
enum class scan_mode : std::int32_t {
  inclusive = STREW_SCAN_INCLUSIVE,
  exclusive = STREW_SCAN_EXCLUSIVE  // of the first position of a segment it is 0
};

// output[B, p] is the reduction of the rows of p's segment up to position p, in row-major order; its extents are
// P + D[b+1:]. A position that is skipped, or of no segment, is 0. `with` has the reduction add, mul, min or max (AT1);
// `of` has no weights, no base and no further results (PT5).
//
// Ranks: data of one, as strew::filled{std::int64_t{1}, {n}}, scan_mode::exclusive and the reduction add.
inline result<void> try_segment_scan(const const_view& data, const segment_operands& of, const view& output,
                                     scan_mode mode = scan_mode::inclusive, const options& with = {},
                                     const execution& exec = {}) noexcept {
  if (detail::has_both_forms(of)) return detail::both_forms();
  const detail::segment_call call(data, of, output);
  const strew_operands all = call.operands();
  const strew_options chosen = with.native();
  const strew_execution settings = exec.native();
  return detail::attempt([&](strew_error* failure) {
    return strew_segment_scan(&all, &call.segmentation(), static_cast<std::int32_t>(mode), with.batch_dims, &chosen,
                              &settings, failure);
  });
}

#if STREW_HAS_EXCEPTIONS
// The form that throws.
inline void segment_scan(const const_view& data, const segment_operands& of, const view& output,
                         scan_mode mode = scan_mode::inclusive, const options& with = {}, const execution& exec = {}) {
  try_segment_scan(data, of, output, mode, with, exec).value();
}
#endif

}  // namespace STREW_NAMESPACE

#endif
