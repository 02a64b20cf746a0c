// Messages of the engine in the terms of a platform: a user of the platform knows the names of its fields only.
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>

#include "strew/strew.h"

namespace strew::frontends {

// One or several words of the engine, and what the platform calls them.
struct term {
  std::string_view engine;
  std::string_view platform;
};

using term_table = std::span<const term>;

// What no platform calls as the engine does.
extern const term_table general_terms;

// Replaces terms in the message of a failure of the engine, whole words only, the longest that fits and of equal ones
// the first. "call", which stands for no operand, is dropped. Does not allocate; a message that becomes too long is
// truncated between characters.
void translate(strew_error& record, std::initializer_list<term_table> tables);

}  // namespace strew::frontends
