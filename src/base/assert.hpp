// Assertions: checked in builds with STREW_ASSERTIONS, no code in others.
#pragma once

namespace strew::engine {

// Prints the location and the failed condition, and aborts.
[[noreturn, gnu::cold]] void assertion_failed(const char* file, int line, const char* expression) noexcept;

}  // namespace strew::engine

#ifdef STREW_ASSERTIONS
#define STREW_ASSERT(...) \
  (static_cast<bool>(__VA_ARGS__) ? void() : ::strew::engine::assertion_failed(__FILE__, __LINE__, #__VA_ARGS__))
#else
#define STREW_ASSERT(...) static_cast<void>(sizeof(static_cast<bool>(__VA_ARGS__)))
#endif
