// Tensors in .safetensors files.
#pragma once

#include "files/array.hpp"
#include "files/formats.hpp"

namespace strew::files {

// Regular files only. Without a member the file must have one tensor.
result<file_array> open_safetensors(const array_name& name, const open_options& options);
result<std::vector<member_entry>> list_safetensors(const array_name& name, const open_options& options);
// A file of one tensor.
result<array_frame> frame_safetensors(const array_name& name, const array_content& content,
                                      const transfer_hooks& hooks);

}  // namespace strew::files
