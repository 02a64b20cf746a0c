// Arrays in .npz files, the archives of .npy files that numpy.savez makes.
#pragma once

#include "files/array.hpp"
#include "files/formats.hpp"

namespace strew::files {

// Regular files only. Without a member the archive must have one array. The arrays are named without ".npy".
result<file_array> open_npz(const array_name& name, const open_options& options);
result<std::vector<member_entry>> list_npz(const array_name& name, const open_options& options);
// An archive of one stored array.
result<array_frame> frame_npz(const array_name& name, const array_content& content, const transfer_hooks& hooks);

}  // namespace strew::files
