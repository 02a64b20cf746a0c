#include "files/attributes.hpp"

namespace strew::files {

// Attributes and access control list are the system's to keep (rename_over).
result<file_attributes> attributes_of(const std::string& /*path*/, const file_status& status) {
  return file_attributes{status.mode, status.owner, status.group};
}

maybe_failure hand_on(const file_attributes& /*kept*/, int /*file*/) {
  return std::nullopt;
}

}  // namespace strew::files
