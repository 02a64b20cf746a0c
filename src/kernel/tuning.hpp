// The parameters of tuning.def. Each kernel set has its own values, since they depend on the target.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strew::kernel {

struct tuning {
#define STREW_TUNING(name, value, text) std::int64_t name = value;
#include "kernel/tuning.def"
#undef STREW_TUNING
};

// Of the portable set, and of target-independent code.
inline constexpr tuning tuned;

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
