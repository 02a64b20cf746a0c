#include "files/raw.hpp"

#include <utility>

#include "files/shape_bytes.hpp"

namespace strew::files {

result<file_array> open_raw(const array_name& name, const open_options& options) {
  const result<std::uint64_t> bytes = shape_bytes(name.type.element_bytes, name.extents, failure_kind::usage);
  if (!bytes) return bytes.error();
  result<input_file> file = input_file::open(name.file, options.hooks, options.rights);
  if (!file) return file.error();
  if (file->is_regular() && *file->remaining() != *bytes) {
    return refused("{} of {} bytes each require {} bytes, the file has {}", shape_text(name.extents),
                   name.type.element_bytes, *bytes, *file->remaining());
  }
  file_array array;
  array.source = std::move(*file);
  array.type = name.type;
  array.extents = name.extents;
  array.payload_bytes = *bytes;
  return array;
}

result<array_frame> frame_raw(const array_name&, const array_content&, const transfer_hooks&) {
  return array_frame{};
}

}  // namespace strew::files
