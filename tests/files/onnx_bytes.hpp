// Messages of protobuf written by hand.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

#include "npy_bytes.hpp"

namespace strew::test {

inline std::string varint(std::uint64_t value) {
  std::string text;
  for (; value > 0x7F; value >>= 7) text += static_cast<char>((value & 0x7F) | 0x80);
  return text + static_cast<char>(value);
}

// Fields of the wire types 0 and 2.
inline std::string number(int field, std::uint64_t value) {
  return varint(static_cast<std::uint64_t>(field) << 3) + varint(value);
}
inline std::string text(int field, const std::string& bytes) {
  return varint(static_cast<std::uint64_t>(field) << 3 | 2) + varint(bytes.size()) + bytes;
}
inline std::string packed(int field, std::initializer_list<std::uint64_t> values) {
  std::string all;
  for (const std::uint64_t value : values) all += varint(value);
  return text(field, all);
}

inline std::string dims(std::initializer_list<std::uint64_t> extents) {
  std::string all;
  for (const std::uint64_t extent : extents) all += number(1, extent);
  return all;
}
inline std::string data_type(std::uint64_t type) {
  return number(2, type);
}
inline std::string raw_data(const std::string& bytes) {
  return text(9, bytes);
}
inline std::string external_entry(const std::string& key, const std::string& value) {
  return text(13, text(1, key) + text(2, value));
}
inline std::string external_location() {
  return number(14, 1);
}

}  // namespace strew::test
