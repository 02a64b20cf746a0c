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

namespace strew::cli {

class command_syntax;
struct option_syntax;

using extents_list = std::vector<std::int64_t>;

[[noreturn]] void refuse(const std::string& flag, const std::string& sentence, const std::string& hint = "");

// `hint_of` may say more about a word that is not there.
option_syntax* add_choice(command_syntax& app, const std::string& flag, std::span<const choice> given,
                          const std::string& description, const std::function<void(std::int32_t)>& store,
                          const std::function<std::string(const std::string&)>& hint_of = {});
// Some of the words, with commas between them: `store` is called for each.
option_syntax* add_choices(command_syntax& app, const std::string& flag, std::span<const choice> given,
                           const std::string& description, const std::function<void(std::int32_t)>& store);

// Refuses what is not an integer of at least `lowest`.
std::int64_t integer_of(const std::string& flag, const std::string& text, std::int64_t lowest);

template <class Integer>
option_syntax* add_integer(command_syntax& app, const std::string& flag, Integer& target, Integer lowest,
                           const std::string& description);
option_syntax* add_integer_to(command_syntax& app, const std::string& flag, std::int64_t lowest,
                              const std::string& description, const std::function<void(std::int64_t)>& store);

// "1000000", "512M", "1G": at least 1.
option_syntax* add_bytes(command_syntax& app, const std::string& flag, std::optional<std::uint64_t>& target,
                         const std::string& description);

// "1,5,7": each an integer of at least `lowest`. None in an empty word.
option_syntax* add_integers(command_syntax& app, const std::string& flag, std::int64_t lowest,
                            const std::string& description,
                            const std::function<void(std::vector<std::int64_t>)>& store);

// "1000,64"; an empty word is the extents of a scalar.
option_syntax* add_extents(command_syntax& app, const std::string& flag, std::optional<extents_list>& target,
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
option_syntax* add_integer(command_syntax& app, const std::string& flag, Integer& target, Integer lowest,
                           const std::string& description) {
  return add_integer_to(app, flag, static_cast<std::int64_t>(lowest), description,
                        [&target](std::int64_t value) { target = static_cast<Integer>(value); });
}

}  // namespace strew::cli
