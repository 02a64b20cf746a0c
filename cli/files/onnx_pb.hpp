// Tensors of ONNX in .pb files: one message each, or one whose elements are in another file.
#pragma once

#include "files/array.hpp"
#include "files/formats.hpp"

namespace strew::files {

// Regular files only.
result<file_array> open_onnx(const array_name& name, const open_options& options);
// A message with the elements, at most 2 GiB.
result<array_frame> frame_onnx(const array_name& name, const array_content& content, const transfer_hooks& hooks);

}  // namespace strew::files
