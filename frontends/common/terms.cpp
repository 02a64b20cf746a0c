#include "common/terms.hpp"

#include <cstddef>
#include <cstring>

#include "strew/text.hpp"

namespace strew::frontends {
namespace {

constexpr term general[] = {
    {"rank", "dimension count"},
    {"exceed the rank", "exceeds the dimension count"},
    {"index depth", "tuple length"},
    {"batch_dims 0 + index depth", "tuple length"},
    {"extents", "sizes"},
    {"extent", "the size of dimension"},
    {"batch extent", "the size of batch dimension"},
    {"of extent", "of size"},
    {"over extent", "over size"},
    {"stride", "byte stride"},
    {"is written, but stride", "it is written, but the byte stride"},
    {"a cell", "an element"},
    {"each cell", "each element"},
};

bool is_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Whether `words` stand at the beginning of `text` and end where a word ends.
bool begins_with(std::string_view text, std::string_view words) {
  return text.starts_with(words) && (text.size() == words.size() || !is_of_word(text[words.size()]));
}

const term* find_longest(std::string_view text, std::initializer_list<term_table> tables) {
  const term* found = nullptr;
  for (const term_table& table : tables) {
    for (const term& one : table) {
      if (begins_with(text, one.engine) && (found == nullptr || one.engine.size() > found->engine.size())) found = &one;
    }
  }
  return found;
}

// A text that keeps what fits.
class message_text {
 public:
  explicit message_text(std::size_t room) : room_(room) {}

  void append(std::string_view part) {
    const bool fits = part.size() <= room_ - length_;
    const std::size_t kept = fits ? part.size() : room_ - length_;
    part.copy(text_ + length_, kept);
    length_ += kept;
    if (fits) return;
    length_ = detail::whole_characters(text_, length_);
    room_ = length_;
  }
  void write_to(char* to) const {
    std::memcpy(to, text_, length_);
    to[length_] = '\0';
  }

 private:
  char text_[sizeof(strew_error::message)] = {};
  std::size_t room_;
  std::size_t length_ = 0;
};

}  // namespace

constinit const term_table general_terms = general;

void translate(strew_error& record, std::initializer_list<term_table> tables) {
  std::string_view left = record.message;
  message_text made(sizeof record.message - 1);
  constexpr std::string_view no_operand = ": call: ";
  const std::string_view rule = record.rule;
  if (left.starts_with(rule) && left.substr(rule.size()).starts_with(no_operand)) {
    made.append(rule);
    made.append(": ");
    left.remove_prefix(rule.size() + no_operand.size());
  }
  bool is_inside = false;  // a word
  while (!left.empty()) {
    const term* const found = is_inside ? nullptr : find_longest(left, tables);
    const std::string_view part = left.substr(0, found == nullptr ? 1 : found->engine.size());
    made.append(found == nullptr ? part : found->platform);
    is_inside = is_of_word(part.back());
    left.remove_prefix(part.size());
  }
  made.write_to(record.message);
}

}  // namespace strew::frontends
