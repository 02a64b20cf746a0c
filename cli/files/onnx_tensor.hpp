// Tensors of ONNX (strew_onnx.proto) as arrays in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/buffer.hpp"
#include "files/npy_type.hpp"
#include "files/result.hpp"

namespace strew::onnx_files {
class Tensor;
}

namespace strew::files {

// What a tensor says of its elements.
struct onnx_array {
  npy_type type;
  std::vector<std::int64_t> extents;
  std::uint64_t payload_bytes = 0;  // of the elements
};

// Checks everything but the elements.
result<onnx_array> onnx_array_of(const onnx_files::Tensor& tensor);

// Its elements are in another file (files/onnx_external.hpp).
bool is_external(const onnx_files::Tensor& tensor);

// The elements that are in the tensor, packed, row-major, little-endian: from raw_data, or from the field of the type,
// each value of which must be one of the type. `array` is what onnx_array_of found in the same tensor.
result<buffer> onnx_elements(const onnx_files::Tensor& tensor, const onnx_array& array);

// That raw_data of so many bytes are the elements of these extents, of which `payload_bytes` are required.
maybe_failure check_onnx_raw_data(const onnx_files::Tensor& tensor, std::span<const std::int64_t> extents,
                                  std::uint64_t payload_bytes, std::uint64_t bytes);

// Sets everything but the elements. Refuses types that ONNX has not.
maybe_failure describe_onnx_tensor(std::string_view name, const npy_type& type, std::span<const std::int64_t> extents,
                                   onnx_files::Tensor& tensor);
// The same with the elements, in raw_data.
maybe_failure set_onnx_tensor(std::string_view name, const npy_type& type, std::span<const std::int64_t> extents,
                              std::span<const std::byte> elements, onnx_files::Tensor& tensor);

}  // namespace strew::files
