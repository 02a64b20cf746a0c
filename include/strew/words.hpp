// The words of strew as tables, each in the order of its numbers: what words.def says, for C++.
#ifndef STREW_WORDS_HPP
#define STREW_WORDS_HPP

namespace strew::words {

inline constexpr const char* types[] = {
#define STREW_TYPE(number, C, cpp, word, ...) word,
#include "strew/words.def"
};
// "float32" and so on, those of ml_dtypes for the small floats; empty for records.
inline constexpr const char* numpy_types[] = {
#define STREW_TYPE(number, C, cpp, word, bytes, kind, dlpack, numpy, ...) numpy,
#include "strew/words.def"
};
inline constexpr const char* reductions[] = {
#define STREW_REDUCTION(number, C, cpp, word, ...) word,
#include "strew/words.def"
};
inline constexpr const char* out_of_bounds[] = {
#define STREW_OUT_OF_BOUNDS(number, C, word) word,
#include "strew/words.def"
};
inline constexpr const char* negative_indices[] = {
#define STREW_NEGATIVE_INDICES(number, C, word) word,
#include "strew/words.def"
};
inline constexpr const char* accumulate[] = {
#define STREW_ACCUMULATE(number, C, word) word,
#include "strew/words.def"
};
inline constexpr const char* duplicates[] = {
#define STREW_DUPLICATES(number, C, word) word,
#include "strew/words.def"
};
inline constexpr const char* partial_window[] = {
#define STREW_PARTIAL_WINDOW(number, C, word) word,
#include "strew/words.def"
};
inline constexpr const char* mode[] = {
#define STREW_MODE(number, C, word) word,
#include "strew/words.def"
};
inline constexpr const char* on_error[] = {
#define STREW_ON_ERROR(number, C, word) word,
#include "strew/words.def"
};

}  // namespace strew::words

#endif
