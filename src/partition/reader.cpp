#include "partition/reader.hpp"

#include "base/arithmetic.hpp"

namespace strew::engine {
namespace {

bool continues(const problem& p, const axis& outer, const axis& inner) {
  const auto follows = [&](std::int64_t a, std::int64_t b) { return static_cast<int128>(a) == times(b, inner.extent); };
  return follows(outer.direct_stride, inner.direct_stride) && follows(outer.index_stride, inner.index_stride) &&
         follows(outer.from_stride, inner.from_stride) && follows(outer.weight_stride, inner.weight_stride) &&
         follows(outer.position_stride, inner.position_stride) &&
         follows(p.codes_along(outer).scale, p.codes_along(inner).scale) &&
         follows(p.codes_along(outer).zero, p.codes_along(inner).zero);
}

std::size_t count_flat(const problem& p, std::size_t outer) {
  if (outer == 0) return 0;
  std::size_t flat = 1;
  while (flat < outer && continues(p, p.axes[outer - flat - 1], p.axes[outer - flat])) ++flat;
  return flat;
}

}  // namespace

reading reading_of(const problem& p, std::size_t outer, const kernel::kernel_set& kernels) {
  return {static_cast<std::uint16_t>(outer), static_cast<std::uint16_t>(count_flat(p, outer)),
          start_kernels_of(p, kernels, p.is_write())};
}

}  // namespace strew::engine
