#include "caps/answer.hpp"

#include <algorithm>

#include "formatted.hpp"
#include "option_forms.hpp"

namespace strew::cli {
namespace {

constexpr std::size_t widest_line = 98;
constexpr std::size_t widest_label = 40;
using texts = std::vector<std::string>;

// Merges equal members into one with all their names; its name is `all` if it covers all `owner_count` members.
answer shared(const answer& given, const char* separator, std::size_t owner_count, const char* all) {
  answer made;
  for (const auto& [name, member] : given.members) {
    const auto same = std::find_if(made.members.begin(), made.members.end(),
                                   [&member = member](const auto& one) { return one.second == member; });
    if (same == made.members.end()) {
      made.add(name, member);
    } else {
      same->first += separator + name;
    }
  }
  if (made.members.size() == 1 && given.members.size() == owner_count && owner_count > 1) made.members[0].first = all;
  return made;
}

std::string list_text(const answer& given) {
  texts lines{" "};
  for (const auto& [name, member] : given.members) {
    const std::string pair = " " + name + " " + member.text + ",";
    if (lines.back().size() + pair.size() > widest_line) lines.emplace_back(" ");
    lines.back() += pair;
  }
  if (given.members.empty()) return "  -";
  lines.back().pop_back();
  return join(lines, "\n");
}

// Aligns fields in columns; a line of one field stays unchanged.
std::string aligned(const std::vector<texts>& lines) {
  std::vector<std::size_t> widths;
  for (const texts& fields : lines) {
    if (fields.size() == 1) continue;
    widths.resize(fields.size());
    for (std::size_t i = 0; i < fields.size(); ++i) widths[i] = std::max(widths[i], fields[i].size());
  }
  std::string text;
  for (const texts& fields : lines) {
    for (std::size_t i = 0; i + 1 < fields.size(); ++i) text += formatted("{:<{}}  ", fields[i], widths[i]);
    text += fields.back() + "\n";
  }
  return text;
}

}  // namespace

std::vector<std::string> wrapped(const std::string& words, std::size_t width) {
  texts lines{""};
  for (const std::string& one : parts_of(words, ' ')) {
    if (!lines.back().empty() && lines.back().size() + 1 + one.size() > width) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + one;
  }
  return lines;
}

answer& answer::add(const std::string& name) {
  return members.emplace_back(name, answer()).second;
}

const answer* answer::find(const std::string& name) const {
  const auto found = std::find_if(members.begin(), members.end(), [&](const auto& one) { return one.first == name; });
  return found == members.end() ? nullptr : &found->second;
}

answer word(const std::string& text) {
  return word(text, json_value(text));
}

answer word(const std::string& text, const std::string& json) {
  return {{}, text, json};
}

answer number(std::int64_t value) {
  return word(std::to_string(value), json_value(value));
}

json_object json_of(const answer& given) {
  json_object object;
  for (const auto& [name, member] : given.members)
    object.add_raw(name, member.json.empty() ? json_of(member).text() : member.json);
  return object;
}

std::vector<json_object> json_array(const answer& given) {
  std::vector<json_object> objects;
  for (const auto& [name, member] : given.members)
    objects.push_back(json_object().add("name", name).add_members(json_of(member)));
  return objects;
}

std::string table_text(const std::string& title, layout form, const answer& by_owner, std::size_t owner_count) {
  std::vector<texts> lines{{title}};
  const auto add_line = [&](const std::string& label, const answer& row, const auto& field_of) {
    const texts labels = wrapped(label, widest_label);
    for (std::size_t i = 0; i + 1 < labels.size(); ++i) lines.push_back({"  " + labels[i]});
    texts& line = lines.emplace_back(texts{"  " + labels.back()});
    for (const auto& member : row.members) line.push_back(field_of(member));
  };
  for (const auto& [owners, told] : shared(by_owner, ", ", owner_count, "all operators").members) {
    const bool is_row = told.members.empty() || !told.members[0].second.text.empty();
    const answer rows = is_row ? answer{{{"", told}}} : shared(told, " ", told.members.size(), "all");
    if (form == layout::grid && lines.size() == 1)
      add_line("", rows.members[0].second, [](const auto& column) { return column.first; });
    if (!owners.empty())
      for (const std::string& part : wrapped(owners, widest_line)) lines.push_back({part});
    for (const auto& [label, row] : rows.members) {
      if (form == layout::list) lines.push_back({list_text(row)});
      if (form == layout::grid) add_line(label, row, [](const auto& column) { return column.second.text; });
    }
  }
  return aligned(lines) + "\n";
}

}  // namespace strew::cli
