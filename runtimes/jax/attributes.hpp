// The attributes of a call in the program that XLA runs: an operator and its options by the names of the C ABI.
#pragma once

#include <cstdint>

#include "jax/xla_ffi.hpp"
#include "strew/strew.h"

namespace strew::jax {

// What the attributes say. The lists are those of the call frame.
struct call_form {
  strew_operator op = STREW_OPERATOR_INIT;
  strew_options options = STREW_OPTIONS_INIT;
  strew_gather_dimensions gather = STREW_GATHER_DIMENSIONS_INIT;
  strew_scatter_dimensions scatter = STREW_SCATTER_DIMENSIONS_INIT;
  strew_segmentation segmentation = STREW_SEGMENTATION_INIT;
  strew_quantization quantization = STREW_QUANTIZATION_INIT;
  std::uint32_t absent = 0;  // bit n: the call has not got the operator's operand n
};

// Reads all attributes into `form`, of which only `op.kind` is set. Returns what is wrong, null if nothing is.
const char* read(const xla::attributes& given, call_form& form) noexcept;

}  // namespace strew::jax
