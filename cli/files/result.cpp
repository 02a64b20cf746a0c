#include "files/result.hpp"

#include "platform/errors.hpp"

namespace strew::files {

failure system_failure(const std::string& text, int error_number) {
  const failure_kind kind = platform::is_exhaustion(error_number) ? failure_kind::resources : failure_kind::system;
  return {kind, engine::formatted("{}: {}", text, platform::error_text(error_number))};
}

}  // namespace strew::files
