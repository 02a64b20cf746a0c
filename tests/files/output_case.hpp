// What the tests of output files share.
#pragma once

#include <array>
#include <span>
#include <string>

#include "files/output.hpp"

namespace strew::test {

inline files::maybe_failure write_text(const std::string& path, const std::string& text,
                                       const files::transfer_hooks& hooks = {},
                                       files::protection guard = files::protection::respected) {
  const std::array<std::span<const std::byte>, 2> parts{std::as_bytes(std::span(text).first(text.size() / 2)),
                                                        std::as_bytes(std::span(text).subspan(text.size() / 2))};
  return files::write_file(path, parts, hooks, guard);
}

}  // namespace strew::test
