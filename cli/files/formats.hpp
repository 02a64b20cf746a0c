// The formats of files. A new one is a source of its own, its row in formats.cpp, and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/array.hpp"
#include "files/array_name.hpp"
#include "files/npy_type.hpp"
#include "files/result.hpp"

namespace strew::files {

struct open_options {
  transfer_hooks hooks;
  access rights = access::read;
};

// What an archive says of one of its members.
struct member_entry {
  std::string member;
  maybe_failure error;  // why it cannot be read; the fields that follow are then empty
  npy_type type;
  std::vector<std::int64_t> extents;
  std::uint64_t payload_bytes = 0;
};

// What a file has around the elements of an array.
struct array_frame {
  std::string before;
  std::string after;
};

struct array_content {
  const npy_type& type;
  std::span<const std::int64_t> extents;
  std::span<const std::byte> elements;  // packed, row-major
};

struct file_format {
  const char* name;                            // "npz"
  std::span<const std::string_view> suffixes;  // of the names that mean it
  std::string_view spelling = {};              // in a help text, of an input: "FILE.npz:NAME"
  std::string_view meaning = {};               // beside it
  std::string_view lacks = {};                 // the library that this build is without; then it is not read
  bool names_types = false;                    // also those that .npy files have no name for, such as bf16
  bool has_members = false;                    // NAME:MEMBER means one of several arrays
  bool frames_by_elements = false;             // what is around them depends on their values
  bool is_read_in_order = false;               // from beginning to end: it may be a pipe
  // Reads what stands before the elements, and checks all of it.
  result<file_array> (*open)(const array_name& name, const open_options& options) = nullptr;
  // All members; null: a file is one array.
  result<std::vector<member_entry>> (*list)(const array_name& name, const open_options& options) = nullptr;
  // Null: it is not written. `hooks` are asked where the elements have to be read for it.
  result<array_frame> (*frame)(const array_name& name, const array_content& content,
                               const transfer_hooks& hooks) = nullptr;
};

// All of them, those that this build does not read too.
std::span<const file_format* const> formats();
// Those that the suffix of an input chooses, in the order in which they are tried.
std::span<const file_format* const> formats_by_suffix();
// Any other name of an input.
const file_format& npy_format();
const file_format& raw_format();

// The name of the member that is written where none is named.
inline constexpr std::string_view default_member = "output";

}  // namespace strew::files
