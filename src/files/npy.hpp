// Arrays in .npy files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "files/elements.hpp"
#include "files/input.hpp"
#include "files/npy_header.hpp"
#include "files/protection.hpp"
#include "files/result.hpp"

namespace strew::files {

struct npy_array {
  input_file source;  // at the first byte that was not read
  npy_header header;
  std::vector<std::int64_t> strides;  // in bytes; empty = packed row-major. Fortran order is strides, not a copy.
  elements payload;                   // what was loaded of the elements
};

// Reads the header. "-" is the standard input. A regular file must have exactly the size that the header states.
result<npy_array> open_npy(const std::string& path, const transfer_hooks& hooks = {});

enum class loading {
  read,
  map,           // where that is possible and worth it; else as `read`
  map_privately  // the same, and the elements may be written: the file keeps its content
};
// Smaller arrays are read: that is quicker.
constexpr std::uint64_t least_mapped_bytes = std::uint64_t{64} << 10;

bool is_worth_mapping(const npy_array& array);
// All elements. Nothing may follow them.
maybe_failure load_elements(npy_array& array, loading how);
// The first bytes of the elements, at most beginning_bytes; the rest of a pipe is not checked.
maybe_failure load_beginning(npy_array& array);
constexpr std::uint64_t beginning_bytes = std::uint64_t{64} << 10;

// The failure of a file that could not supply what was mapped of it. Asked when the elements have been used.
maybe_failure check_whole(const npy_array& array);

// Writes elements in C order; the file is written atomically (files/output.hpp).
maybe_failure write_npy(const std::string& path, const npy_type& type, std::span<const std::int64_t> extents,
                        std::span<const std::byte> elements, const transfer_hooks& hooks = {},
                        protection guard = protection::respected);

}  // namespace strew::files
