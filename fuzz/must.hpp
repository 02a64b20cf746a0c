// What must hold whatever the input. A broken promise is told and ends the process, which is what a fuzzer waits for.
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

#define STREW_MUST(promise)                                              \
  do {                                                                   \
    if (!(promise)) ::strew::fuzz::broken(#promise, __FILE__, __LINE__); \
  } while (false)

// Of a call whose record had the right head.
inline void judge_record(strew_status status, const strew_error& error) {
  STREW_MUST(status >= STREW_OK && status < STREW_ERROR_INTERNAL);
  STREW_MUST(error.struct_size == sizeof error && error.version == 1 && error.status == status);
  STREW_MUST(error.operand >= STREW_OPERAND_NONE && error.operand <= STREW_OPERAND_OUTPUT);
  STREW_MUST(std::memchr(error.rule, 0, sizeof error.rule) != nullptr);
  STREW_MUST(std::memchr(error.message, 0, sizeof error.message) != nullptr);
  STREW_MUST((error.message[0] == '\0') == (status == STREW_OK));
  STREW_MUST((strew_rule_text(error.rule) == nullptr) == (status == STREW_OK));
}

inline bool is_same(const strew_error& left, const strew_error& right) {
  return std::memcmp(&left, &right, sizeof left) == 0;
}

}  // namespace strew::fuzz
