// Arrays in .npy files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "files/buffer.hpp"
#include "files/npy_header.hpp"
#include "files/protection.hpp"
#include "files/result.hpp"

namespace strew::files {

struct npy_array {
  npy_header header;
  std::vector<std::int64_t> strides;  // in bytes; empty = packed row-major. Fortran order is strides, not a copy.
  buffer payload;                     // the bytes read of the elements
};

// The part of a file to read. The beginning is the header and the first bytes of the elements, at most beginning_bytes.
enum class npy_part { header, beginning, all };
constexpr std::uint64_t beginning_bytes = 1024;

// "-" is the standard input. The file must have exactly the size that the header states; the rest of a pipe that is not
// read to the end is not checked.
result<npy_array> read_npy(const std::string& path, npy_part part, const transfer_hooks& hooks = {});

// Writes elements in C order; the file is written atomically (files/output.hpp).
maybe_failure write_npy(const std::string& path, const npy_type& type, std::span<const std::int64_t> extents,
                        std::span<const std::byte> elements, const transfer_hooks& hooks = {},
                        protection guard = protection::respected);

}  // namespace strew::files
