// The messages of ONNX's files, each alone in a file.
#pragma once

#include <string>

#include "files/result.hpp"

namespace google::protobuf {
class MessageLite;
}

namespace strew::cli::conformance {

// Reads all of a regular file.
files::maybe_failure read_message(const std::string& path, google::protobuf::MessageLite& message);

}  // namespace strew::cli::conformance
