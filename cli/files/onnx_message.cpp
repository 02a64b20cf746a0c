#include "files/onnx_message.hpp"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "files/buffer.hpp"
#include "strew_onnx.pb.h"

namespace strew::files {
namespace {

constexpr int piece_bytes = 1 << 16;
constexpr std::uint64_t most_entries = 64;

enum wire_type : std::uint32_t { wire_varint = 0, wire_64_bits = 1, wire_bytes = 2, wire_32_bits = 5 };

constexpr std::uint32_t tag_of(std::uint32_t field, wire_type wire) {
  return field << 3 | wire;
}

// For protobuf, which reads a file in pieces and passes over others.
class file_stream : public google::protobuf::io::CopyingInputStream {
 public:
  explicit file_stream(input_file& file) : file_(file), size_(file.remaining().value_or(0)) {}

  int Read(void* to, int size) override {
    const std::uint64_t bytes = std::min<std::uint64_t>(static_cast<std::uint64_t>(size), left());
    if (error_) return -1;
    if (bytes == 0) return 0;
    error_ = file_.read(bytes, piece_);
    if (error_) return -1;
    std::memcpy(to, piece_.data(), bytes);
    return static_cast<int>(bytes);
  }

  int Skip(int count) override {
    const std::uint64_t bytes = std::min<std::uint64_t>(static_cast<std::uint64_t>(count), left());
    if (!error_) error_ = file_.narrow(size_ - left() + bytes, left() - bytes);
    return error_ ? 0 : static_cast<int>(bytes);
  }

  std::uint64_t size() const { return size_; }
  const maybe_failure& error() const { return error_; }

 private:
  std::uint64_t left() const { return file_.remaining().value_or(0); }

  input_file& file_;
  std::uint64_t size_;
  buffer piece_;
  maybe_failure error_;
};

// Goes through the fields of the message: notes where raw_data is and whether there are strings, and copies the others.
class field_reader {
 public:
  explicit field_reader(input_file& file) : stream_(file), adaptor_(&stream_, piece_bytes), in_(&adaptor_) {}

  maybe_failure read_all() {
    while (const std::uint32_t tag = in_.ReadTag()) {
      if (auto error = read_field(tag)) return error;
    }
    return in_.ConsumedEntireMessage() ? std::nullopt : maybe_failure(wrong());
  }

  std::string others;
  std::optional<onnx_message::bytes_of_file> raw_data;
  bool has_strings = false;

 private:
  std::uint64_t position() const { return static_cast<std::uint64_t>(in_.CurrentPosition()); }

  failure wrong() const {
    if (stream_.error()) return *stream_.error();
    return refused("is no message of ONNX: what begins before byte {} is no field", position());
  }

  maybe_failure read_field(std::uint32_t tag) {
    if (tag == tag_of(2, wire_bytes))
      return refused("is no tensor of ONNX: its data_type is no number; is it a model?");
    if (tag == tag_of(13, wire_bytes) && ++entries_ > most_entries) {
      return refused("has more than {} entries of external_data", most_entries);
    }
    switch (tag & 7) {
      case wire_varint:
        return copy_varint(tag);
      case wire_64_bits:
        return copy_bytes(tag, 8);
      case wire_32_bits:
        return copy_bytes(tag, 4);
      case wire_bytes:
        return read_bytes(tag);
      default:
        return wrong();
    }
  }

  void append_varint(std::uint64_t value) {
    for (; value > 0x7F; value >>= 7) others += static_cast<char>((value & 0x7F) | 0x80);
    others += static_cast<char>(value);
  }

  maybe_failure copy_varint(std::uint32_t tag) {
    std::uint64_t value = 0;
    if (!in_.ReadVarint64(&value)) return wrong();
    append_varint(tag);
    append_varint(value);
    return std::nullopt;
  }

  maybe_failure copy_bytes(std::uint32_t tag, std::uint64_t count) {
    std::string bytes;
    if (!in_.ReadString(&bytes, static_cast<int>(count))) return wrong();
    append_varint(tag);
    if ((tag & 7) == wire_bytes) append_varint(count);
    others += bytes;
    return std::nullopt;
  }

  maybe_failure read_bytes(std::uint32_t tag) {
    std::uint64_t count = 0;
    if (!in_.ReadVarint64(&count)) return wrong();
    const std::uint64_t left = stream_.size() - position();
    if (count > left) {
      return refused("the file is cut short: field {} has {} bytes, {} are left", tag >> 3, count, left);
    }
    const bool is_raw_data = tag == tag_of(9, wire_bytes);
    const bool is_string = tag == tag_of(6, wire_bytes);
    if (!is_raw_data && !is_string) return copy_bytes(tag, count);
    if (is_raw_data) raw_data = onnx_message::bytes_of_file{position(), count};
    has_strings = has_strings || is_string;
    return in_.Skip(static_cast<int>(count)) ? std::nullopt : maybe_failure(wrong());
  }

  file_stream stream_;
  google::protobuf::io::CopyingInputStreamAdaptor adaptor_;
  google::protobuf::io::CodedInputStream in_;
  std::uint64_t entries_ = 0;
};

bool is_model(const std::string& bytes) {
  onnx_files::Model model;
  return model.ParseFromString(bytes) && model.has_graph() && model.opset_import_size() > 0;
}

}  // namespace

result<onnx_message> read_onnx_message(input_file& file) {
  if (*file.remaining() > most_message_bytes) {
    return refused(
        "has {} bytes, but a message of ONNX has at most {}: elements of larger tensors are in a file of "
        "their own (external data)",
        *file.remaining(), most_message_bytes);
  }
  field_reader reader(file);
  if (auto error = reader.read_all()) return *error;
  onnx_message message{std::make_shared<onnx_files::Tensor>(), reader.raw_data};
  const bool is_tensor = message.tensor->ParseFromString(reader.others) && message.tensor->has_data_type();
  if (!is_tensor && is_model(reader.others)) return refused("is a model of ONNX, where a tensor is needed");
  if (!is_tensor) return refused("is no tensor of ONNX: {}", "it has no data_type, or fields of other types");
  if (message.raw_data) message.tensor->set_raw_data(std::string());
  if (reader.has_strings) message.tensor->add_string_data(std::string());
  return message;
}

}  // namespace strew::files
