#include "conformance/message_file.hpp"

#include <google/protobuf/message_lite.h>

#include <limits>

#include "files/input.hpp"
#include "interrupt.hpp"

namespace strew::cli::conformance {

files::maybe_failure read_message(const std::string& path, google::protobuf::MessageLite& message) {
  auto file = files::input_file::open(path, {is_interrupted, {}}, files::access::read_anywhere);
  if (!file) return file.error();
  constexpr auto most_bytes = static_cast<std::uint64_t>(std::numeric_limits<int>::max());
  if (file->size() > most_bytes) {
    return files::failure{files::failure_kind::format, "is larger than 2 GiB, the most that protobuf reads"};
  }
  files::buffer bytes;
  if (auto error = file->read(file->size(), bytes)) return error;
  if (message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return std::nullopt;
  return files::failure{files::failure_kind::format, "is not the message of protobuf that ONNX has there"};
}

}  // namespace strew::cli::conformance
