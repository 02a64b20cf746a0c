// sddmm: sampled products of rows. Each position has a row of data, by indices, and a row of right, its segment: the
// output has the sum of the products of their elements. It is a product of two matrices at chosen places only, the
// score of each edge of a graph, and the gradient of segment_reduce with respect to its weights.
//
// D: extents of data, whose rows are dimension b = options.batch_dims; P: those of the positions, which are the indices
// or, without any, the rows of data themselves. Positions and segments are given as those of segment_reduce, and right
// has the extents of its output: D[:b] + [S] + D[b+1:], or of groups P[:-1] + D[b+1:].
//
// torch.sparse.sampled_addmm and DGL's sddmm are cases of it.
#ifndef STREW_SDDMM_HPP
#define STREW_SDDMM_HPP

#include "strew/config.hpp"
#include "strew/options.hpp"
#include "strew/result.hpp"
#include "strew/segment_reduce.hpp"
#include "strew/strew.h"
#include "strew/view.hpp"

namespace STREW_NAMESPACE {

// output[B, p] = sum over k of data[B, indices[B, p], k] * right[B, s(p), k], for the segment s(p) of position p, in
// row-major order; the extents of output are P. Each product is rounded, then added. A position that is skipped, or of
// no segment, is 0. `of` has no weights and no base (PT5), `with` no reduction (AT1).
inline result<void> try_sddmm(const const_view& data, const const_view& right, const segment_operands& of,
                              const view& output, const options& with = {}, const execution& exec = {}) noexcept {
  return detail::run_segments(&strew_sddmm, detail::segment_call(data, of, output, right), of, with, exec);
}

#if STREW_HAS_EXCEPTIONS
// The form that throws.
inline void sddmm(const const_view& data, const const_view& right, const segment_operands& of, const view& output,
                  const options& with = {}, const execution& exec = {}) {
  try_sddmm(data, right, of, output, with, exec).value();
}
#endif

}  // namespace STREW_NAMESPACE

#endif
