#include "files/onnx_pb.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "files/onnx_external.hpp"
#include "files/onnx_message.hpp"
#include "files/onnx_tensor.hpp"
#include "strew_onnx.pb.h"

namespace strew::files {
namespace {

// Elements that were taken out of a message.
class taken_elements : public byte_source {
 public:
  explicit taken_elements(buffer memory) : memory_(std::move(memory)) {}

  std::optional<std::uint64_t> remaining() const override { return memory_.size() - consumed_; }
  std::uint64_t consumed() const override { return consumed_; }

  // All of them are handed over.
  maybe_failure read(std::uint64_t bytes, buffer& target) override {
    if (bytes > *remaining()) return refused("{} bytes are needed, {} are left", bytes, *remaining());
    if (consumed_ == 0 && bytes == memory_.size()) {
      target = std::exchange(memory_, buffer());
      return std::nullopt;
    }
    if (!target.resize(bytes)) return no_memory(bytes);
    std::copy_n(memory_.data() + consumed_, bytes, target.data());
    consumed_ += bytes;
    return std::nullopt;
  }

  maybe_failure expect_end(const std::string& text) override {
    if (*remaining() == 0) return std::nullopt;
    return refused("{} bytes follow {}", *remaining(), text);
  }

 private:
  buffer memory_;
  std::uint64_t consumed_ = 0;
};

maybe_failure point_at_raw_data(const onnx_message& message, file_array& array) {
  if (auto error = check_onnx_raw_data(*message.tensor, array.extents, array.payload_bytes, message.raw_data->size)) {
    return error;
  }
  array.offset = message.raw_data->offset;
  return array.source.narrow(array.offset, array.payload_bytes);
}

maybe_failure take_elements(const onnx_message& message, const onnx_array& described, file_array& array) {
  result<buffer> memory = onnx_elements(*message.tensor, described);
  if (!memory) return memory.error();
  array.member = std::make_unique<taken_elements>(std::move(*memory));
  array.encoding = "encoded";
  return std::nullopt;
}

// A message of more bytes cannot be read by anybody.
maybe_failure check_message_size(std::uint64_t others, std::uint64_t elements) {
  if (others <= most_message_bytes && elements <= most_message_bytes - others) return std::nullopt;
  return failure{failure_kind::usage,
                 engine::formatted("a message of ONNX has at most {} bytes, too few for {} bytes of elements: write a "
                                   ".npy or .safetensors file",
                                   most_message_bytes, elements)};
}

constexpr std::uint64_t longest_varint = 5;

// As protobuf writes the beginning of the field raw_data.
std::string raw_data_header(std::uint64_t bytes) {
  std::string text = "\x4A";
  for (; bytes > 0x7F; bytes >>= 7) text += static_cast<char>((bytes & 0x7F) | 0x80);
  return text + static_cast<char>(bytes);
}

}  // namespace

result<file_array> open_onnx(const array_name& name, const open_options& options) {
  result<input_file> file = input_file::open(name.file, options.hooks, access::read_anywhere);
  if (!file) return file.error();
  result<onnx_message> message = read_onnx_message(*file);
  if (!message) return message.error();
  result<onnx_array> described = onnx_array_of(*message->tensor);
  if (!described) return described.error();
  if (is_external(*message->tensor)) {
    return open_onnx_external(*message->tensor, std::move(*described), folder_of(name.file), options);
  }
  if (options.rights != access::read) {
    return failure{failure_kind::usage,
                   "elements inside of a message of ONNX are not written in place; those of external data are"};
  }
  file_array array;
  array.source = std::move(*file);
  array.type = described->type;
  array.extents = described->extents;
  array.payload_bytes = described->payload_bytes;
  maybe_failure error =
      message->raw_data ? point_at_raw_data(*message, array) : take_elements(*message, *described, array);
  if (error) return std::move(*error);
  return array;
}

result<array_frame> frame_onnx(const array_name&, const array_content& content, const transfer_hooks&) {
  onnx_files::Tensor tensor;
  if (auto error = describe_onnx_tensor(default_member, content.type, content.extents, tensor)) return *error;
  const std::uint64_t elements = content.elements.size();
  if (auto error = check_message_size(tensor.ByteSizeLong() + 1 + longest_varint, elements)) return *error;
  return array_frame{tensor.SerializeAsString() + raw_data_header(elements), {}};
}

}  // namespace strew::files
