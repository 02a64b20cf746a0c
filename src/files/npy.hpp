// Arrays in .npy files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "files/buffer.hpp"
#include "files/npy_header.hpp"
#include "files/result.hpp"

namespace strew::files {

struct npy_array {
  npy_header header;
  std::vector<std::int64_t> strides;  // in bytes; empty = packed row-major. Fortran order is strides, not a copy.
  buffer payload;                     // empty if only the header was read
};

// What is read of a file.
enum class npy_part { header, all };

// "-" is the standard input. Bytes before, in and after the array must be exactly what the header says; of a pipe
// whose header alone is read the rest is not looked at.
result<npy_array> read_npy(const std::string& path, npy_part part, const transfer_hooks& hooks = {});

// Writes elements in C order; the file appears whole or not at all (files/output.hpp).
maybe_failure write_npy(const std::string& path, const npy_type& type, std::span<const std::int64_t> extents,
                        std::span<const std::byte> elements, const transfer_hooks& hooks = {});

}  // namespace strew::files
