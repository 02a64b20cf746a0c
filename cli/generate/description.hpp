// The commands of the program as plain values, read from the table of options that the program parses with. What is
// generated, completions and pages, is written from them.
#pragma once

#include <string>
#include <vector>

namespace strew::cli {

class command_syntax;

enum class value_form {
  none,      // a flag
  anything,  // a number, extents, ...: nothing can be suggested
  words,     // one of them
  list,      // some of them, with commas
  file,      // or a folder
  command    // the name of a command
};

struct value_description {
  value_form form = value_form::none;
  std::string name;                // "FILE", "N"
  std::vector<std::string> words;  // of words, list and command

  bool operator==(const value_description&) const = default;
};

struct option_description {
  std::vector<std::string> names;  // "-o", "--output"
  value_description value;
  std::string text;  // one line
  bool is_required = false;

  bool operator==(const option_description&) const = default;
};

struct operand_description {
  std::string name;
  value_description value;
  std::string text;
  bool is_required = false;
  bool is_endless = false;

  bool operator==(const operand_description&) const = default;
};

// A line of two columns: "FILE.npz:NAME   a member of an archive".
struct entry {
  std::string name;
  std::string text;
};

// A sentence or more, then lines that are kept as they are, or all of which have two columns.
struct paragraph {
  std::string text;
  std::vector<std::string> lines;
  std::vector<entry> entries;

  bool is_example() const { return text == "Example:" || text == "Examples:"; }
  bool is_exit_codes() const { return text == "Exit codes:"; }
};

struct command_description {
  std::string name;       // "gather"
  std::string full_name;  // "strew explain gather"
  std::string usage;      // "strew explain gather [OPTIONS] DATA INDICES"
  std::string summary;
  std::vector<operand_description> operands;
  std::vector<option_description> options;
  std::vector<paragraph> paragraphs;  // what stands below the options in the help
  std::vector<command_description> commands;
};

command_description describe(const command_syntax& app);

// The command of that name; null if there is none.
const command_description* find_description(const command_description& parent, const std::string& name);

// The first sentence, of a long one what stands before its colon: for one line beside a name.
std::string brief(const std::string& text);

// The options of `all` that `command` has not.
std::vector<option_description> options_without(const std::vector<option_description>& all,
                                                const command_description& command);

// The command of the same name beside the parent of `nested` whose operands and options `nested` has, or some of them:
// gather, for explain gather. Null if there is none.
const command_description* same_elsewhere(const command_description& root, const command_description& nested);

// The options that all commands of `root` have which have any besides those of `root`, such as --help.
std::vector<option_description> common_options_of(const command_description& root);

}  // namespace strew::cli
