// The messages of ONNX's files, each alone in a file.
#pragma once

#include <string>

#include "files/result.hpp"

namespace google::protobuf {
class MessageLite;
}

namespace strew::cli::conformance {

// Opening what is no regular file may wait for another process.
files::maybe_failure check_regular(const std::string& path);

// Reads all of a regular file.
files::maybe_failure read_message(const std::string& path, google::protobuf::MessageLite& message);

}  // namespace strew::cli::conformance
