// The data types of DirectML and what the engine calls them.
#pragma once

#include <cstdint>

#include "strew/strew.h"

namespace strew::frontends::directml {

// Of a type that can_be_data.
strew_dtype engine_type(std::int32_t data_type);

}  // namespace strew::frontends::directml
