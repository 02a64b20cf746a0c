// Updates meet the values of the table, one after the other, by type and combination.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

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

template <class T>
constexpr std::array combinations_of = {
#define STREW_COMBINE(name) &combine_block<T, combination::name>,
#include "kernel/kernels.def"
#undef STREW_COMBINE
};

}  // namespace

block_kernel find_combine(scalar type, combination how) {
  constexpr std::array table = {
#define STREW_SCALAR(name, storage) &combinations_of<storage>,
#include "kernel/kernels.def"
#undef STREW_SCALAR
  };
  return (*table[static_cast<std::size_t>(type)])[static_cast<std::size_t>(how)];
}

std::size_t kernel_count() {
#define STREW_ONE(...) +1
  constexpr std::size_t index_types = 0
#define STREW_INDEX_TYPE STREW_ONE
#include "kernel/kernels.def"
#undef STREW_INDEX_TYPE
      ;
  constexpr std::size_t modes = 0
#define STREW_MODE STREW_ONE
#include "kernel/kernels.def"
#undef STREW_MODE
      ;
  constexpr std::size_t widths = 0
#define STREW_WIDTH STREW_ONE
#include "kernel/kernels.def"
#undef STREW_WIDTH
      ;
  constexpr std::size_t scalars = 0
#define STREW_SCALAR STREW_ONE
#include "kernel/kernels.def"
#undef STREW_SCALAR
      ;
  constexpr std::size_t combinations = 0
#define STREW_COMBINE STREW_ONE
#include "kernel/kernels.def"
#undef STREW_COMBINE
      ;
#undef STREW_ONE
  // judge, load and cut; resolve; read and write by width and for any width, fill; combine
  return index_types * 3 + index_types * modes + (widths + 1) * 2 + 1 + scalars * combinations;
}

}  // namespace strew::kernel
