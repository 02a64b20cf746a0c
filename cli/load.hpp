// The elements of a prepared call: memory for the output, then the inputs, mapped or read.
#pragma once

#include "prepare.hpp"

namespace strew::cli {

// Indices first. Where other operands have to be read, the indices are checked before that.
outcome load(const operator_spec& spec, const operator_options& options, progress& shown, prepared_call& prepared);

// One operand that is only read, unless it is loaded.
outcome load_operand(const operator_options& options, progress& shown, file_operand& operand);

// The indices alone, of a scatter whose other operands stay where they are.
outcome check_indices_only(const operator_spec& spec, const operator_options& options, progress& shown,
                           prepared_call& prepared);

// Before one execution: a gather of few rows of a large mapped file that is not in memory reads little of it.
void advise_reads(const operator_spec& spec, const operator_options& options, const prepared_call& prepared);

// The failure of a mapped input that could not supply all that was used of it; else `otherwise`.
outcome whole_or(const operator_options& options, const prepared_call& prepared, outcome otherwise);

// Bytes of an output or a result.
std::uint64_t packed_bytes(const strew_tensor& packed);

// Bytes of the packed output.
std::uint64_t output_bytes(const prepared_call& prepared);

}  // namespace strew::cli
