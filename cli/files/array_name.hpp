// Names of arrays in files, as an operand or an output spells them:
//   table.npy              any file; "-" is the standard input or output
//   table.bin:f32[10, 64]  elements without a header, of this type and these extents
//   data.npz:weights       a member of an archive
//   model.safetensors:w
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "files/npy_type.hpp"
#include "files/result.hpp"

namespace strew::files {

struct file_format;

struct array_name {
  const file_format* format = nullptr;  // never null after a name was parsed (files/formats.hpp)
  std::string file;
  std::string member;  // empty: none is named
  // Of a raw file.
  npy_type type;
  std::vector<std::int64_t> extents;
};

// Decided by the text alone, not by which files there are.
result<array_name> parse_array_name(std::string_view text);
// The same for an output, whose type and extents follow from the operands: of the format that its suffix names, a .npy
// file where it has none ("-" is the standard output), or of the format that is asked for, if it is not null. Refuses
// what is not written.
result<array_name> parse_output_name(std::string_view text, const file_format* asked = nullptr);

// "1000,64", "[1000, 64]" without its brackets; empty for a scalar.
result<std::vector<std::int64_t>> parse_extents(std::string_view text);

}  // namespace strew::files
