// What the library answers, words and numbers by name, and its two forms: JSON, and tables as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "json.hpp"

namespace strew::cli {

struct answer {
  std::vector<std::pair<std::string, answer>> members = {};  // in order
  std::string text = {}, json = {};                          // of a word or a number

  answer& add(const std::string& name);
  answer& add(const std::string& name, const answer& member) { return add(name) = member; }
  const answer* find(const std::string& name) const;  // null: no such member

  friend bool operator==(const answer&, const answer&) = default;
};

// A word or a number; `json` where it is not what the text is.
answer word(const std::string& text);
answer word(const std::string& text, const std::string& json);
answer number(std::int64_t value);

json_object json_of(const answer& given);
// A member an object, with its name as "name".
std::vector<json_object> json_array(const answer& given);

enum class layout {
  grid,  // rows by column; an owner may have one row without a name
  list   // one row an owner, each column beside its cell
};

// Words with blanks between them, in lines of at most so many columns.
std::vector<std::string> wrapped(const std::string& words, std::size_t width);

// At most 100 columns wide. Owners with equal answers are named together, and so are rows. `owner_count`: how many
// owners there are at all, so that all of them need not be named.
std::string table_text(const std::string& title, layout form, const answer& by_owner, std::size_t owner_count = 0);

}  // namespace strew::cli
