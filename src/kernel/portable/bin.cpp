// Distributes the units of a block to bins, through buffers of whole cache lines.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernel/fetch.hpp"
#include "kernel/kernel.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/stream.hpp"

namespace strew::kernel {
namespace {

template <std::size_t Width>
inline constexpr bin_format format = bin_format_of(Width);

void append_chunk(bins& into, bin& one) {
  const std::uint32_t chunk = into.used++;
  into.next[chunk] = no_chunk;
  (one.last_chunk == no_chunk ? one.first_chunk : into.next[one.last_chunk]) = chunk;
  one.last_chunk = chunk;
  one.in_chunk = 0;
}

template <std::size_t Width>
void flush(bins& into, bin& one, const std::byte* buffer) {
  constexpr bin_format sizes = format<Width>;
  if (one.last_chunk == no_chunk || one.in_chunk == into.chunk_bytes) append_chunk(into, one);
  stream(into.chunks + std::size_t{one.last_chunk} * into.chunk_bytes + one.in_chunk, buffer, sizes.buffer);
  one.in_chunk += static_cast<std::uint32_t>(sizes.buffer);
  one.buffered = 0;
}

template <std::size_t Width, bool Skips>
void bin_positions(const block& work, bins& into) {
  constexpr bin_format sizes = format<Width>;
  const auto low = static_cast<std::uint64_t>(into.low);
  const unsigned shift = into.shift;
  const std::uint64_t inside = (std::uint64_t{1} << shift) - 1;
  bin* const all = into.all;
  std::byte* const buffers = into.buffers;
  const std::int64_t* const offsets = work.offsets;
  const std::uint8_t* const skip_mask = work.skip_mask;
  const std::size_t positions = work.positions;
  const std::ptrdiff_t stride = work.direct_stride;
  const std::byte* from = work.direct;
  for (std::size_t p = 0; p < positions; ++p, from += stride) {
    if (Skips && skip_mask[p] != 0) continue;
    const std::uint64_t offset = static_cast<std::uint64_t>(offsets[p]) - low;
    const auto number = static_cast<std::size_t>(offset >> shift);
    const auto local = static_cast<std::uint32_t>(offset & inside);
    bin& one = all[number];
    std::byte* const buffer = buffers + number * sizes.buffer;
    std::byte* const to = buffer + one.buffered;
    std::memcpy(to, &local, sizeof local);
    std::memcpy(to + sizeof local, from, Width);
    one.buffered += static_cast<std::uint32_t>(sizes.record);
    if (one.buffered == sizes.buffer) flush<Width>(into, one, buffer);
  }
}

template <std::size_t Width>
void bin_units(const block& work, bins& into) {
  (work.skip_mask == nullptr ? &bin_positions<Width, false> : &bin_positions<Width, true>)(work, into);
}

void unbin(const std::byte* records, std::size_t record_bytes, std::size_t count, const std::byte* table,
           std::int64_t base, std::int64_t* offsets) {
  for (std::size_t n = 0; n < count; ++n) {
    std::uint32_t local;
    std::memcpy(&local, records + n * record_bytes, sizeof local);
    offsets[n] = base + static_cast<std::int64_t>(local);
    fetch_line_to_write(table + offsets[n]);
  }
}

}  // namespace

namespace portable_kernels {

bin_kernel find_bin(width_class width) {
  switch (width) {
    case width_class::bytes_1:
      return &bin_units<1>;
    case width_class::bytes_2:
      return &bin_units<2>;
    case width_class::bytes_4:
      return &bin_units<4>;
    case width_class::bytes_8:
      return &bin_units<8>;
    default:
      return nullptr;
  }
}

unbin_kernel find_unbin() {
  return &unbin;
}

fence_kernel find_fence() {
  return &stream_fence;
}

}  // namespace portable_kernels
}  // namespace strew::kernel
