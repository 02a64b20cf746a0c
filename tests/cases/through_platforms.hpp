// Shared by the frontends of DirectML and BNNS.
#pragma once

#include "cases/frontends.hpp"
#include "support/frontend_call.hpp"

namespace strew::cases {

using platform_frontend = std::optional<support::frontend_answer> (*)(const support::frontend_call&);

// Every run is one call. Empty for invalid structs, and for operators and memory that the platforms do not support.
std::optional<frontend_run> call_through(platform_frontend frontend, const test_case& p, arena& memory);

}  // namespace strew::cases
