#include "files/literal.hpp"

#include <charconv>

namespace strew::files {
namespace {

constexpr int deepest_nesting = 16;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

class parser {
 public:
  explicit parser(std::string_view header) : header_(header) {}

  maybe_failure dict(std::vector<literal_entry>& entries) {
    if (auto error = expect('{')) return error;
    while (peek() != '}') {
      if (auto error = entry(entries)) return error;
      if (peek() != ',') break;
      ++at_;
    }
    if (auto error = expect('}')) return error;
    if (at_ == header_.size()) return unexpected("the closing newline is missing");
    while (at_ + 1 < header_.size() && is_blank(header_[at_])) ++at_;
    if (at_ + 1 == header_.size() && header_[at_] == '\n') return std::nullopt;
    return unexpected("only blanks and a closing newline may follow the dict");
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

  template <class... Values>
  failure unexpected(engine::sentence<Values...> text, const Values&... values) const {
    return refused("header byte {}: {}", at_, engine::formatted(text, values...));
  }

  // The next byte that is not blank; 0 at the end. A NUL in the text is no literal and is refused like any other byte.
  char peek() {
    while (at_ < header_.size() && is_blank(header_[at_])) ++at_;
    return at_ < header_.size() ? header_[at_] : '\0';
  }

  maybe_failure expect(char expected) {
    if (peek() != expected || at_ == header_.size()) return unexpected("expected '{}'", std::string_view(&expected, 1));
    ++at_;
    return std::nullopt;
  }

  maybe_failure entry(std::vector<literal_entry>& entries) {
    if (peek() != '\'' && peek() != '"') return unexpected("expected a key in quotes");
    literal key;
    if (auto error = text(key)) return error;
    for (const auto& [name, unused] : entries) {
      if (name == key.text) return unexpected("the key '{}' comes twice", name);
    }
    if (auto error = expect(':')) return error;
    literal item;
    if (auto error = value(item, 0)) return error;
    entries.emplace_back(key.text, std::move(item));
    return std::nullopt;
  }

  maybe_failure value(literal& out, int depth) {
    if (depth > deepest_nesting) return unexpected("nested too deep");
    const char first = peek();
    const std::size_t start = at_;
    maybe_failure error;
    if (first == '\'' || first == '"') {
      error = text(out);
    } else if (first == '(' || first == '[') {
      error = sequence(out, depth);
    } else if (is_digit(first) || first == '-') {
      error = integer(out);
    } else {
      error = boolean(out);
    }
    if (!error) out.source = header_.substr(start, at_ - start);
    return error;
  }

  maybe_failure text(literal& out) {
    const char quote = header_[at_++];
    const std::size_t start = at_;
    bool is_escaped = false;
    for (; at_ < header_.size() && (is_escaped || header_[at_] != quote); ++at_) {
      const auto byte = static_cast<unsigned char>(header_[at_]);
      if (byte < 0x20 || byte == 0x7F) return unexpected("control byte in a string");
      is_escaped = !is_escaped && byte == '\\';
    }
    if (at_ >= header_.size()) return unexpected("a string does not end");
    out.kind = literal_kind::text;
    out.text = header_.substr(start, at_ - start);
    ++at_;
    return std::nullopt;
  }

  maybe_failure sequence(literal& out, int depth) {
    const bool is_list = header_[at_++] == '[';
    const char close = is_list ? ']' : ')';
    bool has_comma = false;
    while (peek() != close) {
      literal item;
      if (auto error = value(item, depth + 1)) return error;
      out.items.push_back(std::move(item));
      if (peek() != ',') break;
      has_comma = true;
      ++at_;
    }
    if (auto error = expect(close)) return error;
    out.kind = is_list ? literal_kind::list : literal_kind::tuple;
    // In Python (5) is the integer 5 and (5,) the tuple.
    if (!is_list && out.items.size() == 1 && !has_comma) return unexpected("a tuple of one needs a comma: (5,)");
    return std::nullopt;
  }

  maybe_failure integer(literal& out) {
    const std::size_t start = at_;
    if (header_[at_] == '-') ++at_;
    const std::size_t digits = at_;
    while (at_ < header_.size() && (is_word(header_[at_]) || header_[at_] == '.')) ++at_;
    std::string_view word = header_.substr(start, at_ - start);
    // Python 2 wrote long integers as 10L.
    if (word.ends_with('L')) word.remove_suffix(1);
    const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), out.integer);
    if (status == std::errc::result_out_of_range) return unexpected("{} does not fit in 63 bits", word);
    if (status != std::errc() || end != word.data() + word.size()) {
      return unexpected("'{}' is not an integer", word);
    }
    if (header_[digits] == '0' && word.size() > digits - start + 1) return unexpected("an integer begins with 0");
    out.kind = literal_kind::integer;
    return std::nullopt;
  }

  maybe_failure boolean(literal& out) {
    const std::size_t start = at_;
    while (at_ < header_.size() && is_word(header_[at_])) ++at_;
    const std::string_view word = header_.substr(start, at_ - start);
    if (word != "True" && word != "False") {
      at_ = start;
      return unexpected("expected a string, an integer, True, False, a list or a tuple");
    }
    out.kind = literal_kind::boolean;
    out.boolean = word == "True";
    return std::nullopt;
  }

  std::string_view header_;
  std::size_t at_ = 0;
};

}  // namespace

result<std::vector<literal_entry>> parse_dict(std::string_view header) {
  std::vector<literal_entry> entries;
  if (auto error = parser(header).dict(entries)) return *error;
  return entries;
}

std::string quoted(std::string_view text) {
  std::string out(1, '\'');
  out += text;
  out += '\'';
  return out;
}

std::string canonical_text(const literal& value) {
  switch (value.kind) {
    case literal_kind::text:
      return quoted(value.text);
    case literal_kind::integer:
      return std::to_string(value.integer);
    case literal_kind::boolean:
      return value.boolean ? "True" : "False";
    default:
      break;
  }
  std::string out = value.kind == literal_kind::list ? "[" : "(";
  for (const literal& item : value.items) out += canonical_text(item) + ",";
  return out + (value.kind == literal_kind::list ? "]" : ")");
}

}  // namespace strew::files
