// Files of packed row-major little-endian elements and nothing else.
#pragma once

#include "files/array.hpp"
#include "files/formats.hpp"

namespace strew::files {

// Type and extents are those of the name. A regular file must have exactly their size.
result<file_array> open_raw(const array_name& name, const open_options& options);
result<array_frame> frame_raw(const array_name& name, const array_content& content, const transfer_hooks& hooks);

}  // namespace strew::files
