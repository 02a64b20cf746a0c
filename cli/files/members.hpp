// The member of an archive that a name means.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "files/result.hpp"

namespace strew::files {

// The place of `wanted` in the names; of the only one if none is wanted. `what` says what a member is: "tensor".
result<std::size_t> choose_member(std::span<const std::string> names, const std::string& wanted, const char* what);

}  // namespace strew::files
