// Zip archives written by hand, right and wrong.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "npy_bytes.hpp"
#include "support/little_endian.hpp"

namespace strew::test {

// CRC-32 as in zip archives, bit by bit.
inline std::uint32_t crc32_of(const std::string& bytes) {
  std::uint32_t crc = ~0U;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc % 2 == 0 ? 0 : 0xEDB88320U);
  }
  return ~crc;
}

// A deflate stream of blocks that are stored.
inline std::string deflated(const std::string& bytes) {
  constexpr std::size_t longest_block = 0xFFFF;
  std::string out;
  for (std::size_t at = 0; at == 0 || at < bytes.size(); at += longest_block) {
    const std::string block = bytes.substr(at, longest_block);
    out += static_cast<char>(at + longest_block >= bytes.size() ? 1 : 0);
    out += little_endian(block.size(), 2) + little_endian(~block.size(), 2) + block;
  }
  return out;
}

struct zip_file_member {
  std::string name;
  std::string bytes;       // as in the archive
  int method = 0;          // 0 stored, 8 deflated
  std::uint64_t size = 0;  // as the archive states
  std::uint32_t crc = 0;   // as the archive states
  unsigned flags = 0;
};

inline zip_file_member stored_member(const std::string& name, const std::string& bytes) {
  return {name, bytes, 0, bytes.size(), crc32_of(bytes), 0};
}
inline zip_file_member deflated_member(const std::string& name, const std::string& bytes) {
  return {name, deflated(bytes), 8, bytes.size(), crc32_of(bytes), 0};
}

inline std::string zip_of(const std::vector<zip_file_member>& members) {
  std::string body;
  std::string directory;
  for (const zip_file_member& one : members) {
    const std::string shared = little_endian(20, 2) + little_endian(one.flags, 2) +
                               little_endian(static_cast<unsigned>(one.method), 2) + little_endian(0x210000, 4) +
                               little_endian(one.crc, 4) + little_endian(one.bytes.size(), 4) +
                               little_endian(one.size, 4) + little_endian(one.name.size(), 2) + little_endian(0, 2);
    directory += little_endian(0x02014B50, 4) + little_endian(20, 2) + shared + little_endian(0, 10) +
                 little_endian(body.size(), 4) + one.name;
    body += little_endian(0x04034B50, 4) + shared + one.name + one.bytes;
  }
  return body + directory + little_endian(0x06054B50, 4) + little_endian(0, 4) + little_endian(members.size(), 2) +
         little_endian(members.size(), 2) + little_endian(directory.size(), 4) + little_endian(body.size(), 4) +
         little_endian(0, 2);
}

}  // namespace strew::test
