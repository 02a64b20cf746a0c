// The options that are one of a few values, by the names they have on the command line.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "diagnostic.hpp"
#include "strew/strew.h"
#include "strew/words.hpp"

namespace strew::cli {

struct choice {
  const char* name;
  std::int32_t value;
};

// Words in the order of their numbers.
template <std::size_t count>
constexpr std::array<choice, count> choices(const char* const (&words)[count]) {
  std::array<choice, count> made{};
  for (std::size_t i = 0; i < count; ++i) made[i] = {words[i], static_cast<std::int32_t>(i)};
  return made;
}

inline constexpr auto reductions = choices(words::reductions);
inline constexpr choice scan_reductions[] = {{"add", STREW_REDUCTION_ADD},
                                             {"mul", STREW_REDUCTION_MUL},
                                             {"min", STREW_REDUCTION_MIN},
                                             {"max", STREW_REDUCTION_MAX}};
inline constexpr auto policies = choices(words::out_of_bounds);  // of the C ABI; policies_of has those of an operator
inline constexpr auto negative_rules = choices(words::negative_indices);
inline constexpr auto accumulators = choices(words::accumulate);
inline constexpr auto duplicate_rules = choices(words::duplicates);
inline constexpr auto partial_windows = choices(words::partial_window);
inline constexpr auto modes = choices(words::mode);
inline constexpr choice packings[] = {{"low_first", STREW_PACKING_LOW_FIRST}, {"halves", STREW_PACKING_HALVES}};

// What --out-of-bounds may be. A gather has no output before whose elements a skipped position could keep; what is not
// written by a scatter has its old value, and a segment goes without a position that is skipped.
std::vector<choice> policies_of(operator_kind kind);
// "refuse (error, the default), use the nearest valid one (clamp), ...".
std::string policies_text(operator_kind kind);

inline constexpr auto element_types = choices(words::types);  // by strew's names

// What --dtype may be: the names of strew, then those of NumPy that differ.
std::vector<choice> dtype_names();
// "float32"; empty for a type that NumPy has not.
std::string numpy_name(strew_dtype type);

}  // namespace strew::cli
