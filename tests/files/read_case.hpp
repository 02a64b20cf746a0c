// What the tests of input files share.
#pragma once

#include <string>

#include "files/npy.hpp"

namespace strew::test {

// The header and all elements.
inline files::result<files::npy_array> read_npy(const std::string& path, const files::transfer_hooks& hooks = {},
                                                files::loading how = files::loading::read) {
  files::result<files::npy_array> array = files::open_npy(path, hooks);
  if (!array) return array;
  if (auto error = files::load_elements(*array, how)) return *error;
  return array;
}

}  // namespace strew::test
