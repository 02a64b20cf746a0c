#include "caps/table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report.hpp"

namespace strew::cli {
namespace {

constexpr std::size_t widest_line = 98;

template <class Range, class Same>
auto* find_or_null(Range& range, const Same& same) {
  const auto found = std::find_if(range.begin(), range.end(), same);
  return found == range.end() ? nullptr : &*found;
}

const std::string& shown(const std::string& cell) {
  static const std::string yes = "yes";
  return cell == "ok" ? yes : cell;
}

std::string line_of(const std::string& label, const texts& cells, const std::vector<std::size_t>& widths) {
  std::string text = fmt::format("  {:<{}}", label, widths[0]);
  for (std::size_t i = 0; i < cells.size(); ++i) text += fmt::format("  {:<{}}", shown(cells[i]), widths[i + 1]);
  return text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
}

// Of the names of rows and of each column.
std::vector<std::size_t> widths_of(const table& given) {
  std::vector<std::size_t> widths{given.corner.size()};
  for (const std::string& name : given.columns) widths.push_back(name.size());
  for (const table_part& part : given.parts) {
    for (const table_row& row : part.rows) {
      widths[0] = std::max(widths[0], row.name.size());
      for (std::size_t i = 0; i < row.cells.size(); ++i)
        widths[i + 1] = std::max(widths[i + 1], shown(row.cells[i]).size());
    }
  }
  return widths;
}

std::string list_text(const texts& columns, const texts& cells) {
  texts lines{" "};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (cells[i].empty()) continue;
    const std::string pair = " " + columns[i] + " " + cells[i] + ",";
    if (lines.back().size() + pair.size() > widest_line) lines.emplace_back(" ");
    lines.back() += pair;
  }
  if (lines.front() == " ") return "  -\n";
  lines.back().back() = '\n';
  return fmt::format("{}", fmt::join(lines, "\n"));
}

json_object row_json(const texts& columns, const texts& cells) {
  json_object object;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (cells[i].empty()) continue;
    if (cells[i] == "null" || cells[i].find_first_not_of("-0123456789") == std::string::npos) {
      object.add_raw(columns[i], cells[i]);
    } else {
      object.add(columns[i], cells[i]);
    }
  }
  return object;
}

std::vector<table_row> merged_rows(const std::vector<table_row>& rows) {
  std::vector<table_row> made;
  for (const table_row& row : rows) {
    if (auto* same = find_or_null(made, [&](const table_row& one) { return one.cells == row.cells; })) {
      same->name += " " + row.name;
    } else {
      made.push_back(row);
    }
  }
  if (made.size() == 1 && rows.size() > 1) made.front().name = "all";
  return made;
}

}  // namespace

table merged(const table& given) {
  table made = given;
  made.parts.clear();
  for (const table_part& part : given.parts) {
    if (auto* same = find_or_null(made.parts, [&](const table_part& one) { return one.rows == part.rows; })) {
      same->owners.insert(same->owners.end(), part.owners.begin(), part.owners.end());
    } else {
      made.parts.push_back(part);
    }
  }
  for (table_part& part : made.parts) part.rows = merged_rows(part.rows);
  return made;
}

std::string table_text(const table& given, std::size_t everybody) {
  const auto widths = widths_of(given);
  std::string text = given.title + "\n";
  if (!given.is_list) text += line_of(given.corner, given.columns, widths);
  for (const table_part& part : given.parts) {
    const bool are_all = part.owners.size() == everybody;
    if (!part.owners.empty())
      text += (are_all ? "all operators" : fmt::format("{}", fmt::join(part.owners, ", "))) + "\n";
    for (const table_row& row : part.rows)
      text += given.is_list ? list_text(given.columns, row.cells) : line_of(row.name, row.cells, widths);
  }
  return text + "\n";
}

json_object part_json(const table& given, const table_part& part) {
  json_object object;
  for (const table_row& row : part.rows) {
    if (row.name.empty()) return row_json(given.columns, row.cells);
    object.add(row.name, row_json(given.columns, row.cells));
  }
  return object;
}

json_object owner_json(const std::vector<table>& tables, const std::string& owner) {
  json_object object;
  for (const table& one : tables) {
    for (const table_part& part : one.parts) {
      if (part.owners.front() != owner) continue;
      if (one.key.empty()) {
        object.add_members(part_json(one, part));
      } else {
        object.add(one.key, part_json(one, part));
      }
    }
  }
  return object;
}

int print_answer(const common_options& options, const json_object& json, const std::string& text) {
  common_options messages = options;
  messages.json = false;
  const outcome error = options.json ? print_json(json) : print_text(text);
  return error ? report(*error, messages) : exit_ok;
}

}  // namespace strew::cli
