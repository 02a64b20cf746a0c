#include "base/dtype.hpp"

#include <array>
#include <cstddef>

#include "base/assert.hpp"

namespace strew {
inline namespace engine {
namespace {

constexpr std::array table = {
    dtype_facts{"opaque", 0, type_kind::record},
    dtype_facts{"bool", 1, type_kind::boolean},
    dtype_facts{"i8", 1, type_kind::signed_integer},
    dtype_facts{"i16", 2, type_kind::signed_integer},
    dtype_facts{"i32", 4, type_kind::signed_integer},
    dtype_facts{"i64", 8, type_kind::signed_integer},
    dtype_facts{"u8", 1, type_kind::unsigned_integer},
    dtype_facts{"u16", 2, type_kind::unsigned_integer},
    dtype_facts{"u32", 4, type_kind::unsigned_integer},
    dtype_facts{"u64", 8, type_kind::unsigned_integer},
    dtype_facts{"f16", 2, type_kind::real},
    dtype_facts{"bf16", 2, type_kind::real},
    dtype_facts{"f32", 4, type_kind::real},
    dtype_facts{"f64", 8, type_kind::real},
    dtype_facts{"c64", 8, type_kind::complex},
    dtype_facts{"c128", 16, type_kind::complex},
};

}  // namespace

const dtype_facts* find_facts(std::uint32_t type) {
  return type < table.size() ? &table[type] : nullptr;
}
const dtype_facts& facts(dtype type) {
  STREW_ASSERT(static_cast<std::size_t>(type) < table.size());
  return table[static_cast<std::size_t>(type)];
}

}  // namespace engine
}  // namespace strew
