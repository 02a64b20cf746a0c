// Executing and checking a prepared call.
#pragma once

#include <cstddef>

#include "prepare.hpp"

namespace strew::cli {

struct operand_addresses {
  const std::byte* data = nullptr;
  const std::byte* indices = nullptr;
  const std::byte* updates = nullptr;
  const std::byte* output = nullptr;
};

// The threads, and the end on a termination signal or the loss of a mapped file.
strew_execution execution_of(const operator_options& options);

// Only the checks that an execution makes before it writes.
outcome check(const operator_options& options, const prepared_call& prepared, const operand_addresses& at);

// On the loaded operands.
outcome execute(const operator_spec& spec, const operator_options& options, prepared_call& prepared);

}  // namespace strew::cli
