#include "files/result.hpp"

#include <cerrno>
#include <system_error>

namespace strew::files {

failure system_failure(const std::string& text, int error_number) {
  const std::string why = std::generic_category().message(error_number);
  switch (error_number) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case ENOMEM:
    case EMFILE:
    case ENFILE:
      return {failure_kind::resources, engine::formatted("{}: {}", text, why)};
    default:
      return {failure_kind::system, engine::formatted("{}: {}", text, why)};
  }
}

}  // namespace strew::files
