// The processor as the backend of a device.
#pragma once

#include "directml/settings.hpp"
#include "strew/directml/backend.hpp"

namespace strew::frontends::directml {

// Executes at once, with the execution of `with`, which outlives it. Buffers are addresses of host memory.
strew_directml_backend host_backend(const settings& with) noexcept;

}  // namespace strew::frontends::directml
