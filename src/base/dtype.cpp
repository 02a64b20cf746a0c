#include "base/dtype.hpp"

#include <array>
#include <cstddef>

#include "base/assert.hpp"

namespace strew::engine {
namespace {

constexpr std::array table = {
    dtype_info{"opaque", 0, type_kind::record},
    dtype_info{"bool", 1, type_kind::boolean},
    dtype_info{"i8", 1, type_kind::signed_integer},
    dtype_info{"i16", 2, type_kind::signed_integer},
    dtype_info{"i32", 4, type_kind::signed_integer},
    dtype_info{"i64", 8, type_kind::signed_integer},
    dtype_info{"u8", 1, type_kind::unsigned_integer},
    dtype_info{"u16", 2, type_kind::unsigned_integer},
    dtype_info{"u32", 4, type_kind::unsigned_integer},
    dtype_info{"u64", 8, type_kind::unsigned_integer},
    dtype_info{"f16", 2, type_kind::real},
    dtype_info{"bf16", 2, type_kind::real},
    dtype_info{"f32", 4, type_kind::real},
    dtype_info{"f64", 8, type_kind::real},
    dtype_info{"c64", 8, type_kind::complex},
    dtype_info{"c128", 16, type_kind::complex},
};

}  // namespace

const dtype_info* find_info(std::uint32_t type) {
  return type < table.size() ? &table[type] : nullptr;
}
const dtype_info& info(dtype type) {
  STREW_ASSERT(static_cast<std::size_t>(type) < table.size());
  return table[static_cast<std::size_t>(type)];
}

}  // namespace strew::engine
