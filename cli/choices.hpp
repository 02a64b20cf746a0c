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

inline constexpr choice reductions[] = {{"none", STREW_REDUCTION_NONE}, {"add", STREW_REDUCTION_ADD},
                                        {"sub", STREW_REDUCTION_SUB},   {"mul", STREW_REDUCTION_MUL},
                                        {"min", STREW_REDUCTION_MIN},   {"max", STREW_REDUCTION_MAX},
                                        {"mean", STREW_REDUCTION_MEAN}, {"and", STREW_REDUCTION_AND},
                                        {"or", STREW_REDUCTION_OR},     {"xor", STREW_REDUCTION_XOR}};
// Of the C ABI; policies_of has those of an operator.
inline constexpr choice policies[] = {{"error", STREW_OOB_ERROR}, {"clamp", STREW_OOB_CLAMP},
                                      {"wrap", STREW_OOB_WRAP},   {"skip", STREW_OOB_SKIP},
                                      {"fill", STREW_OOB_FILL},   {"assume", STREW_OOB_ASSUME}};
inline constexpr choice negative_rules[] = {{"from_end", STREW_NEGATIVE_FROM_END}, {"invalid", STREW_NEGATIVE_INVALID}};
inline constexpr choice accumulators[] = {{"wide", STREW_ACCUMULATE_WIDE}, {"native", STREW_ACCUMULATE_NATIVE}};
inline constexpr choice duplicate_rules[] = {{"allow", STREW_DUPLICATES_ALLOW}, {"error", STREW_DUPLICATES_ERROR}};
inline constexpr choice partial_windows[] = {{"element", STREW_PARTIAL_ELEMENT}, {"whole", STREW_PARTIAL_WHOLE}};
inline constexpr choice modes[] = {{"linear", STREW_MODE_LINEAR}, {"circular", STREW_MODE_CIRCULAR}};

// What --out-of-bounds may be. A gather has no output before whose elements a skipped position could keep, and a
// scatter's old values are what an update that is not written leaves.
std::vector<choice> policies_of(operator_kind kind);
// "refuse (error, the default), use the nearest valid one (clamp), ...".
std::string policies_text(operator_kind kind);

// What --dtype may be: the names of strew, then those of NumPy.
std::vector<choice> dtype_names();
// "float32"; empty for a type that NumPy has not.
std::string numpy_name(strew_dtype type);

}  // namespace strew::cli
