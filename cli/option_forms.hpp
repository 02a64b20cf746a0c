// The forms that the value of an option has: one of some words, an integer, a list. What is none of them is refused in
// a sentence of this program.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "choices.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace strew::cli {

using extents_list = std::vector<std::int64_t>;

// The parser's help does not wrap lines.
std::string wrapped(std::string_view text);

[[noreturn]] void refuse(const std::string& flag, const std::string& sentence, const std::string& hint = "");

// `hint_of` may say more about a word that is not there.
CLI::Option* add_choice(CLI::App& app, const std::string& flag, std::span<const choice> given,
                        const std::string& description, const std::function<void(std::int32_t)>& store,
                        const std::function<std::string(const std::string&)>& hint_of = {});
// Some of the words, with commas between them: `store` is called for each.
CLI::Option* add_choices(CLI::App& app, const std::string& flag, std::span<const choice> given,
                         const std::string& description, const std::function<void(std::int32_t)>& store);

// Refuses what is not an integer of at least `lowest`.
std::int64_t integer_of(const std::string& flag, const std::string& text, std::int64_t lowest);

template <class Integer>
CLI::Option* add_integer(CLI::App& app, const std::string& flag, Integer& target, Integer lowest,
                         const std::string& description);
CLI::Option* add_integer_to(CLI::App& app, const std::string& flag, std::int64_t lowest, const std::string& description,
                            const std::function<void(std::int64_t)>& store);

// "1000000", "512M", "1G": at least 1.
CLI::Option* add_bytes(CLI::App& app, const std::string& flag, std::optional<std::uint64_t>& target,
                       const std::string& description);

// "1,5,7": each an integer of at least `lowest`. None in an empty word.
CLI::Option* add_integers(CLI::App& app, const std::string& flag, std::int64_t lowest, const std::string& description,
                          const std::function<void(std::vector<std::int64_t>)>& store);

// "1000,64"; an empty word is the extents of a scalar.
CLI::Option* add_extents(CLI::App& app, const std::string& flag, std::optional<extents_list>& target,
                         const std::string& description, const std::string& hint = "");

// "1,64" in parts; none of nothing.
std::vector<std::string> parts_of(std::string_view text, char separator);

// What stands in the help for the name of a file, of a folder, of an element type, and of a command.
inline constexpr std::string_view file_value = "FILE";
inline constexpr std::string_view folder_value = "FOLDER";
inline constexpr std::string_view type_value = "TYPE";
inline constexpr std::string_view command_value = "NAME";
// The words that a value may be, by what stands for it in the help: "a|b|c", "a|b,...", TYPE. Empty if it may be
// anything.
std::vector<std::string> words_of_value(std::string_view value_name);
// Of such words a value may have several: "a|b,...".
bool is_list_value(std::string_view value_name);

template <class Integer>
CLI::Option* add_integer(CLI::App& app, const std::string& flag, Integer& target, Integer lowest,
                         const std::string& description) {
  return add_integer_to(app, flag, static_cast<std::int64_t>(lowest), description,
                        [&target](std::int64_t value) { target = static_cast<Integer>(value); });
}

}  // namespace strew::cli
