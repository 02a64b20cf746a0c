// The options that are one of a few values, by the names they have on the command line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "diagnostic.hpp"
#include "strew/strew.h"

namespace strew::cli {

struct choice {
  const char* name;
  std::int32_t value;
};

inline constexpr choice reductions[] = {
#define STREW_REDUCTION(number, C, cpp, word, ...) {word, number},
#include "strew/words.def"
};
// Of the C ABI; policies_of has those of an operator.
inline constexpr choice policies[] = {
#define STREW_OUT_OF_BOUNDS(number, C, word) {word, number},
#include "strew/words.def"
};
inline constexpr choice negative_rules[] = {
#define STREW_NEGATIVE_INDICES(number, C, word) {word, number},
#include "strew/words.def"
};
inline constexpr choice accumulators[] = {
#define STREW_ACCUMULATE(number, C, word) {word, number},
#include "strew/words.def"
};
inline constexpr choice duplicate_rules[] = {
#define STREW_DUPLICATES(number, C, word) {word, number},
#include "strew/words.def"
};
inline constexpr choice partial_windows[] = {
#define STREW_PARTIAL_WINDOW(number, C, word) {word, number},
#include "strew/words.def"
};
inline constexpr choice modes[] = {
#define STREW_MODE(number, C, word) {word, number},
#include "strew/words.def"
};

// What --out-of-bounds may be. A gather has no output before whose elements a skipped position could keep, and a
// scatter's old values are what an update that is not written leaves.
std::vector<choice> policies_of(operator_kind kind);
// "refuse (error, the default), use the nearest valid one (clamp), ...".
std::string policies_text(operator_kind kind);

// All element types of strew, by its names.
inline constexpr choice element_types[] = {
#define STREW_TYPE(number, C, cpp, word, ...) {word, number},
#include "strew/words.def"
};

// What --dtype may be: the names of strew, then those of NumPy that differ.
std::vector<choice> dtype_names();
// "float32"; empty for a type that NumPy has not.
std::string numpy_name(strew_dtype type);

}  // namespace strew::cli
