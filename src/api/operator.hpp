// The operator of a call. The only switch over lowerings is in the implementation of this.
#pragma once

#include <cstdint>
#include <string>

#include "api/convert.hpp"

namespace strew::engine::api {

struct operator_info {
  const char* name;
  bool is_scatter;
  bool has_extents;    // those of the direct operand follow from data and indices
  std::uint32_t uses;  // fields, as bits
};

// What the texts of a plan say of the call that it was made for.
struct call_label {
  static constexpr std::int32_t of_problem = 0;  // it was made from no operator

  std::int32_t kind = of_problem;
  std::int32_t mode = 0;
  std::int64_t axis = 0;
  std::int64_t batch_dims = 0;
  bool has_indices = true;
  bool is_in_place = false;  // data and output had one address
  bool has_data = true;      // else they are zeros
};
std::string name_of(const call_label& label);  // "gather, axis 1"

// Kinds whose positions are those of segments: their callers know operands by other names than the engine.
constexpr bool has_segments(std::int32_t kind) {
  return kind == STREW_OPERATOR_SEGMENT_REDUCE || kind == STREW_OPERATOR_SDDMM || kind == STREW_OPERATOR_SEGMENT_SCAN;
}

const operator_info* find_operator(std::int32_t kind);  // null for an unknown one

inline bool is_segment_reduce(const strew_operator* op) {
  return op != nullptr && op->kind == STREW_OPERATOR_SEGMENT_REDUCE;
}
inline bool has_codes(const strew_operator* op) {
  if (op == nullptr) return false;
  return op->kind == STREW_OPERATOR_GATHER_BLOCK_QUANTIZED ||
         (op->kind == STREW_OPERATOR_SEGMENT_REDUCE && is_known(*op) && op->quantization != nullptr);
}

// PT1, PT2, PT5. The updates are null for a gather.
status check_operator(const strew_operator* op, const strew_tensor* updates);
// Dimension numbers, of an operator that has them: PT1, PT2.
status check_dimensions(const strew_operator& op);

// The options of a call: null means the operator's defaults.
const strew_options* options_of(const strew_operator& op, const strew_options* given);
strew_options stablehlo_options(bool is_scatter);

// Lowers an operator that has passed the checks above.
arguments arguments_of(const strew_operator& op, const view_list& views);
// The options of a call with these operands.
operator_options read_options(const strew_operator& op, const strew_options* given, const operands& ops);
result<operation> lower_operator(const strew_operator& op, const arguments& given, const operands& ops,
                                 const operator_options& options);
// The operations of its further results, which `ops` have. Only of a segment_reduce.
status further_results_of(const strew_operator& op, const arguments& given, const operands& ops,
                          const operator_options& options, std::vector<further_result>& made);
status check_has_extents(const strew_operator& op);  // AT6
result<extents_list> direct_extents(const strew_operator& op, const operands& ops);

}  // namespace strew::engine::api
