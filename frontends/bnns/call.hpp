// Shared by the four functions: three operands, filter parameters, options.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "bnns/descriptor.hpp"
#include "bnns/memory.hpp"
#include "common/failure.hpp"
#include "strew/bnns.h"

namespace strew::frontends::bnns {

// The rules of the frontend are checked in the order of their numbers, each for input, indices, output.
class call {
 public:
  // `role` is the engine's operand for `input`: STREW_OPERAND_DATA or STREW_OPERAND_UPDATES.
  call(std::int32_t role, const BNNSNDArrayDescriptor* input, const BNNSNDArrayDescriptor* indices,
       const BNNSNDArrayDescriptor* output)
      : input_(input, "input", role),
        indices_(indices, "indices", STREW_OPERAND_INDICES),
        output_(output, "output", STREW_OPERAND_OUTPUT) {}

  // Checks all rules of the frontend. `op` is None for a gather; `axis` is empty for the nd functions.
  maybe_failure read(std::uint32_t op, std::optional<std::size_t> axis, const BNNSFilterParameters* parameters,
                     const strew_options* options);

  // For the nd functions: a full tuple addresses one element, which the descriptor of `direct` describes as a vector of
  // one.
  void read_single(const operand& table, operand& direct) const;

  operand& input() { return input_; }
  operand& output() { return output_; }
  [[nodiscard]] const operand& indices() const { return indices_; }
  [[nodiscard]] const strew_options* options() const { return options_; }
  [[nodiscard]] const strew_execution* execution() const { return memory_.execution(); }

 private:
  maybe_failure read_operands();                                                                      // BN1 to BN5
  maybe_failure read_axis(std::size_t axis) const;                                                    // BN9, BN10
  maybe_failure read_settings(const BNNSFilterParameters* parameters, const strew_options* options);  // BN11, BN12

  operand input_;
  operand indices_;
  operand output_;
  memory memory_;
  std::int32_t reduction_ = STREW_REDUCTION_NONE;
  strew_options own_options_ = STREW_OPTIONS_INIT;
  const strew_options* options_ = &own_options_;
};

}  // namespace strew::frontends::bnns
