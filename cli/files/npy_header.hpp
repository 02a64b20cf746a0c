// The header of a .npy file, versions 1.0, 2.0 and 3.0.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/byte_source.hpp"
#include "files/npy_type.hpp"
#include "files/result.hpp"

namespace strew::files {

struct npy_header {
  int version = 1;  // the major number; the minor one is 0
  bool is_fortran = false;
  npy_type type;
  std::vector<std::int64_t> extents;
  std::uint64_t header_bytes = 0;   // of everything before the elements
  std::uint64_t payload_bytes = 0;  // of the elements
};

// The dict of a header. Sizes are checked: extents are not negative and all bytes fit in 63 bits.
result<npy_header> parse_npy_dict(std::string_view text, int version);

// Reads a header from the beginning of a file or a member, and checks the stated length against the rest of it before
// memory is allocated.
result<npy_header> read_npy_header(byte_source& file);

// The first bytes of a file in C order. Version 1.0; 2.0 if the header needs it; 3.0 if the type is spelled in UTF-8.
std::string npy_header_text(const npy_type& type, std::span<const std::int64_t> extents);

}  // namespace strew::files
