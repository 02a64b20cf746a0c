#include "files/array_name.hpp"

#include <algorithm>
#include <charconv>

#include "files/formats.hpp"
#include "files/type_names.hpp"

namespace strew::files {
namespace {

failure misspelled(std::string message) {
  return {failure_kind::usage, std::move(message)};
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// "a.npz" and "a.npz:member" are of the format of ".npz".
bool take_member(std::string_view text, const file_format& format, array_name& name) {
  for (const std::string_view suffix : format.suffixes) {
    const std::string with_member = std::string(suffix) + ":";
    const std::size_t at = text.find(with_member);
    const bool is_member = format.has_members && at != std::string_view::npos;
    if (!is_member && !text.ends_with(suffix)) continue;
    name.format = &format;
    name.file = is_member ? text.substr(0, at + suffix.size()) : text;
    if (is_member) name.member = text.substr(at + with_member.size());
    return true;
  }
  return false;
}

bool is_type_word(std::string_view text) {
  const auto is_letter = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), is_letter);
}

struct raw_parts {
  std::string_view file;
  std::string_view type;
  std::string_view extents;
};

// "table.bin:f32[10, 64]"; an empty type: it is no such name.
raw_parts split_raw(std::string_view text) {
  if (!text.ends_with(']')) return {};
  const std::size_t bracket = text.rfind('[');
  const std::size_t colon = bracket == std::string_view::npos ? bracket : text.rfind(':', bracket);
  if (colon == std::string_view::npos || colon == 0) return {};
  const std::string_view type = text.substr(colon + 1, bracket - colon - 1);
  if (!is_type_word(type)) return {};
  return {text.substr(0, colon), type, text.substr(bracket + 1, text.size() - bracket - 2)};
}

result<array_name> parse_raw_name(const raw_parts& parts) {
  array_name name;
  name.format = &raw_format();
  name.file = parts.file;
  result<npy_type> type = type_of_name(parts.type);
  if (!type) return type.error();
  result<std::vector<std::int64_t>> extents = parse_extents(parts.extents);
  if (!extents) return extents.error();
  name.type = std::move(*type);
  name.extents = std::move(*extents);
  return name;
}

maybe_failure check_member(std::string_view text, const array_name& name) {
  if (text.size() == name.file.size() || !name.member.empty()) return std::nullopt;
  return misspelled(engine::formatted("'{}' names no member after the colon", text));
}

}  // namespace

result<std::vector<std::int64_t>> parse_extents(std::string_view text) {
  std::vector<std::int64_t> extents;
  std::string_view rest = trimmed(text);
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view word = trimmed(rest.substr(0, comma));
    std::int64_t extent = 0;
    const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), extent);
    const bool is_whole = status == std::errc() && end == word.data() + word.size();
    if (!is_whole || extent < 0) return misspelled(engine::formatted("'{}' is not an extent", word));
    extents.push_back(extent);
    const bool is_last = comma == rest.size();
    rest.remove_prefix(is_last ? comma : comma + 1);
    if (!is_last && trimmed(rest).empty()) return misspelled(engine::formatted("'{}' ends in a comma", text));
  }
  return extents;
}

result<array_name> parse_array_name(std::string_view text) {
  array_name name;
  for (const file_format* format : formats_by_suffix()) {
    if (!take_member(text, *format, name)) continue;
    if (auto error = check_member(text, name)) return *error;
    return name;
  }
  if (const raw_parts raw = split_raw(text); !raw.type.empty()) return parse_raw_name(raw);
  name.format = &npy_format();
  name.file = text;
  return name;
}

result<array_name> parse_output_name(std::string_view text) {
  result<array_name> name = parse_array_name(text);
  if (!name) return name;
  if (name->format == &raw_format()) {
    return misspelled(
        engine::formatted("'{}' is the name of an input: an output has the type and the extents that follow "
                          "from the operands; {} alone is raw elements if it ends in .bin or .raw",
                          text, name->file));
  }
  const bool is_raw = text.ends_with(".bin") || text.ends_with(".raw");
  if (is_raw && name->format == &npy_format()) name->format = &raw_format();
  return name;
}

}  // namespace strew::files
