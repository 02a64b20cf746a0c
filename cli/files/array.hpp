// An array in a file of any format: what it is, and its elements, mapped or read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/byte_source.hpp"
#include "files/elements.hpp"
#include "files/input.hpp"
#include "files/npy_type.hpp"
#include "files/output.hpp"
#include "files/protection.hpp"
#include "files/result.hpp"

namespace strew::files {

struct file_array {
  input_file source;                    // at the first byte of the elements, if these are in it as they are
  std::unique_ptr<byte_source> member;  // the elements are read from here instead, if not null
  std::string_view encoding;            // "deflated": the elements are not in the file as they are: no mapping
  npy_type type;
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> strides;  // in bytes; empty = packed row-major. Fortran order is strides, not a copy.
  std::uint64_t payload_bytes = 0;    // of the elements
  elements payload;                   // what was loaded of the elements
  // For reports.
  std::string member_name;   // of an archive
  std::uint64_t offset = 0;  // in the file or the member, of the elements
  bool is_fortran = false;
  int npy_version = 0;  // of the .npy header, the major number; 0: it has none

  bool is_packed() const { return !encoding.empty(); }
};

enum class loading {
  read,
  map,            // where that is possible and worth it; else as `read`
  map_privately,  // the same, and the elements may be written: the file keeps its content
  map_to_write    // what is written is written into the file; fails where that is impossible
};
// Smaller arrays are read: that is quicker.
constexpr std::uint64_t least_mapped_bytes = std::uint64_t{64} << 10;

bool is_worth_mapping(const file_array& array);
// All elements. Nothing may follow them.
maybe_failure load_elements(file_array& array, loading how);
// The first bytes of the elements, at most beginning_bytes; the rest of a pipe is not checked.
maybe_failure load_beginning(file_array& array);
constexpr std::uint64_t beginning_bytes = std::uint64_t{64} << 10;

// The failure of a file that could not supply what was mapped of it. Asked when the elements have been used.
maybe_failure check_whole(const file_array& array);
// The same for elements that are written in their file.
maybe_failure check_written(const file_array& array);
// Waits until they are on the disk.
maybe_failure bring_to_the_disk(const file_array& array);

struct array_name;
struct array_content;

// Elements in C order; the file is written atomically (files/output.hpp).
maybe_failure write_array(const array_name& name, const array_content& content, const transfer_hooks& hooks = {},
                          protection guard = protection::respected);

// Several, all or none (files/output.hpp).
struct array_to_write {
  const array_name& name;
  const array_content& content;
};
std::optional<failed_file> write_arrays(std::span<const array_to_write> all, const transfer_hooks& hooks = {},
                                        protection guard = protection::respected);

// Where elements are in a file.
struct file_place {
  int file = -1;
  std::uint64_t offset = 0;  // of the first one
};
// Of elements that lie in their file as they are, in C order, and with nothing behind them.
result<file_place> elements_place(const file_array& array);
// As write_array, of elements that `fill` writes in any order; those of `content` are not read.
maybe_failure fill_array(const array_name& name, const array_content& content,
                         const std::function<maybe_failure(const file_place&)>& fill, const transfer_hooks& hooks = {},
                         protection guard = protection::respected);

}  // namespace strew::files
