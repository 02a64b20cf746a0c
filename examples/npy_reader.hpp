// The subset of the .npy format needed to read small arrays: what npy_writer.hpp and the command line write.
#ifndef STREW_EXAMPLES_NPY_READER_HPP
#define STREW_EXAMPLES_NPY_READER_HPP

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

static_assert(std::endian::native == std::endian::little, "the arrays are read as they lie in memory");

template <class T>
struct npy_array {
  std::vector<std::int64_t> extents;
  std::vector<T> values;  // row-major
};

// The text of `header` after "name": up to the end.
inline std::string npy_field(const std::string& header, const std::string& name) {
  const std::size_t at = header.find("'" + name + "':");
  return at == std::string::npos ? "" : header.substr(header.find(':', at) + 1);
}

inline std::vector<std::int64_t> npy_extents(const std::string& header) {
  std::vector<std::int64_t> extents;
  const std::string field = npy_field(header, "shape");
  const char* text = field.c_str() + field.find('(') + 1;
  for (char* end = nullptr; *text != '\0' && *text != ')'; text = end + (*end == ',' ? 1 : 0)) {
    while (*text == ' ') ++text;
    if (*text == ')') break;
    extents.push_back(std::strtoll(text, &end, 10));
    if (end == text) return {-1};
  }
  return extents;
}

// Reads a row-major array of T. Throws std::runtime_error if the file holds anything else.
template <class T>
npy_array<T> read_npy(const std::string& path) {
  constexpr std::size_t prefix = 10;  // magic, version, header length
  const char kind = std::is_floating_point_v<T> ? 'f' : std::is_signed_v<T> ? 'i' : 'u';
  const std::string type = std::string(1, kind) + std::to_string(sizeof(T)) + "'";
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const auto refuse = [&path](const char* why) { throw std::runtime_error(path + ": " + why); };
  if (bytes.size() < prefix || bytes.compare(0, 7, "\x93NUMPY\x01") != 0) refuse("no .npy file of version 1");
  const std::size_t length = static_cast<unsigned char>(bytes[8]) + 256U * static_cast<unsigned char>(bytes[9]);
  const std::string header = bytes.substr(prefix, length);
  if (npy_field(header, "descr").find(type) > 4) refuse("another type of elements is needed");
  if (npy_field(header, "fortran_order").compare(0, 6, " False") != 0) refuse("row-major order is needed");
  npy_array<T> read{npy_extents(header), {}};
  std::uint64_t count = 1;
  for (const std::int64_t extent : read.extents) count *= static_cast<std::uint64_t>(extent);
  if (bytes.size() - prefix < length || (bytes.size() - prefix - length) / sizeof(T) != count) refuse("cut off");
  read.values.resize(count);
  bytes.copy(reinterpret_cast<char*>(read.values.data()), count * sizeof(T), prefix + length);
  return read;
}

#endif
