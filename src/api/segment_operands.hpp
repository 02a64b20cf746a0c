// The operands of segment_reduce, segment_scan and sddmm by the names that their callers know, and by those of the move
// that they become: a write of updates through indices of their own.
//
//   caller     data      indices   segments   weights, or right   base   output
//   engine     updates   from      indices    weights             data   output
//
// Scales, zero points and codebook are themselves, as are further results, arg and count.
#pragma once

#include "api/call.hpp"
#include "api/view_list.hpp"
#include "execute/operand_checks.hpp"

namespace strew::engine::api {

inline bool has_segments(const strew_operator* op) {
  return op != nullptr && has_segments(op->kind);
}

// PT5: operands that the kind has not. Of any operator, which may be null.
status check_idle_operands(const strew_operator* op, const strew_operands& given);

// Of a function that takes them one by one.
inline strew_operands operands_of(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* updates,
                                  const strew_tensor* output) {
  strew_operands given = STREW_OPERANDS_INIT;
  given.data = data;
  given.indices = indices;
  given.updates = updates;
  given.output = output;
  return given;
}

// The operands of any operator, by the engine's names.
inline view_list views_of(const strew_operator* op, const strew_operands& given) {
  if (has_segments(op)) {
    const bool is_sddmm = op->kind == STREW_OPERATOR_SDDMM;
    return {given.base,   given.segments,    given.data,
            given.output, given.indices,     is_sddmm ? given.right : given.weights,
            given.scales, given.zero_points, given.codebook,
            given.arg,    given.count};
  }
  return {given.data, given.indices, given.updates,     given.output,  nullptr,
          nullptr,    given.scales,  given.zero_points, given.codebook};
}
// Whether there are operands that most kinds have not, or the kind has some.
inline bool has_rare_operands(const strew_operator* op, const strew_operands& given) {
  return given.segments != nullptr || given.weights != nullptr || given.base != nullptr || given.right != nullptr ||
         given.scales != nullptr || given.zero_points != nullptr || given.codebook != nullptr || given.arg != nullptr ||
         given.count != nullptr || has_segments(op);
}
pointers places_of(const strew_plan& plan, const strew_operand_places& at);

// A failure of a call, by the caller's names of operands.
status renamed(std::int32_t kind, status bad);
inline status renamed(const strew_operator* op, status bad) {
  return bad && has_segments(op) ? renamed(op->kind, std::move(bad)) : std::move(bad);
}

}  // namespace strew::engine::api
