// Words of the engine that a message to a user of a platform must not have.
#pragma once

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace strew::testing {

inline bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Whether `words` stand in the text, not as parts of other words.
inline bool has_words(std::string_view text, std::string_view words) {
  for (std::size_t at = text.find(words); at != std::string_view::npos; at = text.find(words, at + 1)) {
    const std::size_t end = at + words.size();
    if ((at == 0 || !is_of_word(text[at - 1])) && (end == text.size() || !is_of_word(text[end]))) return true;
  }
  return false;
}

// Those that no platform of a frontend has.
inline const std::vector<std::string_view>& engine_terms() {
  static const std::vector<std::string_view> terms = {
      "call", "updates", "batch_dims", "extent", "extents", "rank", "index depth", "cell", "direct", "bool", "f16",
      "bf16", "f32",     "f64",        "i8",     "i16",     "i32",  "i64",         "u8",   "u16",    "u32",  "u64"};
  return terms;
}

// The terms that a message has, joined.
inline std::string terms_in(std::string_view message, const std::vector<std::string_view>& terms) {
  std::string found;
  for (const std::string_view term : terms) {
    if (has_words(message, term)) found += std::string(term) + "; ";
  }
  return found;
}

}  // namespace strew::testing
