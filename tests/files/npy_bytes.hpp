// Files of the .npy format written by hand, right and wrong, and a folder to put them in.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "support/little_endian.hpp"

namespace strew::test {

// Everything before the elements, with exactly this header text.
inline std::string raw_header(const std::string& text, int version = 1) {
  return std::string("\x93NUMPY") + static_cast<char>(version) + '\0' +
         little_endian(text.size(), version == 1 ? 2 : 4) + text;
}

// The same, padded as the format asks.
inline std::string header(const std::string& dict, int version = 1) {
  const std::size_t prefix = version == 1 ? 10 : 12;
  std::string text = dict;
  while ((prefix + text.size() + 1) % 64 != 0) text += ' ';
  return raw_header(text + "\n", version);
}

inline std::string dict(const std::string& descr, const std::string& shape, const std::string& fortran = "False") {
  return "{'descr': " + descr + ", 'fortran_order': " + fortran + ", 'shape': " + shape + ", }";
}

class folder {
 public:
  folder() {
    std::random_device source;
    const auto here = std::filesystem::temp_directory_path() / ("strew-files-" + std::to_string(source()));
    if (std::filesystem::create_directory(here)) path_ = here.generic_string();
  }
  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;
  ~folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  std::string file(const std::string& name) const { return path_ + "/" + name; }
  std::string with(const std::string& name, const std::string& bytes) const {
    std::ofstream(file(name), std::ios::binary) << bytes;
    return file(name);
  }
  // How many entries it has, hidden ones included.
  std::size_t count() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(path_), std::filesystem::directory_iterator()));
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

inline std::string content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace strew::test
