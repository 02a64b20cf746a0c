// Text from outside, as file names and headers are, made harmless where it is shown.
#pragma once

#include <string>
#include <string_view>

namespace strew::cli {

enum class escapes {
  words,  // in a line of text: \x1b, \u009b
  json    // in a string of JSON: \u001b, \u009b
};

// Characters that act on a terminal or on the lines around them (controls, C1 controls, line and paragraph separators,
// overrides of the direction of writing) become escapes. So do bytes that are no UTF-8: \xNN in words; JSON can only
// say that there was one, U+FFFD. The result is UTF-8 whatever the text is.
std::string escaped(std::string_view text, escapes style);

}  // namespace strew::cli
