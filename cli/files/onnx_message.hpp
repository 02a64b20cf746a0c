// A file of one tensor of ONNX, a message of protobuf, as what it says and the place of its elements: these stay in the
// file, where they are mapped or read like those of other formats.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "files/input.hpp"
#include "files/result.hpp"

namespace strew::onnx_files {
class Tensor;
}

namespace strew::files {

// Protobuf counts the bytes of a message with 31 bits.
constexpr std::uint64_t most_message_bytes = 0x7FFFFFFF;

struct onnx_message {
  struct bytes_of_file {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
  };
  std::shared_ptr<onnx_files::Tensor> tensor;  // never null; of its raw_data and its strings only that they are there
  std::optional<bytes_of_file> raw_data;       // where it is
};

// Reads a regular file from its beginning to its end. Only what is in it takes memory, not what it claims.
result<onnx_message> read_onnx_message(input_file& file);

}  // namespace strew::files
