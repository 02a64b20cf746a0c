#include "generate/description.hpp"

#include <algorithm>
#include <string_view>

#include "formatted.hpp"
#include "option_forms.hpp"
#include "syntax.hpp"
#include "usage.hpp"

namespace strew::cli {
namespace {

const command_syntax& root_of(const command_syntax& app) {
  return app.parent() == nullptr ? app : root_of(*app.parent());
}

std::vector<std::string> command_names(const command_syntax& root) {
  std::vector<std::string> names;
  for (const auto& command : root.commands()) names.push_back(command->name());
  return names;
}

value_description describe_value(const command_syntax& app, const option_syntax& option) {
  if (option.is_flag()) return {};
  value_description made = {value_form::anything, option.value, words_of_value(option.value)};
  if (made.name == file_value || made.name == folder_value) made.form = value_form::file;
  if (!made.words.empty()) made.form = is_list_value(made.name) ? value_form::list : value_form::words;
  if (made.name == command_value) {
    made.form = value_form::command;
    made.words = command_names(root_of(app));
  }
  return made;
}

operand_description describe_operand(const command_syntax& app, const option_syntax& option) {
  return {option.name(), describe_value(app, option), option.text, option.is_required, option.is_endless};
}

option_description describe_option(const command_syntax& app, const option_syntax& option) {
  return {option.names, describe_value(app, option), option.text, option.is_required};
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

command_description describe(const command_syntax& app) {
  command_description made;
  made.name = app.name();
  made.full_name = app.full_name();
  made.usage = app.usage_line();
  made.summary = app.summary();
  for (const auto& option : app.options()) {
    if (option->is_operand()) {
      made.operands.push_back(describe_operand(app, *option));
    } else {
      made.options.push_back(describe_option(app, *option));
    }
  }
  if (app.has_footer()) made.paragraphs = describe_footer(app.footer());
  for (const auto& command : app.commands()) made.commands.push_back(describe(*command));
  return made;
}

const command_description* find_description(const command_description& parent, const std::string& name) {
  const auto found = std::find_if(parent.commands.begin(), parent.commands.end(),
                                  [&](const command_description& one) { return one.name == name; });
  return found == parent.commands.end() ? nullptr : &*found;
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
