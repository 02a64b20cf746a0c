// The mapping of DirectML's data types to those of the engine.
#pragma once

#include <cstdint>

#include "strew/strew.h"

namespace strew::frontends::directml {

// Requires a type that can_be_data.
strew_dtype engine_type(std::int32_t data_type);

}  // namespace strew::frontends::directml
