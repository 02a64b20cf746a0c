// What a zip archive of one stored member has around its bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace strew::files {

struct zip_frame {
  std::string before;  // the local header
  std::string after;   // the directory
};

// Sizes of 4 GiB and more are in the form of ZIP64.
zip_frame frame_of_member(std::string_view name, std::uint32_t crc, std::uint64_t bytes);

}  // namespace strew::files
