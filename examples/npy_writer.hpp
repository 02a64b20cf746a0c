// The subset of the .npy format needed to pass small arrays to the command line.
#ifndef STREW_EXAMPLES_NPY_WRITER_HPP
#define STREW_EXAMPLES_NPY_WRITER_HPP

#include <bit>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

static_assert(std::endian::native == std::endian::little, "the arrays are written as they lie in memory");

// Writes a packed row-major array of float, double or integers, format version 1.0. Throws std::runtime_error.
template <class T>
void write_npy(const std::string& path, const std::vector<std::int64_t>& extents, const std::vector<T>& values) {
  const char kind = std::is_floating_point_v<T> ? 'f' : std::is_signed_v<T> ? 'i' : 'u';
  std::string shape;
  for (const std::int64_t extent : extents) shape += (shape.empty() ? "" : ", ") + std::to_string(extent);
  if (extents.size() == 1) shape += ',';
  std::string header = std::string("{'descr': '") + (sizeof(T) == 1 ? '|' : '<') + kind + std::to_string(sizeof(T)) +
                       "', 'fortran_order': False, 'shape': (" + shape + "), }";
  const std::size_t prefix = 10;  // magic, version, header length
  header.append(63 - (prefix + header.size()) % 64, ' ');
  header += '\n';

  std::ofstream file(path, std::ios::binary);
  file.write("\x93NUMPY\x01\x00", 8);
  file.put(static_cast<char>(header.size() & 0xFF));
  file.put(static_cast<char>(header.size() >> 8));
  file << header;
  file.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(T)));
  if (!file.flush()) throw std::runtime_error(path + ": cannot be written");
}

#endif
