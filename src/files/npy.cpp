#include "files/npy.hpp"

#include <algorithm>
#include <array>

#include "files/input.hpp"
#include "files/output.hpp"

namespace strew::files {
namespace {

// Of an array without elements no stride is ever used, and the products could be too large.
std::vector<std::int64_t> strides_of(const npy_header& header) {
  if (!header.is_fortran || header.payload_bytes == 0 || header.extents.size() < 2) return {};
  std::vector<std::int64_t> strides;
  std::int64_t stride = static_cast<std::int64_t>(header.type.element_bytes);
  for (const std::int64_t extent : header.extents) {
    strides.push_back(stride);
    stride *= extent;
  }
  return strides;
}

maybe_failure check_length(const npy_header& header, const input_file& file) {
  if (!file.remaining().has_value() || *file.remaining() == header.payload_bytes) return std::nullopt;
  const std::uint64_t left = *file.remaining();
  const bool is_short = left < header.payload_bytes;
  return refused("{}: the shape requires {} bytes of elements, {} are there",
                 is_short ? "the file is cut short" : "bytes follow the array", header.payload_bytes, left);
}

}  // namespace

result<npy_array> read_npy(const std::string& path, npy_part part, const transfer_hooks& hooks) {
  result<input_file> file = input_file::open(path, hooks);
  if (!file) return file.error();
  result<npy_header> header = read_npy_header(*file);
  if (!header) return header.error();
  if (auto error = check_length(*header, *file)) return *error;
  npy_array array;
  array.header = std::move(*header);
  array.strides = strides_of(array.header);
  if (part == npy_part::header) return array;
  const std::uint64_t whole = array.header.payload_bytes;
  const std::uint64_t expected = part == npy_part::all ? whole : std::min(whole, beginning_bytes);
  if (auto error = file->read(expected, array.payload)) return *error;
  if (expected < whole) return array;
  if (auto error = file->expect_end("the array")) return *error;
  return array;
}

maybe_failure write_npy(const std::string& path, const npy_type& type, std::span<const std::int64_t> extents,
                        std::span<const std::byte> elements, const transfer_hooks& hooks, protection guard) {
  const std::string header = npy_header_text(type, extents);
  const std::array<std::span<const std::byte>, 2> parts{std::as_bytes(std::span(header)), elements};
  return write_file(path, parts, hooks, guard);
}

}  // namespace strew::files
