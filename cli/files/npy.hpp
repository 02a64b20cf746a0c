// Arrays in .npy files.
#pragma once

#include <cstdint>
#include <string>

#include "files/array.hpp"
#include "files/formats.hpp"
#include "files/npy_header.hpp"

namespace strew::files {

// Reads the header. "-" is the standard input. A regular file must have exactly the size that the header states.
result<file_array> open_npy(const std::string& path, const transfer_hooks& hooks = {}, access rights = access::read);

// As a format (files/formats.hpp).
result<file_array> open_npy_name(const array_name& name, const open_options& options);
result<array_frame> frame_npy(const array_name& name, const array_content& content, const transfer_hooks& hooks);

// Gives the array what its header says, and checks that `from`, a "file" or a "member", has the bytes of the elements.
maybe_failure take_npy_header(npy_header header, const byte_source& from, const char* what, file_array& array);

}  // namespace strew::files
