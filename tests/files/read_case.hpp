// What the tests of input files share.
#pragma once

#include <string>

#include "files/formats.hpp"
#include "files/npy.hpp"

namespace strew::test {

// The header and all elements.
inline files::result<files::file_array> read_npy(const std::string& path, const files::transfer_hooks& hooks = {},
                                                 files::loading how = files::loading::read) {
  files::result<files::file_array> array = files::open_npy(path, hooks);
  if (!array) return array;
  if (auto error = files::load_elements(*array, how)) return *error;
  return array;
}

// The same of any format, by its name.
inline files::result<files::file_array> read_array(const std::string& text, files::loading how = files::loading::read,
                                                   files::access rights = files::access::read) {
  const auto name = files::parse_array_name(text);
  if (!name) return name.error();
  files::result<files::file_array> array = name->format->open(*name, {{}, rights});
  if (!array) return array;
  if (auto error = files::load_elements(*array, how)) return *error;
  return array;
}

inline std::string bytes_of(const files::file_array& array) {
  return {reinterpret_cast<const char*>(array.payload.data()), array.payload.size()};
}

}  // namespace strew::test
