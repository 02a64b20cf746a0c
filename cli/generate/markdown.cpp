#include <algorithm>
#include <string_view>

#include "formatted.hpp"
#include "generate/texts.hpp"

namespace strew::cli {
namespace {

// Names of options, in a text that has them as words, are set as code; what has a meaning in Markdown is escaped.
std::string markdown(const std::string& text) {
  std::string made;
  for (std::size_t at = 0; at < text.size();) {
    const bool begins = (at == 0 || text[at - 1] == ' ' || text[at - 1] == '(') && text.compare(at, 2, "--") == 0;
    if (begins) {
      const std::size_t end = std::min(text.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", at), text.size());
      made += "`" + text.substr(at, end - at) + "`";
      at = end;
      continue;
    }
    const char letter = text[at++];
    if (std::string_view("\\`*_[]|").find(letter) != std::string_view::npos) made += '\\';
    made += letter == '<' ? std::string("&lt;") : std::string(1, letter);
  }
  return made;
}

std::string as_code(const std::string& text) {
  return "`" + text + "`";
}

std::string codes(const std::vector<std::string>& words) {
  std::string made;
  for (const std::string& word : words) made += (made.empty() ? "" : ", ") + as_code(word);
  return made;
}

std::string fenced(const std::string& language, const std::string& text) {
  return formatted("```{}\n{}```\n", language, text);
}

std::string markdown_value(const value_description& value) {
  if (value.form == value_form::none) return "";
  if (value.name.find('|') == std::string::npos) return value.name;
  return codes(value.words) + (value.form == value_form::list ? "; several with commas" : "");
}

std::string operand_table(const command_description& command) {
  if (command.operands.empty()) return "";
  std::string made = "\n| operand | value | meaning |\n|---|---|---|\n";
  for (const operand_description& operand : command.operands) {
    std::string text = markdown(operand.text);
    if (!operand.is_required) text += ". May be left out";
    if (operand.is_endless) text += ". There may be several";
    made += formatted("| {} | {} | {} |\n", as_code(operand.name), markdown_value(operand.value), text);
  }
  return made;
}

std::string option_table(const command_description& command) {
  if (command.options.empty()) return "";
  std::string made = "\n| option | value | meaning |\n|---|---|---|\n";
  for (const option_description& option : command.options) {
    made += formatted("| {} | {} | {}{} |\n", codes(option.names), markdown_value(option.value), markdown(option.text),
                      option.is_required ? ". Required" : "");
  }
  return made;
}

std::string markdown_paragraph(const paragraph& told) {
  std::string title = markdown(told.text) + "\n", lines;
  if (told.is_example()) title = "## Examples\n";
  if (told.is_exit_codes()) title = "## Exit codes\n";
  std::string made = "\n" + title;
  for (const std::string& line : told.lines) lines += line + "\n";
  if (!lines.empty()) made += "\n" + fenced(told.is_example() ? "sh" : "text", lines);
  if (!told.entries.empty()) made += "\n| | |\n|---|---|\n";
  for (const entry& one : told.entries) made += formatted("| {} | {} |\n", as_code(one.name), markdown(one.text));
  return made;
}

// Those that have a section of their own, or the others.
std::string markdown_paragraphs(const command_description& command, bool with_sections) {
  std::string made;
  for (const paragraph& told : command.paragraphs) {
    if ((told.is_example() || told.is_exit_codes()) == with_sections) made += markdown_paragraph(told);
  }
  return made;
}

// The commands of `command`: those of strew have pages, others have sections of its page.
std::string command_table(const command_description& command, bool have_pages) {
  if (command.commands.empty()) return "";
  std::string made = "\n## Commands\n\n| command | meaning |\n|---|---|\n";
  for (const command_description& one : command.commands) {
    std::string anchor = one.full_name;
    std::replace(anchor.begin(), anchor.end(), ' ', '-');
    const std::string target = have_pages ? one.name + ".md" : "#" + anchor;
    made += formatted("| [{}]({}) | {} |\n", as_code(one.name), target, markdown(one.summary));
  }
  return made;
}

std::string nested_sections(const command_description& root, const command_description& command) {
  std::string made;
  for (const command_description& one : command.commands) {
    made += formatted("\n## {}\n\n{}.\n\n{}", one.full_name, markdown(one.summary), fenced("text", one.usage + "\n"));
    const command_description* same = same_elsewhere(root, one);
    if (same == nullptr) {
      made += operand_table(one) + option_table(one) + markdown_paragraphs(one, false);
      continue;
    }
    std::vector<std::string> missing;
    for (const option_description& option : options_without(same->options, one)) missing.push_back(option.names.back());
    made += formatted("\nOperands and options are those of [{}]({}.md){}.\n", as_code(same->full_name), same->name,
                      missing.empty() ? "" : ", without " + codes(missing));
  }
  return made;
}

}  // namespace

std::string markdown_text(const command_description& root, const command_description& command) {
  const bool is_root = &command == &root;
  const std::string word = is_root ? "" : " " + command.name;
  const std::string summary = command.summary.substr(0, command.summary.find_last_not_of('.') + 1);
  std::string made = formatted(
      "# {}\n\n<!-- strew generate markdown{}; made by: tests/cli/generate_test.py build/strew "
      "--renew -->\n\n{}.\n\n{}",
      command.full_name, word, markdown(summary), fenced("text", command.usage + "\n"));
  made += markdown_paragraphs(command, false) + operand_table(command) + option_table(command) +
          command_table(command, is_root) + markdown_paragraphs(command, true);
  if (is_root) return made;
  made += nested_sections(root, command);
  return made +
         "\nThe exit codes are those of [every command](strew.md#exit-codes); [the command line](../cli.md) tells of "
         "files, memory, errors and JSON.\n";
}

}  // namespace strew::cli
