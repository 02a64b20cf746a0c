#include "platform/errors.hpp"

#include <cerrno>
#include <system_error>

namespace strew::platform {

std::string error_text(int number) {
  return std::generic_category().message(number);
}

const int quota_exceeded = EDQUOT;

}  // namespace strew::platform
