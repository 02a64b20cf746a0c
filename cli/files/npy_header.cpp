#include "files/npy_header.hpp"

#include <algorithm>
#include <cstring>

#include "files/shape_bytes.hpp"
#include "files/utf8.hpp"

namespace strew::files {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::uint64_t longest_header = std::uint64_t{1} << 20;
constexpr std::size_t header_alignment = 64;

maybe_failure take_shape(const literal& shape, npy_header& header) {
  if (shape.kind != literal_kind::tuple) return refused("the shape is not a tuple: {}", shape.source);
  for (const literal& extent : shape.items) {
    if (extent.kind != literal_kind::integer) {
      return refused("an extent of the shape is not an integer: {}", extent.source);
    }
    if (extent.integer < 0) return refused("an extent of the shape is negative: {}", extent.source);
    header.extents.push_back(extent.integer);
  }
  return std::nullopt;
}

maybe_failure take_entry(std::string_view key, const literal& value, npy_header& header) {
  if (key == "descr") {
    result<npy_type> type = parse_npy_type(value);
    if (!type) return type.error();
    header.type = std::move(*type);
    return std::nullopt;
  }
  if (key == "fortran_order") {
    if (value.kind != literal_kind::boolean) {
      return refused("fortran_order is neither True nor False: {}", value.source);
    }
    header.is_fortran = value.boolean;
    return std::nullopt;
  }
  if (key == "shape") return take_shape(value, header);
  return refused("the header has an unknown key '{}'", key);
}

std::uint64_t little_endian(const std::byte* bytes, int count) {
  std::uint64_t value = 0;
  for (int i = count - 1; i >= 0; --i) value = value << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  return value;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

result<npy_header> parse_npy_dict(std::string_view text, int version) {
  if (version == 3 && !is_utf8(text)) return refused("the header is not UTF-8, as version 3.0 asks");
  result<std::vector<literal_entry>> entries = parse_dict(text);
  if (!entries) return entries.error();
  npy_header header;
  header.version = version;
  for (const auto& [key, value] : *entries) {
    if (auto error = take_entry(key, value, header)) return *error;
  }
  for (const std::string_view key : {"descr", "fortran_order", "shape"}) {
    const bool found = std::any_of(entries->begin(), entries->end(), [&](const auto& e) { return e.first == key; });
    if (!found) return refused("the header has no key '{}'", key);
  }
  header.type.is_utf8 = version == 3 && !is_ascii(header.type.descr);
  const result<std::uint64_t> bytes = shape_bytes(header.type.element_bytes, header.extents);
  if (!bytes) return bytes.error();
  header.payload_bytes = *bytes;
  return header;
}

result<npy_header> read_npy_header(byte_source& file) {
  buffer bytes;
  if (file.remaining().has_value() && *file.remaining() < magic.size() + 2)
    return refused("not a .npy file: too short");
  if (auto error = file.read(magic.size() + 2, bytes)) return *error;
  if (std::memcmp(bytes.data(), magic.data(), magic.size()) != 0) {
    return refused("not a .npy file: it does not begin with \\x93NUMPY");
  }
  const int major = std::to_integer<int>(bytes.data()[6]);
  const int minor = std::to_integer<int>(bytes.data()[7]);
  if (major < 1 || major > 3 || minor != 0) {
    return refused("version {}.{} of the .npy format is unknown; 1.0, 2.0 and 3.0 are read", major, minor);
  }
  const int length_bytes = major == 1 ? 2 : 4;
  if (auto error = file.read(static_cast<std::uint64_t>(length_bytes), bytes)) return *error;
  const std::uint64_t length = little_endian(bytes.data(), length_bytes);
  if (length > longest_header) {
    return refused("the header says it has {} bytes; at most {} are read", length, longest_header);
  }
  if (auto error = file.read(length, bytes)) return *error;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  result<npy_header> header = parse_npy_dict(text, major);
  if (header) header->header_bytes = file.consumed();
  return header;
}

std::string npy_header_text(const npy_type& type, std::span<const std::int64_t> extents) {
  std::string dict = "{'descr': " + type.descr + ", 'fortran_order': False, 'shape': (";
  for (const std::int64_t extent : extents) dict += std::to_string(extent) + (extents.size() == 1 ? "," : ", ");
  if (extents.size() > 1) dict.resize(dict.size() - 2);
  dict += "), }";
  const auto padded = [&](std::size_t prefix) {
    const std::size_t whole = (prefix + dict.size() + 1 + header_alignment - 1) / header_alignment * header_alignment;
    return whole - prefix;
  };
  constexpr std::size_t short_prefix = 10;
  constexpr std::size_t long_prefix = 12;
  const bool is_long = type.is_utf8 || padded(short_prefix) > 0xFFFF;
  const std::size_t length = padded(is_long ? long_prefix : short_prefix);
  std::string out(magic);
  out += type.is_utf8 ? '\x03' : is_long ? '\x02' : '\x01';
  out += '\0';
  for (std::size_t i = 0; i < (is_long ? 4u : 2u); ++i) out += static_cast<char>(length >> (8 * i) & 0xFF);
  dict.resize(length - 1, ' ');
  return out + dict + '\n';
}

}  // namespace strew::files
