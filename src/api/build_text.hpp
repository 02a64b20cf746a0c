// How this library was built, and what it uses on this machine.
#pragma once

#include <string>

namespace strew::engine::api {

// One line each: name, value.
std::string build_text();

}  // namespace strew::engine::api
