#include "files/protection.hpp"

#include "files/platform/rights.hpp"

namespace strew::files {

maybe_failure check_protection(const target& there) {
  if (there.kind != target_kind::file) return std::nullopt;
  if (auto error = check_rights(there.path, there.status)) return error;
  if (there.status.names <= 1) return std::nullopt;
  return failure{
      failure_kind::protected_file,
      engine::formatted("has {} names (hard links), and the others would keep the old content", there.status.names)};
}

}  // namespace strew::files
