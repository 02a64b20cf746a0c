#include "files/array_name.hpp"

#include <algorithm>
#include <charconv>

#include "files/formats.hpp"
#include "files/type_names.hpp"
#include "platform/paths.hpp"

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

// ".npy" of "here/table.npy"; empty of a name that has none, and of a hidden file.
std::string_view suffix_of(std::string_view file) {
  file.remove_prefix(file.find_last_of(platform::separators) + 1);  // none: npos + 1 is 0
  const std::size_t dot = file.rfind('.');
  return dot == std::string_view::npos || dot == 0 || dot + 1 == file.size() ? std::string_view() : file.substr(dot);
}

// Of an output; null: of none.
const file_format* format_of_suffix(std::string_view file) {
  const std::string_view suffix = suffix_of(file);
  if (suffix.empty()) return &npy_format();
  for (const file_format* format : formats()) {
    const auto known = format->suffixes;
    if (std::find(known.begin(), known.end(), suffix) != known.end()) return format;
  }
  return nullptr;
}

failure unknown_suffix(std::string_view file) {
  std::string known;
  for (const file_format* format : formats()) {
    if (format->frame == nullptr) continue;
    for (const std::string_view suffix : format->suffixes)
      known += engine::formatted("{}{}", known.empty() ? "" : ", ", suffix);
  }
  return misspelled(
      engine::formatted("its suffix '{}' is that of no format that is written: {}", suffix_of(file), known));
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

result<array_name> parse_output_name(std::string_view text, const file_format* asked) {
  result<array_name> name = parse_array_name(text);
  if (!name && asked == nullptr) return name;
  if (name && name->format == &raw_format()) {
    return misspelled(
        engine::formatted("'{}' is the name of an input: an output has the type and the extents that follow "
                          "from the operands; {} alone is raw elements if it ends in .bin or .raw",
                          text, name->file));
  }
  array_name made;
  if (asked != nullptr && (!name || name->format != asked)) {
    made.file = text;
    made.format = asked;
  } else {
    made = std::move(*name);
  }
  if (asked == nullptr && made.format == &npy_format()) made.format = format_of_suffix(text);
  if (made.format == nullptr) return unknown_suffix(text);
  if (made.format->frame != nullptr) return made;
  return misspelled(
      engine::formatted("files of the format {} are not written by this build of strew, which is without {}",
                        made.format->name, made.format->lacks));
}

}  // namespace strew::files
