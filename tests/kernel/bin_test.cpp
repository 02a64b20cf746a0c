// bin, unbin, fence: what a bin contains after all blocks is what a plain loop over the positions puts there.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "kernels.hpp"
#include "memory.hpp"

namespace strew::testing {
namespace {

constexpr unsigned shift = 5;
constexpr std::int64_t low = -70;
constexpr std::size_t number_of_bins = 5;

struct record_of_unit {
  std::uint32_t local;
  std::vector<std::byte> unit;
  friend bool operator==(const record_of_unit&, const record_of_unit&) = default;
};
using lists = std::vector<std::vector<record_of_unit>>;

// The memory of one slice.
struct bin_scene {
  explicit bin_scene(std::size_t width, std::size_t positions)
      : sizes(kernel::bin_format_of(width)),
        buffers(number_of_bins * sizes.buffer + 64),
        chunks((positions * sizes.record / sizes.chunk / 2 + number_of_bins + 1) * 2 * sizes.chunk + 64),
        next(chunks.size() / (2 * sizes.chunk)),
        all(number_of_bins) {
    bins = {low,
            shift,
            all.data(),
            aligned(buffers),
            aligned(chunks),
            next.data(),
            0,
            2 * static_cast<std::uint32_t>(sizes.chunk)};
  }
  static std::byte* aligned(std::vector<std::byte>& bytes) {
    const auto at = reinterpret_cast<std::uintptr_t>(bytes.data());
    return bytes.data() + (64 - at % 64) % 64;
  }

  void read(const std::byte* from, std::size_t bytes, std::size_t width, std::vector<record_of_unit>& into) const {
    for (std::size_t at = 0; at < bytes; at += sizes.record) {
      record_of_unit& one = into.emplace_back();
      std::memcpy(&one.local, from + at, sizeof one.local);
      one.unit.assign(from + at + sizeof one.local, from + at + sizeof one.local + width);
    }
  }
  [[nodiscard]] lists contents(std::size_t width) const {
    lists found(number_of_bins);
    for (std::size_t n = 0; n < number_of_bins; ++n) {
      for (auto chunk = all[n].first_chunk; chunk != kernel::no_chunk; chunk = next[chunk]) {
        const bool is_last = chunk == all[n].last_chunk;
        read(bins.chunks + chunk * bins.chunk_bytes, is_last ? all[n].in_chunk : bins.chunk_bytes, width, found[n]);
      }
      read(bins.buffers + n * sizes.buffer, all[n].buffered, width, found[n]);
    }
    return found;
  }

  kernel::bin_format sizes;
  std::vector<std::byte> buffers, chunks;
  std::vector<std::uint32_t> next;
  std::vector<kernel::bin> all;
  kernel::bins bins;
};

void check_bin_of(kernel::bin_kernel bin, std::size_t width, std::size_t blocks, random_engine& draw) {
  constexpr std::size_t block_size = 61;
  bin_scene scene(width, blocks * block_size);
  lists expected(number_of_bins);
  for (std::size_t b = 0; b < blocks; ++b) {
    std::vector<std::int64_t> offsets(block_size);
    std::vector<std::uint8_t> skips(block_size);
    std::vector<std::byte> direct(block_size * (width + 1));
    for (auto& one : direct) one = static_cast<std::byte>(draw());
    for (std::size_t p = 0; p < block_size; ++p) {
      offsets[p] = low + between(draw, 0, draw() % 2 == 0 ? 31 : (std::int64_t{number_of_bins} << shift) - 1);
      skips[p] = draw() % 5 == 0 ? 1 : 0;
      if (b % 2 == 0 && skips[p] != 0) continue;
      const auto from_low = static_cast<std::uint64_t>(offsets[p] - low);
      const auto from = direct.begin() + static_cast<std::ptrdiff_t>(p * (width + 1));
      expected[from_low >> shift].push_back(
          {static_cast<std::uint32_t>(from_low % (1U << shift)), {from, from + static_cast<std::ptrdiff_t>(width)}});
    }
    kernel::block work;
    work.direct = direct.data();
    work.direct_stride = static_cast<std::ptrdiff_t>(width + 1);
    work.offsets = offsets.data();
    work.positions = block_size;
    work.width = width;
    if (b % 2 == 0) work.skip_mask = skips.data();
    bin(work, scene.bins);
  }
  ASSERT_EQ(scene.contents(width), expected) << "width " << width << ", blocks " << blocks;
}

}  // namespace

void check_bin(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(set.bin, [&](kernel::bin_kernel bin, kernel::width_class width) {
    random_engine draw(11);
    const std::size_t bytes = std::size_t{1} << static_cast<unsigned>(width);
    for (const std::size_t blocks : {std::size_t{0}, std::size_t{1}, std::size_t{4}, std::size_t{40}})
      if (is_good_so_far()) check_bin_of(calls.called(bin), bytes, blocks, draw);
  });
}

void check_unbin(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(set.unbin, [&](kernel::unbin_kernel unbin) {
    for (const std::size_t record_bytes : {std::size_t{8}, std::size_t{12}}) {
      std::vector<std::byte> records(37 * record_bytes);
      std::vector<std::int64_t> offsets(37);
      for (std::uint32_t n = 0; n < 37; ++n) {
        const std::uint32_t local = n == 36 ? std::numeric_limits<std::uint32_t>::max() : n * n;
        std::memcpy(records.data() + n * record_bytes, &local, sizeof local);
      }
      calls.called(unbin)(records.data(), record_bytes, 37, records.data(), -1000, offsets.data());
      for (std::int64_t n = 0; n < 36; ++n) ASSERT_EQ(offsets[static_cast<std::size_t>(n)], n * n - 1000);
      ASSERT_EQ(offsets[36], std::int64_t{0xffffffff} - 1000);
    }
  });
}

// That the stores are seen by other threads is what tests of solvers with several tasks show.
void check_fence(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(set.fence, [&](kernel::fence_kernel fence) { calls.called(fence)(); });
}

}  // namespace strew::testing
