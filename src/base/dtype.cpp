#include "base/dtype.hpp"

#include <cstddef>
#include <iterator>

#include "base/assert.hpp"

namespace strew::engine {
namespace {

constexpr dtype_info table[] = {
#define STREW_TYPE(number, C, cpp, word, bytes, kind, dlpack, ...) {word, bytes, type_kind::kind, dlpack},
#include "strew/words.def"
};

}  // namespace

std::span<const dtype_info> infos() {
  return table;
}
const dtype_info* find_info(std::uint32_t type) {
  return type < std::size(table) ? &table[type] : nullptr;
}
const dtype_info& info(dtype type) {
  STREW_ASSERT(static_cast<std::size_t>(type) < std::size(table));
  return table[static_cast<std::size_t>(type)];
}

}  // namespace strew::engine
