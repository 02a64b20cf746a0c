#pragma once

#include <cstddef>
#include <string_view>

namespace strew::files {

// Bytes of the character that `text` begins with, 1 to 4; 0 if what it begins with is not UTF-8 as RFC 3629 defines
// it: no overlong form, no surrogate, nothing above 10FFFF.
std::size_t utf8_length(std::string_view text);

bool is_utf8(std::string_view text);

}  // namespace strew::files
