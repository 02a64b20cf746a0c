// Query results to be printed as text or as JSON: cells by owner, row and column.
#pragma once

#include <string>
#include <vector>

#include "json.hpp"
#include "options.hpp"

namespace strew::cli {

using texts = std::vector<std::string>;

struct table_row {
  std::string name;  // empty if an owner has one row
  texts cells;       // one per column

  friend bool operator==(const table_row&, const table_row&) = default;
};

struct table_part {
  texts owners;  // operators or frontends with these rows; none: the library
  std::vector<table_row> rows;
};

struct table {
  std::string key;  // in JSON
  std::string title;
  texts columns;
  std::vector<table_part> parts = {};
  bool is_list = false;     // as text: each column next to its cell
  std::string corner = {};  // as text: the heading of the row names
};

// Owners with equal rows share a part, and rows with equal cells are one row with all their names.
table merged(const table& given);
// At most 100 columns wide. `everybody`: the number of operators, to abbreviate lists of all of them.
std::string table_text(const table& given, std::size_t everybody = 0);

// By column, or by row and column. Numbers and null are kept as such, and empty cells are omitted.
json_object part_json(const table& given, const table_part& part);
// All table contents of one owner.
json_object owner_json(const std::vector<table>& tables, const std::string& owner);

// Prints one of them, and returns the exit code.
int print_answer(const common_options& options, const json_object& json, const std::string& text);

}  // namespace strew::cli
