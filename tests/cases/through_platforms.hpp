// What the doors of DirectML and BNNS have in common.
#pragma once

#include "cases/doors.hpp"
#include "support/door_call.hpp"

namespace strew::cases {

using platform_door = std::optional<support::door_answer> (*)(const support::door_call&);

// Every run is one call. Nothing for structs that are broken, for operators and memory that no platform's door has.
std::optional<door_run> call_through(platform_door door, const problem& p, arena& memory);

}  // namespace strew::cases
