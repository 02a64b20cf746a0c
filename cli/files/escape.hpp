// Escaping of external text, such as file names and headers, for output.
#pragma once

#include <string>
#include <string_view>

namespace strew::files {

enum class escapes {
  words,  // in a line of text: \x1b, \u009b
  json    // in a string of JSON: \u001b, \u009b
};

// Characters that affect a terminal or the surrounding lines (controls, C1 controls, line and paragraph separators,
// bidirectional overrides) are escaped. So are bytes that are not UTF-8: \xNN in words; in JSON they become U+FFFD. The
// result is always UTF-8.
std::string escaped(std::string_view text, escapes style);

}  // namespace strew::files
