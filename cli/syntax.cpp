#include "syntax.hpp"

#include <algorithm>
#include <utility>

#include "formatted.hpp"
#include "option_forms.hpp"

namespace strew::cli {

command_syntax::command_syntax(std::string name, std::string summary, const command_syntax* parent)
    : name_(std::move(name)), summary_(std::move(summary)), parent_(parent) {
  add_flag("-h,--help", "Print this help message and exit");
}

option_syntax* command_syntax::add_option(std::string_view names, std::function<void(const std::string&)> take,
                                          std::string text) {
  option_syntax made;
  made.names = parts_of(names, ',');
  made.value = "TEXT";
  made.text = std::move(text);
  made.take = std::move(take);
  return options_.emplace_back(std::make_unique<option_syntax>(std::move(made))).get();
}

option_syntax* command_syntax::add_option(std::string_view names, std::string& target, std::string text) {
  const auto take = [&target](const std::string& value) { target = value; };
  return add_option(names, take, std::move(text));
}

option_syntax* command_syntax::add_option(std::string_view names, std::optional<std::string>& target,
                                          std::string text) {
  const auto take = [&target](const std::string& value) { target = value; };
  return add_option(names, take, std::move(text));
}

option_syntax* command_syntax::add_option(std::string_view name, std::vector<std::string>& target, std::string text) {
  const auto take = [&target](const std::string& value) { target.push_back(value); };
  option_syntax* const made = add_option(name, take, std::move(text));
  made->is_endless = true;
  return made;
}

option_syntax* command_syntax::add_flag(std::string_view names, bool& target, std::string text) {
  const auto take = [&target](const std::string&) { target = true; };
  return add_option(names, take, std::move(text))->type_name("");
}

option_syntax* command_syntax::add_flag(std::string_view names, std::string text) {
  const auto take = [](const std::string&) {};
  return add_option(names, take, std::move(text))->type_name("");
}

command_syntax* command_syntax::add_subcommand(std::string name, std::string summary) {
  return commands_.emplace_back(std::make_unique<command_syntax>(std::move(name), std::move(summary), this)).get();
}

std::string command_syntax::full_name() const {
  return parent_ == nullptr ? name_ : formatted("{} {}", parent_->full_name(), name_);
}

std::string command_syntax::usage_line() const {
  std::string made = full_name() + " [OPTIONS]";
  for (const auto& one : options_) {
    if (!one->is_operand()) continue;
    const std::string name = one->name() + (one->is_endless ? "..." : "");
    made += one->is_required ? " " + name : formatted(" [{}]", name);
  }
  return commands_.empty() ? made : made + " COMMAND";
}

const std::string& command_syntax::footer() const {
  return has_footer() || parent_ == nullptr ? footer_ : parent_->footer();
}

const option_syntax* command_syntax::find(std::string_view name) const {
  const auto found = std::find_if(options_.begin(), options_.end(), [&](const auto& one) {
    return std::find(one->names.begin(), one->names.end(), name) != one->names.end();
  });
  return found == options_.end() ? nullptr : found->get();
}

namespace {

constexpr std::size_t column = 30;

// A name, and beside it a text whose lines are as long as `width` allows.
std::string entry_text(const std::string& name, std::string_view text, std::size_t width) {
  const std::string indent(column, ' ');
  std::string made = "  " + name;
  made += made.size() < column ? std::string(column - made.size(), ' ') : "\n" + indent;
  std::size_t length = 0;
  for (const std::string& word : parts_of(text, ' ')) {
    const bool is_full = length != 0 && length + 1 + word.size() > width;
    if (length != 0) made += is_full ? "\n" + indent : " ";
    length = is_full || length == 0 ? word.size() : length + 1 + word.size();
    made += word;
  }
  return made + "\n";
}

std::string name_text(const option_syntax& one) {
  const std::string value = one.is_flag() ? "" : " " + one.value;
  return join(one.names, ",") + value + (one.is_required ? " REQUIRED" : "") + (one.is_endless ? " ..." : "");
}

std::string options_text(const command_syntax& app, bool are_operands, const char* title) {
  constexpr std::size_t width = 80;
  std::string made;
  for (const auto& one : app.options()) {
    if (one->is_operand() == are_operands) made += entry_text(name_text(*one), one->text, width);
  }
  return made.empty() ? "" : formatted("\n{}:\n{}", title, made);
}

}  // namespace

std::string help_text(const command_syntax& app) {
  std::string made = formatted("{}\nUsage: {}\n", app.summary(), app.usage_line());
  made += options_text(app, true, "Positionals") + options_text(app, false, "Options");
  if (!app.commands().empty()) made += "\nSubcommands:\n";
  for (const auto& one : app.commands()) made += entry_text(one->name(), one->summary(), std::string::npos - column);
  return app.footer().empty() ? made : formatted("{}\n{}\n", made, app.footer());
}

}  // namespace strew::cli
