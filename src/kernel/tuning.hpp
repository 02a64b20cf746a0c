// The parameters of tuning.def, of which each kernel set has its own values. What is the same for all sets is a
// constant of the source that uses it.
#pragma once

#include <cstdint>

namespace strew::kernel {

// As of the portable set.
struct tuning {
#define STREW_TUNING(name, value, text) std::int64_t name = value;
#include "kernel/tuning.def"
#undef STREW_TUNING
};

struct tuning_row {
  const char* name;
  std::int64_t tuning::*value;
  const char* text;
};
inline constexpr tuning_row tuning_rows[] = {
#define STREW_TUNING(name, value, text) {#name, &tuning::name, text},
#include "kernel/tuning.def"
#undef STREW_TUNING
};

}  // namespace strew::kernel
