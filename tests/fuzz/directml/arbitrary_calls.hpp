// Methods in any order, with objects that do not belong together. Whatever is refused or done, nothing beyond what is
// bound is written, and no failure writes at all.
#pragma once

#include "fuzz/directml/session.hpp"

namespace strew::fuzz {

// CheckFeatureSupport, private data, names, interfaces.
void ask_device(directml_fixture& fixture, choices& in);

// Tables, initializers and dispatches of `first` and of another operator of the same device.
void call_arbitrarily(directml_session& first, choices& in);

}  // namespace strew::fuzz
