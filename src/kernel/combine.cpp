// Updates meet the values of the table, one after the other, by type and combination.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernel/arithmetic.hpp"
#include "kernel/kernel.hpp"

namespace strew::kernel {
namespace {

template <class T, combination How>
void combine_block(const block& work) {
  for (std::size_t p = 0; p < work.positions; ++p) {
    if (work.nothing[p] != 0) continue;
    std::byte* table = work.table + work.offsets[p];
    const std::byte* direct = work.direct + static_cast<std::ptrdiff_t>(p) * work.direct_stride;
    for (std::size_t i = 0; i < work.count; ++i) {
      const auto step = static_cast<std::ptrdiff_t>(i);
      std::byte* cell = table + step * work.table_step;
      T old;
      T update;
      std::memcpy(&old, cell, sizeof(T));
      std::memcpy(&update, direct + step * work.direct_step, sizeof(T));
      const T stored = combine<How>(old, update);
      std::memcpy(cell, &stored, sizeof(T));
    }
  }
}

// Only the order of integers knows their sign, so signed and unsigned ones share all other kernels.
template <class T, combination How>
block_kernel kernel_of() {
  if constexpr (!knows<T>(How)) {
    return nullptr;
  } else if constexpr (std::is_integral_v<T> && !is_ordering(How)) {
    return &combine_block<std::make_unsigned_t<T>, How>;
  } else {
    return &combine_block<T, How>;
  }
}

template <class T>
block_kernel kernel_of(combination how) {
  switch (how) {
#define STREW_COMBINE(name) \
  case combination::name:   \
    return kernel_of<T, combination::name>();
#include "kernel/kernels.def"
#undef STREW_COMBINE
  }
  return nullptr;
}

}  // namespace

block_kernel find_combine(scalar type, combination how) {
  switch (type) {
#define STREW_SCALAR(name, storage, wide) \
  case scalar::name:                      \
    return kernel_of<storage>(how);
#include "kernel/kernels.def"
#undef STREW_SCALAR
  }
  return nullptr;
}

}  // namespace strew::kernel
