#include <string_view>

#include "formatted.hpp"
#include "generate/texts.hpp"
#include "option_forms.hpp"

namespace strew::cli {
namespace {

// A function of constants, then one that walks the line. It uses nothing of the package bash-completion, and no
// callback of the program.
constexpr std::string_view bash_head = R"(# Completions of strew for bash; made by: strew generate bash

# What there is for $command: its commands, its options, the values of its operands in their order and of all after
# them. What the value of $option is: FILE, ANY, WORDS or LIST (with commas) of $words; empty for a flag.
_strew_table() {
  commands='' options='' operands=() others='' kind='' words=''
  case $command in
)";

constexpr std::string_view bash_tail = R"(  esac
}

# Replies for $value, of $kind and $words.
_strew_value() {
  local done='' word
  case $kind in
    FILE)
      # The part after a colon names an array in the file.
      [[ $value == *:* ]] || compopt -o default 2>/dev/null
      ;;
    WORDS)
      COMPREPLY=($(compgen -W "$words" -- "$value"))
      ;;
    LIST)
      [[ $value != *,* ]] || done=${value%,*},
      for word in $words; do
        [[ ,$done == *,$word,* || $word != "${value##*,}"* ]] || COMPREPLY+=("$done$word")
      done
      ;;
  esac
}

# The words up to the cursor in $line, where bash has split them at = and :.
_strew_line() {
  local i word glued=''
  line=()
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ ${#line[@]} -gt 0 && ($glued || $word == [:=]*) ]]; then
      line[${#line[@]} - 1]+=$word
    else
      line+=("$word")
    fi
    glued=''
    [[ $word != [:=]* ]] || glued=1
  done
}

# Takes the words before the last one: they name $command, count its operands, and $option if its value comes next.
_strew_walk() {
  local i word
  for ((i = 0; i < ${#line[@]} - 1; i++)); do
    word=${line[i]}
    if [[ $only_operands || $word != -?* || $word == -:* ]]; then
      _strew_table
      if [[ $commands ]]; then command+=" $word"; else ((count += 1)); fi
    elif [[ $word == -- ]]; then
      only_operands=1
    elif [[ $word != *=* ]]; then
      option=$word
      _strew_table
      if [[ $kind ]]; then ((i += 1)); fi
      if [[ $i -lt $((${#line[@]} - 1)) ]]; then option=''; fi
    fi
  done
  [[ $kind ]] || option=''
}

_strew() {
  local command=strew commands options operands others kind='' words option='' only_operands='' value i
  local -i count=0
  local -a line
  COMPREPLY=()
  _strew_line
  _strew_walk
  value=${line[${#line[@]} - 1]}
  if [[ ! $option && ! $only_operands && $value == --*=* ]]; then
    option=${value%%=*} value=${value#*=}
    _strew_table
    _strew_value
    # What is replaced is the word as readline has it.
    if [[ $COMP_WORDBREAKS != *=* ]]; then COMPREPLY=("${COMPREPLY[@]/#/$option=}"); fi
    return
  fi
  _strew_table
  if [[ $option ]]; then
    _strew_value
  elif [[ ! $only_operands && $value == -* && $value != -:* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$value"))
  elif [[ $commands ]]; then
    COMPREPLY=($(compgen -W "$commands" -- "$value"))
  else
    kind=${operands[count]:-$others} words=''
    case $kind in
      FILE | '') ;;
      *) words=$kind kind=WORDS ;;
    esac
    _strew_value
  fi
}

complete -F _strew strew
)";

std::string bash_value(const value_description& value) {
  switch (value.form) {
    case value_form::none:
      return "";
    case value_form::anything:
      return "kind=ANY";
    case value_form::file:
      return "kind=FILE";
    case value_form::list:
      return "kind=LIST words=" + single_quoted(join(value.words, " "));
    case value_form::words:
    case value_form::command:
      return "kind=WORDS words=" + single_quoted(join(value.words, " "));
  }
  return "";
}

std::string bash_operand(const value_description& value) {
  return single_quoted(value.form == value_form::file ? std::string(file_value) : join(value.words, " "));
}

std::string bash_operands(const command_description& command) {
  std::vector<std::string> fixed;
  std::string others;
  for (const operand_description& operand : command.operands) {
    if (operand.is_endless) {
      others = "      others=" + bash_operand(operand.value) + "\n";
    } else {
      fixed.push_back(bash_operand(operand.value));
    }
  }
  return (fixed.empty() ? "" : formatted("      operands=({})\n", join(fixed, " "))) + others;
}

std::string bash_options(const command_description& command) {
  std::vector<std::string> names;
  std::string values;
  for (const option_description& option : command.options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
    if (option.value.form == value_form::none) continue;
    values += formatted("        {}) {} ;;\n", join(option.names, " | "), bash_value(option.value));
  }
  const std::string all = names.empty() ? "" : formatted("      options={}\n", single_quoted(join(names, " ")));
  return all + (values.empty() ? "" : "      case $option in\n" + values + "      esac\n");
}

std::string bash_command(const command_description& command) {
  std::vector<std::string> names;
  for (const command_description& one : command.commands) names.push_back(one.name);
  const std::string commands = names.empty() ? "" : formatted("      commands={}\n", single_quoted(join(names, " ")));
  const std::string body = commands + bash_options(command) + bash_operands(command);
  std::string made = body.empty() ? "" : formatted("    {})\n{}      ;;\n", single_quoted(command.full_name), body);
  for (const command_description& one : command.commands) made += bash_command(one);
  return made;
}

}  // namespace

std::string bash_text(const command_description& root) {
  return std::string(bash_head) + bash_command(with_named_commands(root)) + std::string(bash_tail);
}

}  // namespace strew::cli
