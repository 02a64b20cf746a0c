// Conditions that must hold for every input. A violation is printed and ends the process, which the fuzzer detects.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "strew/strew.h"

namespace strew::fuzz {

[[noreturn]] inline void broken(const char* promise, const char* file, int line) {
  std::fprintf(stderr, "broken promise, %s:%d: %s\n", file, line, promise);
  std::abort();
}

#define STREW_REQUIRE(promise)                                           \
  do {                                                                   \
    if (!(promise)) ::strew::fuzz::broken(#promise, __FILE__, __LINE__); \
  } while (false)

// For a call whose error record had a valid size and version.
inline void verify_record(strew_status status, const strew_error& error) {
  STREW_REQUIRE(status >= STREW_STATUS_OK && status < STREW_STATUS_INTERNAL);
  STREW_REQUIRE(error.struct_size == sizeof error && error.version == 2 && error.status == status);
  if (status == STREW_STATUS_OK) return;  // nothing else is written
  STREW_REQUIRE(error.operand >= STREW_OPERAND_NONE && error.operand <= STREW_OPERAND_OUTPUT);
  STREW_REQUIRE(std::memchr(error.rule, 0, sizeof error.rule) != nullptr);
  STREW_REQUIRE(std::memchr(error.message, 0, sizeof error.message) != nullptr);
  STREW_REQUIRE(error.message[0] != '\0');
  STREW_REQUIRE(strew_rule_text(error.rule) != nullptr);
}

inline bool is_same(const strew_error& left, const strew_error& right) {
  return std::memcmp(&left, &right, sizeof left) == 0;
}

}  // namespace strew::fuzz
