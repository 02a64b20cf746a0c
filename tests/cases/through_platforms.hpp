// Shared by the frontends of DirectML, BNNS and ONNX.
#pragma once

#include "cases/frontends.hpp"
#include "support/frontend_call.hpp"

namespace strew::cases {

using platform_frontend = std::optional<support::frontend_answer> (*)(const support::frontend_call&);

// Every run is one call. Empty for invalid structs, and for memory that the frontends do not support.
std::optional<frontend_run> call_through(platform_frontend frontend, const test_case& p, arena& memory);

}  // namespace strew::cases
