// The seeds of a test of random calls; <variable>=<first>:<count> runs other ones.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace strew::support {

struct seed_range {
  std::uint64_t first = 0;
  std::uint64_t count = 0;

  // `sanitized`: so many where sanitizers slow them down.
  seed_range(const char* variable, std::uint64_t usual, [[maybe_unused]] std::uint64_t sanitized) : count(usual) {
#if defined(STREW_SANITIZED)
    count = sanitized;
#endif
    const char* given = std::getenv(variable);
    if (given == nullptr) return;
    char* end = nullptr;
    first = std::strtoull(given, &end, 10);
    if (*end == ':') count = std::strtoull(end + 1, nullptr, 10);
  }
};

}  // namespace strew::support
