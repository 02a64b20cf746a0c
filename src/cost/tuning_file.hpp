// Tuning files: the numbers of a machine as text.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "cost/machine.hpp"

namespace strew::engine {

// Reasons are parts of a sentence about the file.
struct unusable_file {
  std::string why;
};
template <class T>
using tuning_result = basic_result<T, unusable_file>;

// A line each: name, value, and after # its meaning. No text has more than longest_tuning_file bytes.
std::string to_text(const machine& numbers, std::string_view processor);
constexpr std::size_t longest_tuning_file = 65536;

// Refuses what to_text would not have written for `here`, a machine with this processor; comments and spaces apart.
tuning_result<machine> parse_machine(std::string_view text, std::string_view processor, const machine& here);

// Of a regular file of at most longest_tuning_file bytes.
tuning_result<std::string> read_tuning_file(const char* path);

// In quotes, on one line whatever it contains, and not all of a long one.
std::string on_one_line(std::string_view text);

}  // namespace strew::engine
