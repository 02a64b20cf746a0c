#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

namespace strew::support {

// Under the sanitizers and valgrind, where all takes many times as long, tests do one in so many of what they do often.
inline std::int64_t one_in() {
  const char* const given = std::getenv("STREW_ONE_IN");
  return given == nullptr ? 1 : std::stoll(given);
}

}  // namespace strew::support
