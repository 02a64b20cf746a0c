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

  // The rules of the frontend, then the engine; what an exported function returns. `op` is None for a gather; `axis` is
  // empty for the nd functions.
  int run(std::uint32_t op, std::optional<std::size_t> axis, const BNNSFilterParameters* parameters,
          const strew_options* options);

 private:
  maybe_failure read(std::uint32_t op, std::optional<std::size_t> axis, const BNNSFilterParameters* parameters,
                     const strew_options* options);
  maybe_failure read_operands();                                                                      // BN1 to BN5
  maybe_failure read_axis(std::size_t axis) const;                                                    // BN9, BN10
  maybe_failure read_settings(const BNNSFilterParameters* parameters, const strew_options* options);  // BN11, BN12
  void read_single();
  [[nodiscard]] strew_operator descriptor(std::optional<std::size_t> axis) const;

  [[nodiscard]] bool is_scatter() const { return input_.number() == STREW_OPERAND_UPDATES; }
  // The operand that is addressed, and the one that is walked in order. A scatter works in place.
  operand& table() { return is_scatter() ? output_ : input_; }
  operand& direct() { return is_scatter() ? input_ : output_; }

  operand input_;
  operand indices_;
  operand output_;
  memory memory_;
  std::int32_t reduction_ = STREW_REDUCTION_NONE;
  strew_options own_options_ = STREW_OPTIONS_INIT;
  const strew_options* options_ = &own_options_;
};

}  // namespace strew::frontends::bnns
