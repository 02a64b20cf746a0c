#include "indices.hpp"

#include <vector>

#include "shapes.hpp"

namespace bench {
namespace {

using values = std::vector<std::int64_t>;
using strew::cases::draw_spread;

template <class I>
void store(const values& drawn, std::int64_t first, std::int64_t step, std::int64_t repeats, void* memory) {
  I* out = static_cast<I*>(memory) + first;
  for (const std::int64_t value : drawn) {
    for (std::int64_t n = 0; n < repeats; ++n) out[n * step] = static_cast<I>(value);
    out += step * repeats;
  }
}

void store(const description& about, const values& drawn, std::int64_t first, std::int64_t step, std::int64_t repeats,
           void* memory) {
  about.index == STREW_DTYPE_I32 ? store<std::int32_t>(drawn, first, step, repeats, memory)
                                 : store<std::int64_t>(drawn, first, step, repeats, memory);
}

}  // namespace

void write_indices(const description& about, void* memory) {
  strew::cases::random_source from(1);
  const std::int64_t count = product(about.indices);
  if (about.op == operator_kind::gather_nd || about.op == operator_kind::scatter_nd) {
    const std::int64_t depth = about.indices.back();
    for (std::int64_t k = 0; k < depth; ++k)
      store(about, draw_spread(about.values, from, count / depth, about.data[static_cast<std::size_t>(k)]), k, depth, 1,
            memory);
    return;
  }
  const std::int64_t extent = about.data[static_cast<std::size_t>(about.axis)];
  const std::int64_t repeats = about.is_broadcast ? about.indices.back() : 1;
  store(about, draw_spread(about.values, from, count / repeats, extent), 0, 1, repeats, memory);
}

}  // namespace bench
