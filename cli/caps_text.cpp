#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "caps_print.hpp"

namespace strew::cli {
namespace {

constexpr std::size_t widest_text_line = 100, widest_label = 30;

using words = std::vector<std::string>;

std::string joined(const words& given, const char* between) {
  return fmt::format("{}", fmt::join(given, between));
}

// In lines of at most `width` letters.
words lines_of(const words& given, std::size_t width) {
  words lines;
  for (const std::string& word : given) {
    if (lines.empty() || lines.back().size() + 1 + word.size() > width) {
      lines.push_back(word);
    } else {
      lines.back() += " " + word;
    }
  }
  return lines;
}

std::string shown(const answer& given) {
  return given == "ok" ? "yes" : given;
}

// The label, broken where it is long, with the cells beside its first line.
std::string row_text(const words& label, const words& cells, const std::vector<std::size_t>& widths) {
  words lines = lines_of(label, widest_label);
  lines.resize(std::max<std::size_t>(lines.size(), 1));
  std::string text = fmt::format("  {:<{}}", lines.front(), widths.front());
  for (std::size_t i = 0; i < cells.size(); ++i) text += fmt::format("  {:<{}}", cells[i], widths[i + 1]);
  text.erase(text.find_last_not_of(' ') + 1);
  text += '\n';
  for (std::size_t i = 1; i < lines.size(); ++i) text += fmt::format("  {}\n", lines[i]);
  return text;
}

struct merged_row {
  words names;
  words cells;
};

// Rows with equal answers are one row with all their names.
std::vector<merged_row> merged_rows(const grid& table) {
  std::vector<merged_row> merged;
  for (const grid_row& row : table.rows) {
    words cells;
    for (const answer& given : row.answers) cells.push_back(shown(given));
    const auto same = std::find_if(merged.begin(), merged.end(), [&](const auto& one) { return one.cells == cells; });
    if (same == merged.end()) {
      merged.push_back({{row.name}, cells});
    } else {
      same->names.push_back(row.name);
    }
  }
  if (merged.size() == 1 && table.rows.size() > 1) merged.front().names = {"all"};
  return merged;
}

// Operators with equal answers.
struct grid_part {
  words operators;
  grid table;
};

std::vector<grid_part> parts_of(const std::string& key, const capabilities& found) {
  std::vector<grid_part> parts;
  for (const operator_caps& asked : found.operators) {
    for (const grid& table : asked.grids) {
      if (table.key != key) continue;
      const auto same = std::find_if(parts.begin(), parts.end(), [&](const auto& part) { return part.table == table; });
      if (same == parts.end()) {
        parts.push_back({{asked.name}, table});
      } else {
        same->operators.push_back(asked.name);
      }
    }
  }
  return parts;
}

// Of the label and of each column.
std::vector<std::size_t> widths_of(const std::vector<grid_part>& parts) {
  constexpr std::size_t least = 3;  // a rule's number
  std::vector<std::size_t> widths{0};
  for (const std::string& name : parts.front().table.columns) widths.push_back(std::max(name.size(), least));
  for (const grid_part& part : parts) {
    for (const merged_row& row : merged_rows(part.table)) {
      for (const std::string& line : lines_of(row.names, widest_label)) widths[0] = std::max(widths[0], line.size());
    }
  }
  return widths;
}

std::string operators_text(const words& names, const capabilities& found) {
  if (names.size() == found.operators.size()) return "all operators\n";
  words parts = names;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) parts[i] += ',';
  return joined(lines_of(parts, widest_text_line), "\n") + "\n";
}

// One table for all operators: those with equal answers have one part of it.
std::string grid_text(const std::string& key, const capabilities& found) {
  const std::vector<grid_part> parts = parts_of(key, found);
  const std::vector<std::size_t> widths = widths_of(parts);
  const grid& first = parts.front().table;
  std::string text = first.title + "\n" + row_text({}, first.columns, widths);
  for (const grid_part& part : parts) {
    text += operators_text(part.operators, found);
    for (const merged_row& row : merged_rows(part.table)) text += row_text(row.names, row.cells, widths);
  }
  return text + "\n";
}

words grid_keys(const capabilities& found) {
  words keys;
  for (const operator_caps& asked : found.operators) {
    for (const grid& table : asked.grids) {
      if (std::find(keys.begin(), keys.end(), table.key) == keys.end()) keys.push_back(table.key);
    }
  }
  return keys;
}

std::string types_text(const capabilities& found) {
  words types;
  for (const element_type& type : found.types) {
    types.push_back(type.bytes == 0 ? type.name + " any," : fmt::format("{} {},", type.name, type.bytes));
  }
  types.back().pop_back();
  return "Element types and their bytes\n  " + joined(lines_of(types, widest_text_line - 2), "\n  ") + "\n\n";
}

std::string records_text(const capabilities& found) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, words> ranges;
  for (const operator_caps& asked : found.operators) {
    ranges[{asked.least_record, asked.most_record}].push_back(asked.name);
  }
  std::string text = "Records that move\n";
  for (const auto& [range, names] : ranges) {
    text += fmt::format("  {}: of {} byte{} and of every larger width that was asked for, up to {}\n",
                        names.size() == found.operators.size() ? "all operators" : joined(names, ", "), range.first,
                        range.first == 1 ? "" : "s", range.second);
  }
  return text + "\n";
}

std::string commands_text(const capabilities& found) {
  std::string text = "On the command line, with the defaults of their attributes\n";
  for (const operator_caps& asked : found.operators) {
    words attributes;
    for (const attribute_default& one : asked.attributes) attributes.push_back(one.name + " " + one.value);
    text +=
        row_text({asked.name}, {asked.command.empty() ? "-" : asked.command, joined(attributes, ", ")}, {17, 16, 0});
  }
  return text + "\n";
}

// Doors of equal defaults share a column.
std::vector<door_defaults> columns_of(const std::vector<door_defaults>& doors) {
  std::vector<door_defaults> columns;
  for (const door_defaults& door : doors) {
    const auto same = std::find_if(columns.begin(), columns.end(), [&](const door_defaults& other) {
      return std::equal(door.values.begin(), door.values.end(), other.values.begin(),
                        [](const option_value& left, const option_value& right) { return left.value == right.value; });
    });
    if (same == columns.end()) {
      columns.push_back(door);
    } else {
      same->title += ", " + door.title;
    }
  }
  return columns;
}

std::string defaults_text(const capabilities& found) {
  const std::vector<door_defaults> columns = columns_of(found.doors);
  words titles;
  std::vector<std::size_t> widths{16};
  for (const door_defaults& door : columns) {
    titles.push_back(door.title);
    widths.push_back(door.title.size());
    for (const option_value& one : door.values) widths.back() = std::max(widths.back(), one.value.size());
  }
  std::string text = "Defaults of each door; those of StableHLO's operators where they are given no options\n";
  text += row_text({}, titles, widths);
  for (std::size_t i = 0; i < columns.front().values.size(); ++i) {
    words cells;
    for (const door_defaults& door : columns) cells.push_back(door.values[i].value);
    text += row_text({columns.front().values[i].name}, cells, widths);
  }
  return text + "\n";
}

}  // namespace

std::map<std::string, std::string> rules_of(const capabilities& found) {
  std::map<std::string, std::string> rules;
  for (const operator_caps& asked : found.operators) {
    for (const grid& table : asked.grids) {
      for (const grid_row& row : table.rows) {
        for (const answer& given : row.answers) {
          const char* text = strew_rule_text(given.c_str());
          if (text != nullptr) rules.emplace(given, text);
        }
      }
    }
  }
  return rules;
}

std::string caps_text(const capabilities& found) {
  std::string text = fmt::format("strew {}, C ABI {}\n\n", found.version, found.abi);
  for (const std::string& key : grid_keys(found)) text += grid_text(key, found);
  text += types_text(found) + records_text(found) + commands_text(found) + defaults_text(found);
  text += "Solvers, fastest first: " + joined(found.solvers, ", ") + "\n\n";
  text += "yes   a plan is made\nsame  a plan is made, and it is the one without the option\n";
  for (const auto& [rule, asks] : rules_of(found)) text += fmt::format("{:<4}  refused: {}\n", rule, asks);
  return text;
}

}  // namespace strew::cli
