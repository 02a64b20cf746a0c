// The parameters of tuning.def. Each kernel set has its own values of those that depend on the target; a set cannot
// have another value of a constant.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strew::kernel {

struct tuning {
#define STREW_TUNING(name, value, text) std::int64_t name = value;
#define STREW_CONSTANT(name, value, text) static constexpr std::int64_t name = value;
#include "kernel/tuning.def"
#undef STREW_CONSTANT
#undef STREW_TUNING
};

// Of the portable set.
inline constexpr tuning tuned;

struct tuning_row {
  const char* name;
  std::int64_t (*value)(const tuning& of);
  const char* text;
};
inline constexpr tuning_row tuning_rows[] = {
#define STREW_TUNING(name, value, text) {#name, [](const tuning& of) { return of.name; }, text},
#define STREW_CONSTANT(name, value, text) {#name, [](const tuning&) { return tuning::name; }, text},
#include "kernel/tuning.def"
#undef STREW_CONSTANT
#undef STREW_TUNING
};

}  // namespace strew::kernel
