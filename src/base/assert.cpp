#include "base/assert.hpp"

#include <cstdio>
#include <cstdlib>

namespace strew::engine {

void assertion_failed(const char* file, int line, const char* expression) noexcept {
  static_cast<void>(std::fprintf(stderr, "%s:%d: a defect of strew: %s does not hold\n", file, line, expression));
  std::abort();
}

}  // namespace strew::engine
