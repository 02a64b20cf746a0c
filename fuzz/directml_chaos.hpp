// Methods in any order, with objects that do not belong together. Whatever is refused or done, nothing beyond what is
// bound is written, and no failure writes at all.
#pragma once

#include "directml_session.hpp"

namespace strew::fuzz {

// CheckFeatureSupport, private data, names, interfaces.
void ask_device(directml_world& world, bytes& in);

// Tables, initializers and dispatches of `first` and of another operator of the same device.
void make_chaos(directml_session& first, bytes& in);

}  // namespace strew::fuzz
