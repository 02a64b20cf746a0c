// The description of an operator for its subcommand. One file per operator defines a spec; commands.cpp lists them.
#pragma once

#include <cstdint>
#include <optional>

#include "options.hpp"
#include "strew/strew.h"

namespace strew::cli {

class command_syntax;

// The arguments of one call. Not every operator has all of them.
struct operator_call {
  strew_tensor data = STREW_TENSOR_INIT;
  strew_tensor indices = STREW_TENSOR_INIT;
  bool has_indices = true;                                    // an append may have none, and a reduction
  strew_tensor updates = STREW_TENSOR_INIT;                   // of a scatter or an append
  std::optional<strew_tensor> segments, weights, base;        // of a reduction, the first of those of segments
  std::optional<strew_tensor> right;                          // of a product
  std::optional<strew_tensor> scales, zero_points, codebook;  // of codes
  strew_tensor output = STREW_TENSOR_INIT;
  std::optional<strew_tensor> arg, count;
  strew_operator op = STREW_OPERATOR_INIT;
  std::optional<strew_segmentation> segmentation;
  std::optional<strew_quantization> quantization;
  strew_options options = STREW_OPTIONS_INIT;
};

struct operator_spec {
  const char* name;           // "gather-nd"
  const char* progress_verb;  // "gathering"
  const char* summary;
  const char* examples;
  operator_kind kind;
  bool has_tuples;  // the last dimension of the indices holds them
  // Its operands and options.
  void (*add_arguments)(command_syntax& app, operator_options& options);
  std::int32_t op;  // STREW_OPERATOR_GATHER, ...
};

// Whether data are always codes that are decoded; of a reduction they may be some.
inline bool needs_codes(const operator_spec& spec) {
  return spec.op == STREW_OPERATOR_GATHER_BLOCK_QUANTIZED;
}

// Data, indices and updates are all that is read.
inline bool has_plain_operands(const operator_spec& spec) {
  return !has_segments(spec.kind) && !needs_codes(spec);
}

extern const operator_spec gather_spec;
extern const operator_spec gather_elements_spec;
extern const operator_spec gather_nd_spec;
extern const operator_spec scatter_spec;
extern const operator_spec scatter_elements_spec;
extern const operator_spec scatter_nd_spec;
extern const operator_spec tensor_scatter_spec;
extern const operator_spec segment_reduce_spec;
extern const operator_spec segment_scan_spec;
extern const operator_spec sddmm_spec;
extern const operator_spec gather_block_quantized_spec;

}  // namespace strew::cli
