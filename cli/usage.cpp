#include "usage.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "formatted.hpp"
#include "suggest.hpp"
#include "syntax.hpp"

namespace strew::cli {
namespace {

std::vector<std::string> option_names(const command_syntax& app) {
  std::vector<std::string> names;
  for (const auto& option : app.options()) {
    for (const std::string& name : option->names) {
      if (name.starts_with("--")) names.push_back(name);
    }
  }
  return names;
}

using places = std::vector<const option_syntax*>;

places operands_of(const command_syntax& app) {
  places operands;
  for (const auto& option : app.options()) {
    if (option->is_operand()) operands.push_back(option.get());
  }
  return operands;
}

// The option that stands for an operand of that name; null: there is none.
const option_syntax* stand_in_of(const command_syntax& app, std::string_view operand) {
  if (operand == "DATA" || operand == "CACHE") {
    const option_syntax* const zeros = app.find(zeros_option);
    return zeros != nullptr || app.find("UPDATES") != nullptr ? zeros : app.find(value_option);
  }
  if (operand == "INDICES") return app.find(rows_option);
  return operand == "UPDATES" ? app.find(value_option) : nullptr;
}

// "DATA INDICES [WRITE_INDICES]".
std::string operands_text(const places& operands) {
  std::vector<std::string> names;
  for (const option_syntax* operand : operands)
    names.push_back(operand->is_required ? operand->name() : formatted("[{}]", operand->name()));
  return names.empty() ? "no operand" : join(names, " ");
}

// The beginning of a sentence on what a command has not.
std::string subject(const command_syntax& app) {
  return app.parent() == nullptr ? "there is" : app.name() + " has";
}

std::string help_hint(const command_syntax& app, std::string_view tells) {
  return formatted("{} --help {}", app.full_name(), tells);
}

bool is_help(std::string_view word) {
  return word == "--help" || word == "-h";
}

class reader {
 public:
  reader(const command_syntax& root, std::span<const char* const> words) : app_(&root), words_(words) {}

  checked_words read() {
    outcome error;
    while (!error && wanted_ == request::run && at_ < words_.size()) error = word(words_[at_++]);
    if (!error && wanted_ == request::run) error = what_is_missing();
    // Help tells what is right, whatever else is wrong.
    const auto rest = words_.subspan(only_operands_ ? words_.size() : at_);
    const auto last = std::find(rest.begin(), rest.end(), std::string_view("--"));
    if (error && !is_unknown_command_ && std::any_of(rest.begin(), last, is_help)) {
      error.reset();
      wanted_ = request::help;
    }
    return {wanted_, app_, std::move(error), values()};
  }

 private:
  outcome word(const std::string& text) {
    const bool is_raw_input = text.starts_with("-:");  // "-:f32[3,2]"
    if (only_operands_ || text.size() < 2 || text.front() != '-' || is_raw_input) return operand(text);
    if (text == "--") {
      only_operands_ = true;
      return std::nullopt;
    }
    return text.starts_with("--") ? long_option(text) : short_options(text);
  }

  outcome operand(const std::string& text) {
    if (!app_->commands().empty()) {
      outcome error;
      const command_syntax* found = find_command(*app_, text, error);
      if (found != nullptr) app_ = found;
      is_unknown_command_ = found == nullptr;
      return error;
    }
    operands_.push_back(text);
    return is_one_too_many() ? outcome(one_too_many()) : std::nullopt;
  }

  // The option that was given in place of that operand; null: none was.
  const option_syntax* given_for(const option_syntax& operand) const {
    const option_syntax* option = stand_in_of(*app_, operand.name());
    return option != nullptr && given_.count(option) != 0 ? option : nullptr;
  }

  // Those for which no option was given.
  places open_places() const {
    places open = operands_of(*app_);
    std::erase_if(open, [&](const option_syntax* operand) { return given_for(*operand) != nullptr; });
    return open;
  }

  bool is_one_too_many() const {
    const places open = open_places();
    const bool is_endless = !open.empty() && open.back()->is_endless;
    return operands_.size() > open.size() && !is_endless;
  }

  diagnostic one_too_many() const {
    return usage_diagnostic(formatted("'{}' is one operand too many", operands_.back()), what_it_takes());
  }

  std::string what_it_takes() const {
    std::vector<std::string> given;
    for (const option_syntax* operand : operands_of(*app_)) {
      if (const option_syntax* option = given_for(*operand)) given.push_back(option->name());
    }
    const std::string with = given.empty() ? "" : formatted(" with {}", join(given, " and "));
    return formatted("{}{} takes {}", app_->full_name(), with, operands_text(open_places()));
  }

  outcome long_option(const std::string& text) {
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string name = text.substr(0, equals);
    const option_syntax* option = find_option(name);
    if (option == nullptr) return no_option(name);
    const bool has_value = equals != text.size();
    if (!option->is_flag()) {
      return has_value ? take_value(*option, name, text.substr(equals + 1)) : take_next(*option, name);
    }
    if (has_value) return usage_diagnostic(formatted("{} takes no value, and has '{}'", name, text.substr(equals + 1)));
    return take_flag(*option, name);
  }

  // "-qo FILE", "-oFILE".
  outcome short_options(const std::string& text) {
    for (std::size_t i = 1; i < text.size(); ++i) {
      const std::string name = {'-', text[i]};
      const option_syntax* option = find_option(name);
      if (option == nullptr) return no_option(i == 1 ? text : name);
      if (!option->is_flag()) {
        const std::string value = text.substr(i + 1);
        return value.empty() ? take_next(*option, name) : take_value(*option, name, value);
      }
      if (auto error = take_flag(*option, name)) return error;
    }
    return std::nullopt;
  }

  outcome take_flag(const option_syntax& option, const std::string& name) {
    if (is_help(name)) wanted_ = request::help;
    if (name == "--version") wanted_ = request::version;
    given_[&option] = {""};
    return std::nullopt;
  }

  // Not an operand of that name.
  const option_syntax* find_option(const std::string& name) const {
    const option_syntax* const found = app_->find(name);
    return found == nullptr || found->is_operand() ? nullptr : found;
  }

  outcome take_next(const option_syntax& option, const std::string& name) {
    if (at_ == words_.size()) return usage_diagnostic(formatted("{} needs a value: {}", name, option.value));
    return take_value(option, name, words_[at_++]);
  }

  outcome take_value(const option_syntax& option, const std::string& name, const std::string& value) {
    std::vector<std::string>& values = given_[&option];
    if (!values.empty()) return usage_diagnostic(formatted("{} is given more than once", name));
    values.push_back(value);
    return !operands_.empty() && is_one_too_many() ? outcome(one_too_many()) : std::nullopt;
  }

  outcome no_option(const std::string& name) const {
    std::string hint = did_you_mean(closest(name, option_names(*app_)));
    if (hint.empty()) hint = who_has(name);
    return usage_diagnostic(formatted("{} no option {}", subject(*app_), name),
                            hint.empty() ? help_hint(*app_, "lists the options") : hint);
  }

  std::string who_has(const std::string& option) const {
    std::vector<std::string> names;
    if (app_->parent() != nullptr) {
      for (const auto& command : app_->parent()->commands()) {
        if (command->find(option) != nullptr) names.push_back(command->name());
      }
    }
    return names.empty() ? "" : formatted("{} is an option of {}", option, join(names, ", "));
  }

  outcome what_is_missing() const {
    if (!app_->commands().empty()) {
      return usage_diagnostic("no command is named", help_hint(*app_, "lists the commands"));
    }
    const places open = open_places();
    const std::size_t count = operands_.size();
    if (count >= open.size() || !open[count]->is_required) return missing_option();
    return usage_diagnostic(formatted("{} is missing", open[count]->name()), what_it_takes());
  }

  outcome missing_option() const {
    for (const auto& option : app_->options()) {
      if (option->is_operand() || !option->is_required || given_.count(option.get()) != 0) continue;
      return usage_diagnostic(formatted("{} is missing", option->name()), help_hint(*app_, "lists the options"));
    }
    return std::nullopt;
  }

  // In the order in which they are declared; an operand for which an option stands has the name of that.
  std::vector<given_value> values() const {
    std::vector<given_value> made;
    auto next = operands_.begin();
    for (const auto& option : app_->options()) {
      if (const auto found = given_.find(option.get()); found != given_.end())
        made.push_back({option.get(), found->second});
      if (!option->is_operand()) continue;
      if (const option_syntax* const instead = given_for(*option)) {
        made.push_back({option.get(), {instead->name()}});
      } else if (next != operands_.end()) {
        const auto end = option->is_endless ? operands_.end() : next + 1;
        made.push_back({option.get(), {next, end}});
        next = end;
      }
    }
    return made;
  }

  const command_syntax* app_;
  std::span<const char* const> words_;
  std::size_t at_ = 0;
  request wanted_ = request::run;
  bool only_operands_ = false;
  bool is_unknown_command_ = false;
  std::vector<std::string> operands_;
  std::map<const option_syntax*, std::vector<std::string>> given_;
};

}  // namespace

checked_words check_words(const command_syntax& root, std::span<const char* const> words) {
  return reader(root, words).read();
}

const command_syntax* find_command(const command_syntax& parent, const std::string& word, outcome& error) {
  std::vector<std::string> names;
  for (const auto& command : parent.commands()) {
    if (command->name() == word) return command.get();
    names.push_back(command->name());
  }
  const std::string meant = did_you_mean(closest(word, names));
  error = usage_diagnostic(formatted("{} no command '{}'", subject(parent), word),
                           meant.empty() ? help_hint(parent, "lists the commands") : meant);
  return nullptr;
}

void take(const std::vector<given_value>& values) {
  for (const given_value& one : values) {
    for (const std::string& value : one.values) one.option->take(value);
  }
}

}  // namespace strew::cli
