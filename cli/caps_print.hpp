#pragma once

#include <map>
#include <string>

#include "caps_grid.hpp"
#include "json.hpp"

namespace strew::cli {

// What the rules that refused something ask for.
std::map<std::string, std::string> rules_of(const capabilities& found);

// Tables of at most 100 columns; operators and rows with the same answers stand together.
std::string caps_text(const capabilities& found);

// One object; docs/caps.md documents its keys.
json_object caps_json(const capabilities& found);

}  // namespace strew::cli
