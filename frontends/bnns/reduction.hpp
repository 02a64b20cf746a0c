// Reduce functions as reductions of the engine.
#pragma once

#include <cstdint>

#include "bnns/descriptor.hpp"
#include "common/failure.hpp"

namespace strew::frontends::bnns {

// BN6 to BN8; `output` was read.
maybe_failure read_reduction(std::uint32_t op, const operand& output, std::int32_t& reduction);

}  // namespace strew::frontends::bnns
