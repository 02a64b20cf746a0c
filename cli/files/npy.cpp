#include "files/npy.hpp"

#include <utility>

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

}  // namespace

maybe_failure take_npy_header(npy_header header, const byte_source& from, const char* what, file_array& array) {
  array.strides = strides_of(header);
  array.type = std::move(header.type);
  array.extents = std::move(header.extents);
  array.payload_bytes = header.payload_bytes;
  array.offset = header.header_bytes;
  array.is_fortran = header.is_fortran;
  array.npy_version = header.version;
  const std::uint64_t left = from.remaining().value_or(array.payload_bytes);
  if (left == array.payload_bytes) return std::nullopt;
  const std::string how = left < array.payload_bytes ? engine::formatted("the {} is cut short", what)
                                                     : std::string("bytes follow the array");
  return refused("{}: the shape requires {} bytes of elements, {} are there", how, array.payload_bytes, left);
}

result<file_array> open_npy(const std::string& path, const transfer_hooks& hooks, access rights) {
  result<input_file> file = input_file::open(path, hooks, rights);
  if (!file) return file.error();
  file_array array;
  array.source = std::move(*file);
  result<npy_header> header = read_npy_header(array.source);
  if (!header) return header.error();
  if (auto error = take_npy_header(std::move(*header), array.source, "file", array)) return *error;
  return array;
}

result<file_array> open_npy_name(const array_name& name, const open_options& options) {
  return open_npy(name.file, options.hooks, options.rights);
}

result<array_frame> frame_npy(const array_name&, const array_content& content, const transfer_hooks&) {
  return array_frame{npy_header_text(content.type, content.extents), {}};
}

}  // namespace strew::files
