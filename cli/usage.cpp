#include "usage.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "formatted.hpp"
#include "suggest.hpp"

namespace strew::cli {
namespace {

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

using places = std::vector<const CLI::Option*>;

places positionals_of(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

// The option that stands for an operand of that name; null: there is none.
const CLI::Option* stand_in_of(const CLI::App& app, const std::string& operand) {
  if (operand == "DATA" || operand == "CACHE") return app.get_option_no_throw(zeros_option);
  if (operand == "INDICES") return app.get_option_no_throw(rows_option);
  return operand == "UPDATES" ? app.get_option_no_throw(value_option) : nullptr;
}

// "DATA INDICES [WRITE_INDICES]".
std::string operands_text(const places& operands) {
  std::vector<std::string> names;
  for (const CLI::Option* option : operands) {
    const std::string name = option->get_name(true);
    names.push_back(option->get_required() ? name : formatted("[{}]", name));
  }
  return names.empty() ? "no operand" : join(names, " ");
}

// The beginning of a sentence on what a command has not.
std::string subject(const CLI::App& app) {
  return app.get_parent() == nullptr ? "there is" : app.get_name() + " has";
}

std::string help_hint(const CLI::App& app, std::string_view tells) {
  return formatted("{} --help {}", full_name(app), tells);
}

bool is_help(std::string_view word) {
  return word == "--help" || word == "-h";
}

class reader {
 public:
  reader(const CLI::App& root, std::span<const char* const> words) : app_(&root), words_(words) {}

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
    return {wanted_, app_, std::move(error), sorted_words()};
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
    if (!commands_of(*app_).empty()) {
      outcome error;
      const CLI::App* found = find_command(*app_, text, error);
      if (found != nullptr) app_ = found;
      commands_.push_back(text);
      is_unknown_command_ = found == nullptr;
      return error;
    }
    operands_.push_back(text);
    return is_one_too_many() ? outcome(one_too_many()) : std::nullopt;
  }

  // The option that was given in place of that operand; null: none was.
  const CLI::Option* given_for(const CLI::Option& operand) const {
    const CLI::Option* option = stand_in_of(*app_, operand.get_name(true));
    return option != nullptr && given_.count(option) != 0 ? option : nullptr;
  }

  // Those for which no option was given.
  places open_places() const {
    places open = positionals_of(*app_);
    std::erase_if(open, [&](const CLI::Option* operand) { return given_for(*operand) != nullptr; });
    return open;
  }

  bool is_one_too_many() const {
    const places open = open_places();
    const bool is_endless = !open.empty() && open.back()->get_expected_max() > 1;
    return operands_.size() > open.size() && !is_endless;
  }

  diagnostic one_too_many() const {
    return usage_diagnostic(formatted("'{}' is one operand too many", operands_.back()), what_it_takes());
  }

  std::string what_it_takes() const {
    std::vector<std::string> given;
    for (const CLI::Option* operand : positionals_of(*app_)) {
      if (const CLI::Option* option = given_for(*operand)) given.push_back(option->get_name());
    }
    const std::string with = given.empty() ? "" : formatted(" with {}", join(given, " and "));
    return formatted("{}{} takes {}", full_name(*app_), with, operands_text(open_places()));
  }

  outcome long_option(const std::string& text) {
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string name = text.substr(0, equals);
    const CLI::Option* option = app_->get_option_no_throw(name);
    if (option == nullptr) return no_option(name);
    const bool has_value = equals != text.size();
    if (option->get_expected_max() != 0) {
      return has_value ? take_value(*option, name, text.substr(equals + 1)) : take_next(*option, name);
    }
    if (has_value) return usage_diagnostic(formatted("{} takes no value, and has '{}'", name, text.substr(equals + 1)));
    return take_flag(name);
  }

  // "-qo FILE", "-oFILE".
  outcome short_options(const std::string& text) {
    for (std::size_t i = 1; i < text.size(); ++i) {
      const std::string name = {'-', text[i]};
      const CLI::Option* option = app_->get_option_no_throw(name);
      if (option == nullptr) return no_option(i == 1 ? text : name);
      if (option->get_expected_max() != 0) {
        const std::string value = text.substr(i + 1);
        return value.empty() ? take_next(*option, name) : take_value(*option, name, value);
      }
      if (auto error = take_flag(name)) return error;
    }
    return std::nullopt;
  }

  outcome take_flag(const std::string& name) {
    if (is_help(name)) wanted_ = request::help;
    if (name == "--version") wanted_ = request::version;
    options_.push_back(name);
    return std::nullopt;
  }

  outcome take_next(const CLI::Option& option, const std::string& name) {
    if (at_ == words_.size()) return usage_diagnostic(formatted("{} needs a value: {}", name, option.get_type_name()));
    return take_value(option, name, words_[at_++]);
  }

  outcome take_value(const CLI::Option& option, const std::string& name, const std::string& value) {
    if (++given_[&option] > 1) return usage_diagnostic(formatted("{} is given more than once", name));
    options_.push_back(name);
    options_.push_back(value);
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
    if (app_->get_parent() != nullptr) {
      for (const CLI::App* command : commands_of(*app_->get_parent())) {
        if (command->get_option_no_throw(option) != nullptr) names.push_back(command->get_name());
      }
    }
    return names.empty() ? "" : formatted("{} is an option of {}", option, join(names, ", "));
  }

  outcome what_is_missing() const {
    if (!commands_of(*app_).empty()) {
      return usage_diagnostic("no command is named", help_hint(*app_, "lists the commands"));
    }
    const places open = open_places();
    const std::size_t count = operands_.size();
    if (count >= open.size() || !open[count]->get_required()) return missing_option();
    return usage_diagnostic(formatted("{} is missing", open[count]->get_name(true)), what_it_takes());
  }

  outcome missing_option() const {
    for (const CLI::Option* option : app_->get_options()) {
      if (option->get_positional() || !option->get_required() || given_.count(option) != 0) continue;
      return usage_diagnostic(formatted("{} is missing", option->get_name()), help_hint(*app_, "lists the options"));
    }
    return std::nullopt;
  }

  // Operands last, where no option is looked for among them; the name of an option is in the place of its operand.
  std::vector<std::string> sorted_words() const {
    std::vector<std::string> sorted = commands_;
    sorted.insert(sorted.end(), options_.begin(), options_.end());
    auto next = operands_.begin();
    std::vector<std::string> placed;
    for (const CLI::Option* operand : positionals_of(*app_)) {
      if (const CLI::Option* option = given_for(*operand)) {
        placed.push_back(option->get_name());
      } else if (next != operands_.end()) {
        placed.push_back(*next++);
      }
    }
    placed.insert(placed.end(), next, operands_.end());
    if (!placed.empty()) sorted.emplace_back("--");
    sorted.insert(sorted.end(), placed.begin(), placed.end());
    return sorted;
  }

  const CLI::App* app_;
  std::span<const char* const> words_;
  std::size_t at_ = 0;
  request wanted_ = request::run;
  bool only_operands_ = false;
  bool is_unknown_command_ = false;
  std::vector<std::string> commands_;
  std::vector<std::string> options_;
  std::vector<std::string> operands_;
  std::map<const CLI::Option*, int> given_;
};

}  // namespace

checked_words check_words(const CLI::App& root, std::span<const char* const> words) {
  return reader(root, words).read();
}

std::string full_name(const CLI::App& app) {
  return app.get_parent() == nullptr ? app.get_name()
                                     : formatted("{} {}", full_name(*app.get_parent()), app.get_name());
}

const CLI::App* find_command(const CLI::App& parent, const std::string& word, outcome& error) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands_of(parent)) {
    if (command->get_name() == word) return command;
    names.push_back(command->get_name());
  }
  const std::string meant = did_you_mean(closest(word, names));
  error = usage_diagnostic(formatted("{} no command '{}'", subject(parent), word),
                           meant.empty() ? help_hint(parent, "lists the commands") : meant);
  return nullptr;
}

std::string help_text(const CLI::App& app) {
  // App::help would tell about a command that was parsed.
  return app.get_formatter()->make_help(&app, full_name(app), CLI::AppFormatMode::Normal);
}

}  // namespace strew::cli
