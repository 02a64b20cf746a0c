#include "indices.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "shapes.hpp"

namespace bench {
namespace {

using values = std::vector<std::int64_t>;

std::int64_t skewed(numbers& from, std::int64_t extent) {
  const std::int64_t narrow = from.below(extent) + 1;
  return from.below(from.below(narrow) + 1);
}

values permuted(numbers& from, std::int64_t count, std::int64_t extent) {
  values all(static_cast<std::size_t>(extent));
  std::iota(all.begin(), all.end(), 0);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
    std::swap(all[i], all[i + static_cast<std::size_t>(from.below(extent - static_cast<std::int64_t>(i)))]);
  all.resize(static_cast<std::size_t>(count));
  return all;
}

// A run in the middle of the extent, with the widest step that fits.
values strided(std::int64_t count, std::int64_t extent, bool is_dense) {
  const std::int64_t step = is_dense ? 1 : extent / count;
  values run(static_cast<std::size_t>(count));
  std::int64_t next = (extent - count * step) / 2;
  for (std::int64_t& value : run) {
    value = next;
    next += step;
  }
  return run;
}

values draw(const description& about, numbers& from, std::int64_t count, std::int64_t extent) {
  if (about.values == spread::permuted) return permuted(from, count, extent);
  if (about.values == spread::contiguous || about.values == spread::strided)
    return strided(count, extent, about.values == spread::contiguous);
  values drawn(static_cast<std::size_t>(count), extent / 2);
  if (about.values == spread::same) return drawn;
  for (std::int64_t& value : drawn) value = about.values == spread::skewed ? skewed(from, extent) : from.below(extent);
  if (about.values == spread::sorted) std::sort(drawn.begin(), drawn.end());
  return drawn;
}

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
  about.index == STREW_I32 ? store<std::int32_t>(drawn, first, step, repeats, memory)
                           : store<std::int64_t>(drawn, first, step, repeats, memory);
}

}  // namespace

std::uint64_t numbers::next() {
  std::uint64_t mixed = state_ += 0x9E3779B97F4A7C15U;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
  return mixed ^ (mixed >> 31);
}

std::int64_t numbers::below(std::int64_t limit) {
  return static_cast<std::int64_t>((next() >> 32) * static_cast<std::uint64_t>(limit) >> 32);
}

void write_indices(const description& about, void* memory) {
  numbers from(1);
  const std::int64_t count = product(about.indices);
  if (about.op == operation::gather_nd || about.op == operation::scatter_nd) {
    const std::int64_t depth = about.indices.back();
    for (std::int64_t k = 0; k < depth; ++k)
      store(about, draw(about, from, count / depth, about.data[static_cast<std::size_t>(k)]), k, depth, 1, memory);
    return;
  }
  const std::int64_t extent = about.data[static_cast<std::size_t>(about.axis)];
  const std::int64_t repeats = about.values == spread::broadcast ? about.indices.back() : 1;
  store(about, draw(about, from, count / repeats, extent), 0, 1, repeats, memory);
}

}  // namespace bench
