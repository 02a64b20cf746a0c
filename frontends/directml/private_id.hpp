// Identifiers that no one else has: to its own an object of this library answers with its own class, so that a foreign
// object is told from one of ours, and one of another copy of the library from both.
#pragma once

#include <cstdint>

#include "strew/directml.h"

namespace strew::frontends::directml {

enum class object_kind : std::uint16_t { dispatchable, operators, compiled_operator, initializer, binding_table };

GUID private_id(object_kind kind);

}  // namespace strew::frontends::directml
