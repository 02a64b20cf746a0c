// The bytes of packed elements.
#pragma once

#include <cstdint>
#include <span>

#include "files/result.hpp"

namespace strew::files {

// Of an array without elements 0, however large its other extents are. Refuses negative extents, and more bytes than 63
// bits can count; `kind` tells whose they are: of a file, or of words of a command (usage).
result<std::uint64_t> shape_bytes(std::uint64_t element_bytes, std::span<const std::int64_t> extents,
                                  failure_kind kind = failure_kind::format);

// "[2, 3]"
std::string shape_text(std::span<const std::int64_t> extents);

}  // namespace strew::files
