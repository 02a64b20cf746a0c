// What a command of the program takes: its operands and options, with what is done with the value of each.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strew::cli {

struct option_syntax {
  std::vector<std::string> names;                // "-o", "--output"; of an operand its name, "DATA"
  std::string value;                             // what stands for it: "FILE", "a|b"; empty: a flag
  std::string text;                              // sentences
  std::function<void(const std::string&)> take;  // of a flag: an empty text
  bool is_required = false;
  bool is_endless = false;  // an operand of which there may be several

  option_syntax* type_name(std::string name) {
    value = std::move(name);
    return this;
  }
  option_syntax* required() {
    is_required = true;
    return this;
  }
  [[nodiscard]] bool is_operand() const { return names.front().front() != '-'; }
  [[nodiscard]] bool is_flag() const { return value.empty(); }
  [[nodiscard]] const std::string& name() const { return names.back(); }  // the long one
};

class command_syntax {
 public:
  explicit command_syntax(std::string name = {}, std::string summary = {}, const command_syntax* parent = nullptr);

  // `names` with commas between them: "-o,--output". What is returned lives as long as the command.
  option_syntax* add_option(std::string_view names, std::function<void(const std::string&)> take, std::string text);
  option_syntax* add_option(std::string_view names, std::string& target, std::string text);
  option_syntax* add_option(std::string_view names, std::optional<std::string>& target, std::string text);
  option_syntax* add_option(std::string_view name, std::vector<std::string>& target, std::string text);
  option_syntax* add_flag(std::string_view names, bool& target, std::string text);
  option_syntax* add_flag(std::string_view names, std::string text);
  command_syntax* add_subcommand(std::string name, std::string summary);
  void footer(std::string text) { footer_ = std::move(text); }

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string full_name() const;   // "strew explain gather"
  [[nodiscard]] std::string usage_line() const;  // "strew explain gather [OPTIONS] DATA INDICES"
  [[nodiscard]] const std::string& summary() const { return summary_; }
  // What stands below the options in the help; a command that has none has that of its parent.
  [[nodiscard]] const std::string& footer() const;
  [[nodiscard]] bool has_footer() const { return !footer_.empty(); }
  [[nodiscard]] const command_syntax* parent() const { return parent_; }
  [[nodiscard]] const std::vector<std::unique_ptr<option_syntax>>& options() const { return options_; }
  [[nodiscard]] const std::vector<std::unique_ptr<command_syntax>>& commands() const { return commands_; }
  // The option or operand of that name; null if there is none.
  [[nodiscard]] const option_syntax* find(std::string_view name) const;

 private:
  std::string name_;
  std::string summary_;
  std::string footer_;
  const command_syntax* parent_;
  std::vector<std::unique_ptr<option_syntax>> options_;
  std::vector<std::unique_ptr<command_syntax>> commands_;
};

// What --help prints.
std::string help_text(const command_syntax& app);

}  // namespace strew::cli
