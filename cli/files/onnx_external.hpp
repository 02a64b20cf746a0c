// Elements of ONNX's tensors that are in another file: external data.
#pragma once

#include <string>

#include "files/array.hpp"
#include "files/formats.hpp"
#include "files/onnx_tensor.hpp"

namespace strew::files {

// The array whose elements the entries of `tensor` name: a part of a regular file in `folder`, that of the file which
// the tensor is in, or in a folder of it. No link leads out of it.
result<file_array> open_onnx_external(const onnx_files::Tensor& tensor, onnx_array array, const std::string& folder,
                                      const open_options& options);

// "." of "a.pb".
std::string folder_of(const std::string& file);

}  // namespace strew::files
