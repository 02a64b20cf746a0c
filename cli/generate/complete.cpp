#include "generate/complete.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "formatted.hpp"

namespace strew::cli {
namespace {

// What begins so may become one; -:NAME is an array of standard input.
bool may_be_option(std::string_view word) {
  return word.starts_with('-') && !word.starts_with("-:");
}

const option_description* find_option(const command_description& command, std::string_view name) {
  const auto found = std::find_if(command.options.begin(), command.options.end(), [&](const option_description& one) {
    return std::find(one.names.begin(), one.names.end(), name) != one.names.end();
  });
  return found == command.options.end() ? nullptr : &*found;
}

// Where a line has come to before its last word.
class line {
 public:
  explicit line(const command_description& root) : root_(root), command_(&root) {}

  void take(std::string_view word) {
    if (pending_ != nullptr) {
      pending_ = nullptr;
    } else if (only_operands_ || !may_be_option(word) || word == "-") {
      take_name(std::string(word));
    } else if (word == "--") {
      only_operands_ = true;
    } else if (word.find('=') == std::string_view::npos) {
      const option_description* const found = find_option(*command_, word);
      pending_ = found != nullptr && found->value.form != value_form::none ? found : nullptr;
    }
  }

  [[nodiscard]] std::string offer(std::string_view word) const {
    if (pending_ != nullptr) return offer_value(pending_->value, word, "");
    if (only_operands_ || !may_be_option(word)) return offer_name(word);
    const std::size_t end = word.starts_with("--") ? word.find('=') : std::string_view::npos;
    if (end == std::string_view::npos) return offer_options(word);
    const option_description* const found = find_option(*command_, word.substr(0, end));
    return found == nullptr ? "" : offer_value(found->value, word.substr(end + 1), word.substr(0, end + 1));
  }

 private:
  // Those that may be named next. A command that takes the name of another one is followed by that: help explain
  // gather.
  [[nodiscard]] const command_description& names() const {
    const bool takes_commands = !command_->operands.empty() && command_->operands[0].value.form == value_form::command;
    return takes_commands && !only_names_ ? root_ : *command_;
  }

  void take_name(const std::string& word) {
    if (names().commands.empty()) {
      ++operands_;
      return;
    }
    const command_description* const found = find_description(names(), word);
    only_names_ = only_names_ || &names() != command_;
    command_ = found != nullptr ? found : &nothing_;
  }

  [[nodiscard]] std::string offer_name(std::string_view word) const {
    if (only_names_ || !names().commands.empty()) return offer_commands(names(), word);
    const auto& operands = command_->operands;
    if (operands.empty()) return "";
    const bool is_more = operands_ >= operands.size();
    if (is_more && !operands.back().is_endless) return "";
    return offer_value(is_more ? operands.back().value : operands[operands_].value, word, "");
  }

  static std::string offer_commands(const command_description& of, std::string_view word) {
    std::string made;
    for (const command_description& one : of.commands) {
      if (one.name.starts_with(word)) made += formatted("{}\t{}\n", one.name, brief(one.summary));
    }
    return made;
  }

  [[nodiscard]] std::string offer_options(std::string_view word) const {
    if (only_names_) return "";
    std::string made;
    for (const option_description& option : command_->options) {
      for (const std::string& name : option.names) {
        if (name.starts_with(word)) made += formatted("{}\t{}\n", name, brief(option.text));
      }
    }
    return made;
  }

  // The part of a name of a file behind a colon is that of an array in it. `before` goes with each word.
  static std::string offer_value(const value_description& value, std::string_view word, std::string_view before) {
    if (value.form == value_form::file) return word.find(':') == std::string_view::npos ? ":files\n" : "";
    const std::size_t last = value.form == value_form::list ? word.rfind(',') : std::string_view::npos;
    const std::string_view done = last == std::string_view::npos ? "" : word.substr(0, last + 1);
    std::string made;
    for (const std::string& one : value.words) {
      const bool is_new = formatted(",{}", done).find(formatted(",{},", one)) == std::string::npos;
      if (is_new && one.starts_with(word.substr(done.size()))) made += formatted("{}{}{}\t\n", before, done, one);
    }
    return made;
  }

  const command_description& root_;
  const command_description* command_;
  const option_description* pending_ = nullptr;
  std::size_t operands_ = 0;
  bool only_names_ = false;
  bool only_operands_ = false;
  command_description nothing_;
};

}  // namespace

std::string completions(const command_description& root, std::span<const char* const> words) {
  line before(root);
  if (words.empty()) return before.offer("");
  for (const char* word : words.first(words.size() - 1)) before.take(word);
  return before.offer(words.back());
}

std::string bash_text() {
  return R"(# Completions of strew for bash; made by: strew generate bash

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

_strew() {
  local reply value
  local -a line
  COMPREPLY=()
  _strew_line
  value=${line[${#line[@]} - 1]}
  while IFS=$'\t' read -r reply _; do
    if [[ $reply == :files ]]; then
      compopt -o default 2>/dev/null
    elif [[ $value == --*=* && $COMP_WORDBREAKS == *=* ]]; then
      COMPREPLY+=("${reply#*=}")  # what is replaced is the word as readline has it
    else
      COMPREPLY+=("$reply")
    fi
  done < <(command strew __complete "${line[@]}" 2>/dev/null)
}

complete -F _strew strew
)";
}

std::string zsh_text() {
  return R"(#compdef strew
# Completions of strew for zsh; made by: strew generate zsh

_strew() {
  local reply text
  local -a words_offered texts
  while IFS=$'\t' read -r reply text; do
    if [[ $reply == :files ]]; then
      _files
    else
      words_offered+=("$reply")
      texts+=("$reply${text:+  -- $text}")
    fi
  done < <(command strew __complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)
  (( $#words_offered )) && compadd -l -d texts -a words_offered
}

# Autoloaded from a folder of $fpath, or sourced.
if [[ $funcstack[1] == _strew ]]; then
  _strew "$@"
else
  compdef _strew strew
fi
)";
}

std::string fish_text() {
  return R"(# Completions of strew for fish; made by: strew generate fish

function __strew_complete
    set -l line (commandline -opc) (commandline -ct)
    for reply in (command strew __complete $line[2..-1] 2>/dev/null)
        if test "$reply" = :files
            __fish_complete_path (commandline -ct)
        else
            echo $reply
        end
    end
end

complete -c strew -f -a '(__strew_complete)'
)";
}

}  // namespace strew::cli
