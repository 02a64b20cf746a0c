#include <algorithm>
#include <string_view>

#include "formatted.hpp"
#include "generate/texts.hpp"
#include "strew/strew.h"

namespace strew::cli {
namespace {

// Text of roff: a hyphen is a minus, as it is typed; no line is a request.
std::string roff(const std::string& text) {
  std::string made;
  for (const char letter : text) {
    const bool begins_line = made.empty() || made.back() == '\n';
    if (begins_line && (letter == '.' || letter == '\'')) made += "\\&";
    made += letter == '\\' ? "\\e" : letter == '-' ? "\\-" : std::string(1, letter);
  }
  return made;
}

std::string bold(const std::string& text) {
  return "\\fB" + roff(text) + "\\fR";
}

std::string item(const std::string& tag, const std::string& text) {
  return formatted(".TP\n{}\n{}\n", tag, roff(text));
}

std::string section(const std::string& title) {
  return formatted(".SH {}\n", title);
}

std::string roff_paragraph(const paragraph& told) {
  std::string made = told.text.empty() ? "" : formatted(".PP\n{}\n", roff(told.text));
  for (const entry& one : told.entries) made += item(bold(one.name), one.text);
  if (told.lines.empty()) return made;
  made += told.text.empty() ? ".nf\n.RS 4\n" : ".PP\n.nf\n.RS 4\n";
  for (const std::string& line : told.lines) made += roff(line) + "\n";
  return made + ".RE\n.fi\n";
}

bool is_told(const paragraph& told) {
  return !told.is_example() && !told.is_exit_codes();
}

bool is_example(const paragraph& told) {
  return told.is_example();
}

bool is_exit_codes(const paragraph& told) {
  return told.is_exit_codes();
}

std::string roff_paragraphs(const command_description& command, bool (*is_wanted)(const paragraph&)) {
  std::string made;
  for (const paragraph& told : command.paragraphs) {
    if (is_wanted(told)) made += roff_paragraph(told);
  }
  return made;
}

// A section of its own has its title instead of theirs.
std::string roff_section(const std::string& title, const command_description& root,
                         bool (*is_wanted)(const paragraph&)) {
  std::string made = section(title);
  for (const paragraph& told : root.paragraphs) {
    if (is_wanted(told)) made += roff_paragraph({"", told.lines, told.entries});
  }
  return made;
}

std::string option_tag(const option_description& option) {
  std::string made;
  for (const std::string& name : option.names) made += (made.empty() ? "" : ", ") + bold(name);
  const bool has_value = option.value.form != value_form::none;
  return has_value ? formatted("{} \\fI{}\\fR", made, roff(option.value.name)) : made;
}

std::string option_items(const std::vector<option_description>& options) {
  std::string made;
  for (const option_description& option : options) {
    made += item(option_tag(option), option.text + (option.is_required ? ". Required" : ""));
  }
  return made;
}

std::string operand_items(const command_description& command) {
  std::string made;
  for (const operand_description& operand : command.operands) {
    made += item(formatted("\\fI{}\\fR", roff(operand.name)), operand.text);
  }
  return made;
}

// The lines of the synopsis, one for each command that can be run.
std::string synopsis(const command_description& command) {
  if (command.commands.empty()) {
    return bold(command.full_name) + roff(command.usage.substr(command.full_name.size())) + "\n";
  }
  std::string made;
  for (const command_description& one : command.commands) made += (made.empty() ? "" : ".br\n") + synopsis(one);
  return made;
}

// Where the options of a nested command are those of another, these are not said again.
std::string nested_items(const command_description& root, const command_description& command) {
  std::string made;
  for (const command_description& one : command.commands) {
    const command_description* same = same_elsewhere(root, one);
    made += item(bold(one.usage), one.summary + ".");
    if (same != nullptr) {
      std::vector<std::string> missing;
      for (const option_description& option : options_without(same->options, one)) {
        missing.push_back(option.names.back());
      }
      const std::string without = missing.empty() ? "" : ", without " + join(missing, ", ");
      made += formatted("Operands and options are those of {}{}.\n", bold(same->full_name), roff(without));
    } else {
      made += formatted(".RS\n{}{}.RE\n", operand_items(one), option_items(one.options));
    }
  }
  return made;
}

std::string command_section(const command_description& root, const command_description& command,
                            const std::vector<option_description>& common) {
  command_description listed;
  listed.options = common;
  for (const option_description& option : root.options) listed.options.push_back(option);
  return formatted(".SS \"{}\"\n{}.\n", roff(command.usage), roff(command.summary)) +
         roff_paragraphs(command, is_told) + operand_items(command) +
         option_items(options_without(command.options, listed)) + nested_items(root, command) +
         roff_paragraphs(command, is_example);
}

std::string common_section(const command_description& root, const std::vector<option_description>& common) {
  command_description sharing;
  sharing.options = common;
  std::vector<std::string> others;
  for (const command_description& command : root.commands) {
    if (command.commands.empty() && !options_without(common, command).empty()) others.push_back(command.name);
  }
  const std::string except = others.empty() ? "" : ", except " + join(others, ", ");
  return section("OPTIONS OF EVERY COMMAND") + roff(formatted("Of every command{}:\n", except)) +
         option_items(options_without(common, root));
}

}  // namespace

std::string man_text(const command_description& root) {
  std::string title = root.summary.substr(0, root.summary.find_last_not_of('.') + 1);
  if (!title.empty() && title.front() >= 'A' && title.front() <= 'Z') title.front() += 'a' - 'A';
  const std::vector<option_description> common = common_options_of(root);
  std::string made = ".\\\" made by: strew generate man\n" +
                     formatted(".TH STREW 1 \"\" \"strew {}\" \"User Commands\"\n", strew_version()) + section("NAME") +
                     formatted("strew \\- {}\n", roff(title)) + section("SYNOPSIS") + synopsis(root) +
                     section("DESCRIPTION") + roff(root.summary) + "\n" + roff_paragraphs(root, is_told) +
                     section("OPTIONS") + option_items(root.options) + section("COMMANDS");
  for (const command_description& command : root.commands) made += command_section(root, command, common);
  return made + common_section(root, common) + roff_section("EXIT STATUS", root, is_exit_codes) +
         roff_section("EXAMPLES", root, is_example);
}

}  // namespace strew::cli
