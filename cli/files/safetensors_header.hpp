// The header of a .safetensors file: which tensors it has, of which types and extents, and where their elements are.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "files/byte_source.hpp"
#include "files/result.hpp"

namespace strew::files {

struct tensor_entry {
  std::string name;
  std::string dtype;  // as in the file; it may be one that is not read
  std::vector<std::int64_t> extents;
  std::uint64_t begin = 0;  // in the bytes after the header
  std::uint64_t end = 0;
};

struct safetensors_header {
  std::uint64_t header_bytes = 0;     // of everything before the elements
  std::vector<tensor_entry> tensors;  // by their place in the file
};

// The JSON text before `data_bytes` bytes of elements. The tensors of a header have different names and lie in these
// bytes one after the other, without a gap.
result<safetensors_header> parse_safetensors_header(std::string_view text, std::uint64_t data_bytes);

// Reads it from the beginning of a file, of which everything else must be elements.
result<safetensors_header> read_safetensors_header(byte_source& file);

// The header of a file of one tensor.
std::string safetensors_header_text(std::string_view name, std::string_view dtype,
                                    std::span<const std::int64_t> extents, std::uint64_t data_bytes);

}  // namespace strew::files
