#include "generate/description.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>

#include "formatted.hpp"
#include "option_forms.hpp"
#include "usage.hpp"

namespace strew::cli {
namespace {

std::vector<const CLI::App*> subcommands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

const CLI::App& root_of(const CLI::App& app) {
  return app.get_parent() == nullptr ? app : root_of(*app.get_parent());
}

std::vector<std::string> command_names(const CLI::App& root) {
  std::vector<std::string> names;
  for (const CLI::App* command : subcommands_of(root)) names.push_back(command->get_name());
  return names;
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

value_description describe_value(const CLI::App& app, const CLI::Option& option) {
  if (option.get_expected_max() == 0) return {};
  value_description made = {value_form::anything, option.get_type_name(), words_of_value(option.get_type_name())};
  if (made.name == file_value || made.name == folder_value) made.form = value_form::file;
  if (!made.words.empty()) made.form = is_list_value(made.name) ? value_form::list : value_form::words;
  if (made.name == command_value) {
    made.form = value_form::command;
    made.words = command_names(root_of(app));
  }
  return made;
}

operand_description describe_operand(const CLI::App& app, const CLI::Option& option) {
  return {option.get_name(true), describe_value(app, option), one_line(option.get_description()), option.get_required(),
          option.get_expected_max() > 1};
}

option_description describe_option(const CLI::App& app, const CLI::Option& option) {
  option_description made = {
      {}, describe_value(app, option), one_line(option.get_description()), option.get_required()};
  for (const std::string& name : option.get_snames()) made.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) made.names.push_back("--" + name);
  return made;
}

constexpr std::string_view gap = "  ";

// Where every line has a second column.
std::vector<entry> entries_of(const std::vector<std::string>& lines) {
  std::vector<entry> made;
  for (const std::string& line : lines) {
    const std::size_t end = line.find(gap);
    if (end == std::string::npos) return {};
    made.push_back({line.substr(0, end), line.substr(line.find_first_not_of(' ', end))});
  }
  return made;
}

paragraph describe_paragraph(const std::string& text) {
  paragraph made;
  for (const std::string& line : parts_of(text, '\n')) {
    if (line.starts_with(gap)) {
      made.lines.push_back(line.substr(gap.size()));
    } else {
      made.text += (made.text.empty() ? "" : " ") + line;
    }
  }
  made.entries = entries_of(made.lines);
  if (!made.entries.empty()) made.lines.clear();
  return made;
}

std::vector<paragraph> describe_footer(std::string_view footer) {
  constexpr std::string_view empty_line = "\n\n";
  std::vector<paragraph> made;
  while (!footer.empty()) {
    const std::size_t end = std::min(footer.find(empty_line), footer.size());
    made.push_back(describe_paragraph(std::string(footer.substr(0, end))));
    footer.remove_prefix(std::min(end + empty_line.size(), footer.size()));
  }
  return made;
}

bool is_among(const option_description& option, const std::vector<option_description>& options) {
  return std::find(options.begin(), options.end(), option) != options.end();
}

}  // namespace

command_description describe(const CLI::App& app) {
  command_description made;
  made.name = app.get_name();
  made.full_name = full_name(app);
  made.summary = app.get_description();
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) {
      made.operands.push_back(describe_operand(app, *option));
    } else {
      made.options.push_back(describe_option(app, *option));
    }
  }
  // A command without a footer of its own has that of its parent.
  const bool is_inherited = app.get_parent() != nullptr && app.get_footer() == app.get_parent()->get_footer();
  if (!is_inherited) made.paragraphs = describe_footer(app.get_footer());
  for (const CLI::App* command : subcommands_of(app)) made.commands.push_back(describe(*command));
  return made;
}

const command_description* find_description(const command_description& parent, const std::string& name) {
  const auto found = std::find_if(parent.commands.begin(), parent.commands.end(),
                                  [&](const command_description& one) { return one.name == name; });
  return found == parent.commands.end() ? nullptr : &*found;
}

std::string usage_line(const command_description& command) {
  std::string made = command.full_name + " [OPTIONS]";
  for (const operand_description& operand : command.operands) {
    const std::string name = operand.name + (operand.is_endless ? "..." : "");
    made += operand.is_required ? " " + name : formatted(" [{}]", name);
  }
  return command.commands.empty() ? made : made + " COMMAND";
}

std::string brief(const std::string& text) {
  constexpr std::size_t longest = 60;
  for (std::size_t at = 0, open = 0; at + 2 < text.size(); ++at) {
    if (text[at] == '(') ++open;
    if (text[at] == ')') --open;
    const bool ends_sentence = text[at] == '.' && text[at + 1] == ' ' && text[at + 2] >= 'A' && text[at + 2] <= 'Z';
    const bool ends_part = text.size() > longest && text[at] == ':' && text[at + 1] == ' ';
    if (open == 0 && (ends_sentence || ends_part)) return text.substr(0, at);
  }
  return text;
}

std::vector<option_description> options_without(const std::vector<option_description>& all,
                                                const command_description& command) {
  std::vector<option_description> made;
  std::copy_if(all.begin(), all.end(), std::back_inserter(made),
               [&](const option_description& one) { return !is_among(one, command.options); });
  return made;
}

const command_description* same_elsewhere(const command_description& root, const command_description& nested) {
  const command_description* found = find_description(root, nested.name);
  if (found == nullptr || found == &nested || found->operands != nested.operands) return nullptr;
  return options_without(nested.options, *found).empty() ? found : nullptr;
}

std::vector<option_description> common_options_of(const command_description& root) {
  std::vector<option_description> common;
  bool is_first = true;
  for (const command_description& command : root.commands) {
    if (options_without(command.options, root).empty()) continue;
    if (is_first) common = command.options;
    is_first = false;
    std::erase_if(common, [&](const option_description& one) { return !is_among(one, command.options); });
  }
  return common;
}

}  // namespace strew::cli
