// Tensors of ONNX: any bytes, and messages whose fields are near what would be right.
#include "fuzz/files/reading.hpp"
#include "fuzz/shared/choices.hpp"
#include "support/little_endian.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace strew::fuzz {
namespace {

using test::little_endian;

std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value > 0x7F; value >>= 7) bytes += static_cast<char>((value & 0x7F) | 0x80);
  return bytes + static_cast<char>(value);
}

std::string tag(std::uint64_t field, std::uint64_t wire, choices& in) {
  return varint((in.one_in(64) ? in.below(32) : field) << 3 | (in.one_in(64) ? in.below(8) : wire));
}

std::string number(std::uint64_t field, std::uint64_t value, choices& in) {
  return tag(field, 0, in) + varint(in.one_in(64) ? in.arbitrary() : value);
}

std::string text(std::uint64_t field, const std::string& bytes, choices& in) {
  return tag(field, 2, in) + varint(in.one_in(64) ? in.arbitrary() : bytes.size()) + bytes;
}

// Values of a typed field, each a varint or of so many bytes.
std::string values(std::uint64_t field, std::uint64_t count, choices& in) {
  std::string bytes;
  const std::uint64_t width = field == 4 ? 4 : field == 10 ? 8 : 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t value = in.one_in(8) ? in.arbitrary() : in.below(2);
    bytes += width == 0 ? varint(value) : little_endian(value, static_cast<int>(width));
  }
  return text(field, bytes, in);
}

std::string any_elements(std::uint64_t count, choices& in) {
  static constexpr std::uint64_t typed[] = {4, 5, 7, 10, 11, 6};
  if (in.one_in(2)) return text(9, std::string(count * (1ULL << in.below(5)) + (in.one_in(16) ? 1 : 0), 'r'), in);
  return values(typed[in.below(6)], count + (in.one_in(16) ? 1 : 0), in);
}

// No file is named that could exist: the folder is that of the open files of the process.
std::string any_entry(choices& in) {
  static constexpr const char* keys[] = {"location", "offset", "length", "checksum", "other"};
  static constexpr const char* texts[] = {"w.bin", "0", "16", "../w", "/w", "", "18446744073709551616", "-1"};
  return text(13, text(1, keys[in.below(5)], in) + text(2, texts[in.below(8)], in), in);
}

std::string any_tensor(choices& in) {
  std::string message;
  std::uint64_t count = 1;
  const std::uint64_t rank = in.below(4);
  for (std::uint64_t i = 0; i < rank; ++i) {
    const std::uint64_t extent = in.one_in(32) ? in.arbitrary() : in.below(5);
    count = (count * extent) % 64;
    message += number(1, extent, in);
  }
  message += number(2, in.below(28), in);
  if (in.one_in(8)) message += text(8, "name", in);
  if (!in.one_in(16)) message += any_elements(count, in);
  if (in.one_in(16)) message += any_elements(count, in);
  if (in.one_in(8)) message += number(14, 1, in) + any_entry(in) + any_entry(in);
  if (in.one_in(32)) message += text(3, number(1, 0, in), in);
  if (in.one_in(32)) message += text(in.below(30), message, in);
  return message;
}

}  // namespace
}  // namespace strew::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  strew::fuzz::choices in(data, size);
  const bool is_any = in.one_in(8);
  strew::fuzz::verify_reading(
      "onnx", is_any ? std::string(reinterpret_cast<const char*>(data), size) : strew::fuzz::any_tensor(in));
  return 0;
}
