#include "platform/errors.hpp"

#include <cerrno>
#include <system_error>

namespace strew::platform {

std::string error_text(int number) {
  return std::generic_category().message(number);
}

bool is_exhaustion(int number) {
  switch (number) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case ENOMEM:
    case EMFILE:
    case ENFILE:
      return true;
    default:
      return false;
  }
}

}  // namespace strew::platform
