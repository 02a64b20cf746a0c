// Unique identifiers: an object of this library returns its own class for its identifier, which distinguishes foreign
// objects and objects of another copy of the library.
#pragma once

#include <cstdint>

#include "strew/directml.h"

namespace strew::frontends::directml {

enum class object_kind : std::uint16_t { dispatchable, operators, compiled_operator, initializer, binding_table };

GUID private_id(object_kind kind);

}  // namespace strew::frontends::directml
