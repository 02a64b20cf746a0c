// The word that was probably meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace strew::cli {

// The closest of `names` that begin alike, else of those where few letters are different, exchanged, missing or too
// many. Empty if none is close.
std::string closest(std::string_view word, std::span<const std::string> names);

// "did you mean 'gather'?"; empty for no word.
std::string did_you_mean(const std::string& name);

// The word of strew for one that other libraries use in its place: "sum" is add. Empty for other words.
std::string_view word_elsewhere(std::string_view word);

}  // namespace strew::cli
