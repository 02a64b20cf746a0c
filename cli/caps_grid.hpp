// Answers of the library by row and column: what asking gives and printing takes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "complaint.hpp"
#include "strew/strew.h"

namespace strew::cli {

// "ok"; "same": taken, but the plan is the one without it; else the number of the rule that refuses: "TY4".
using answer = std::string;

struct grid_row {
  std::string name;             // empty in a grid that needs no rows
  std::vector<answer> answers;  // one a column

  friend bool operator==(const grid_row&, const grid_row&) = default;
};

struct grid {
  std::string key;  // in JSON: "reductions"
  std::string title;
  std::vector<std::string> columns;
  std::vector<grid_row> rows;

  friend bool operator==(const grid&, const grid&) = default;
};

// An attribute that the command line has for an operator.
struct attribute_default {
  std::string name;  // "axis"
  std::string value;
  bool is_number;
};

struct operator_caps {
  std::string name;     // of the C function without strew_
  std::string command;  // empty: not on the command line
  operator_kind kind = operator_kind::gather;
  std::vector<attribute_default> attributes;
  std::vector<grid> grids;         // the same keys in the same order for each operator of a kind
  std::uint64_t least_record = 0;  // widths of records in bytes: every one that was asked from here ...
  std::uint64_t most_record = 0;   // ... to here is taken
};

struct option_value {
  std::string name;
  std::string value;
};

// What an option has where a caller of this door does not set it.
struct door_defaults {
  std::string key;                   // in JSON: "command_line"
  std::string title;                 // "command line"
  std::vector<option_value> values;  // the same names in the same order for each door
};

struct element_type {
  std::string name;
  std::uint64_t bytes;  // 0: any
};

struct capabilities {
  std::string version;
  std::uint32_t abi = 0;
  std::vector<element_type> types;
  std::vector<std::string> solvers;  // fastest first
  std::vector<operator_caps> operators;
  std::vector<door_defaults> doors;
};

}  // namespace strew::cli
