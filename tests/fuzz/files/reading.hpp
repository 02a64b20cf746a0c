// Files with any bytes, and what reading them must keep to.
#pragma once

#include <string>
#include <string_view>

#include "files/formats.hpp"

namespace strew::fuzz {

// Puts the bytes into a file in memory and reads it in this format, "npz", as one array and member by member:
// everything is refused with a message, or has exactly the elements that it says, mapped and read the same.
void verify_reading(std::string_view format, const std::string& bytes);

}  // namespace strew::fuzz
