// What the tests of mapped arrays share.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "files/npy.hpp"
#include "files/platform/pages.hpp"
#include "npy_bytes.hpp"
#include "read_case.hpp"

namespace strew::test {

inline constexpr std::size_t pages = 64;
inline const auto page = static_cast<std::size_t>(files::page_bytes());

inline std::string numbered(std::size_t bytes) {
  std::string text(bytes, '\0');
  for (std::size_t i = 0; i < bytes; ++i) text[i] = static_cast<char>('a' + i / 1000 % 26);
  return text;
}

class mapped : public ::testing::Test {
 protected:
  std::string with(const std::string& body) {
    return here_.with("a.npy", header(dict("'|u1'", "(" + std::to_string(body.size()) + ",)")) + body);
  }
  folder here_;
  std::string body_ = numbered(pages * page);
};

inline std::string text_of(const files::file_array& array) {
  return {reinterpret_cast<const char*>(array.payload.data()), array.payload.size()};
}

}  // namespace strew::test
