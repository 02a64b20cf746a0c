// The Python literals used in .npy headers: strings, integers, True and False, lists and tuples.
// Nothing is evaluated.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files/result.hpp"

namespace strew::files {

enum class literal_kind { text, integer, boolean, list, tuple };

struct literal {
  literal_kind kind = literal_kind::text;
  std::string_view source;     // as written, quotes and brackets included
  std::string_view text;       // inside the quotes, escapes left as written
  std::int64_t integer = 0;    // the value
  bool boolean = false;        // the value
  std::vector<literal> items;  // of a list or tuple
};

using literal_entry = std::pair<std::string_view, literal>;

// Parses the text of a header: one dict with string keys, blanks, one newline as its last byte. The entries refer to
// `header`. Failures report the byte offset in the header.
result<std::vector<literal_entry>> parse_dict(std::string_view header);

// The text between single quotes.
std::string quoted(std::string_view text);

// The literal in one fixed spelling: equal values give equal texts.
std::string canonical_text(const literal& value);

}  // namespace strew::files
