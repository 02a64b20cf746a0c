#pragma once

#include <cstddef>
#include <string_view>

namespace strew::files {

// Length of the first character of `text`, 1 to 4 bytes; 0 if it is not valid UTF-8 by RFC 3629: no overlong form, no
// surrogate, nothing above 10FFFF.
std::size_t utf8_length(std::string_view text);

bool is_utf8(std::string_view text);

}  // namespace strew::files
