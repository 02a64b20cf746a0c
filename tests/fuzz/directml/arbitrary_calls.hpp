// Methods in any order, with objects that do not belong together. No call writes memory that is not bound, and a
// failure writes nothing.
#pragma once

#include "fuzz/directml/session.hpp"

namespace strew::fuzz {

// CheckFeatureSupport, private data, names, interfaces.
void ask_device(directml_fixture& fixture, choices& in);

// Tables, initializers and dispatches of `first` and of another operator of the same device.
void call_arbitrarily(directml_session& first, choices& in);

}  // namespace strew::fuzz
