// What fused kernels of all targets have in common: conditions on memory, and what they fetch of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "kernel/kernel.hpp"
#include "kernel/portable/prefetch.hpp"

namespace strew::kernel {

// Indices, cells and elements follow one another, and there is a start.
template <class Index, std::size_t Width>
[[gnu::always_inline]] inline bool is_dense(const index_column& column, const coordinate_rule& rule,
                                            const block& work) {
  return column.stride == sizeof(Index) && rule.table_stride == Width && work.direct_step == Width &&
         work.table_step == 0 && work.lines == 1 && rule.extent >= rule.window &&
         rule.extent <= std::numeric_limits<std::int32_t>::max();
}

}  // namespace strew::kernel
