// Archives: any bytes, and archives of members whose sizes, methods and bytes are wrong in places.
#include "fuzz/files/reading.hpp"
#include "fuzz/shared/choices.hpp"
#include "support/little_endian.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace strew::fuzz {
namespace {

using test::little_endian;

struct archive_member {
  std::string name;
  std::string bytes;
  std::uint64_t method;
  std::uint64_t packed_size;
  std::uint64_t size;
  std::uint64_t crc;
  std::uint64_t flags;
};

std::uint64_t nearly(std::uint64_t right, choices& in) {
  return in.one_in(16) ? (in.one_in(2) ? in.arbitrary() : right + in.below(3) - 1) : right;
}

std::uint32_t crc_of(const std::string& bytes) {
  std::uint32_t crc = ~0U;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc % 2 == 0 ? 0 : 0xEDB88320U);
  }
  return ~crc;
}

std::string npy_bytes(choices& in) {
  const std::uint64_t extent = in.below(40);
  const std::string dict =
      "{'descr': '|u1', 'fortran_order': False, 'shape': (" + std::to_string(nearly(extent, in)) + ",), }\n";
  return "\x93NUMPY" + little_endian(1, 2) + little_endian(nearly(dict.size(), in), 2) + dict +
         std::string(extent, 'e');
}

archive_member any_member(choices& in) {
  archive_member made;
  made.name = std::string(1, static_cast<char>('a' + in.below(3))) + ".npy";
  const std::string bytes = npy_bytes(in);
  const bool is_deflated = in.one_in(2);
  // A deflate stream of one stored block.
  made.bytes = is_deflated ? "\x01" + little_endian(bytes.size(), 2) + little_endian(~bytes.size(), 2) + bytes : bytes;
  if (in.one_in(8)) made.bytes[static_cast<std::size_t>(in.below(made.bytes.size()))] = static_cast<char>(in.byte());
  made.method = in.one_in(32) ? in.below(100) : is_deflated ? 8 : 0;
  made.packed_size = nearly(made.bytes.size(), in);
  made.size = nearly(bytes.size(), in);
  made.crc = nearly(crc_of(bytes), in);
  made.flags = in.one_in(32) ? in.arbitrary() : 0;
  return made;
}

std::string shared_fields(const archive_member& one) {
  return little_endian(20, 2) + little_endian(one.flags, 2) + little_endian(one.method, 2) +
         little_endian(0x210000, 4) + little_endian(one.crc, 4) + little_endian(one.packed_size, 4) +
         little_endian(one.size, 4) + little_endian(one.name.size(), 2) + little_endian(0, 2);
}

std::string any_archive(choices& in) {
  std::string body;
  std::string directory;
  const std::uint64_t count = 1 + in.below(3);
  for (std::uint64_t i = 0; i < count; ++i) {
    const archive_member one = any_member(in);
    directory += little_endian(0x02014B50, 4) + little_endian(20, 2) + shared_fields(one) + little_endian(0, 10) +
                 little_endian(nearly(body.size(), in), 4) + one.name;
    body += little_endian(0x04034B50, 4) + shared_fields(in.one_in(16) ? any_member(in) : one) + one.name + one.bytes;
  }
  return body + directory + little_endian(0x06054B50, 4) + little_endian(0, 4) + little_endian(nearly(count, in), 2) +
         little_endian(nearly(count, in), 2) + little_endian(nearly(directory.size(), in), 4) +
         little_endian(nearly(body.size(), in), 4) + little_endian(0, 2);
}

}  // namespace
}  // namespace strew::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  strew::fuzz::choices in(data, size);
  const bool is_any = in.one_in(8);
  strew::fuzz::verify_reading(
      "npz", is_any ? std::string(reinterpret_cast<const char*>(data), size) : strew::fuzz::any_archive(in));
  return 0;
}
