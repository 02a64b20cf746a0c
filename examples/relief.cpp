// A landscape from a grid of heights, drawn by scatters.
//
//   relief HEIGHTS.npy PICTURE.png [COUNTS.npy SKYLINES.npy]
#include <algorithm>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

#include "block_view.hpp"
#include "npy_reader.hpp"
#include "npy_writer.hpp"
#include "relief_poster.hpp"
#include "terrain.hpp"

namespace {

constexpr std::int64_t most_metres = 1100, skyline_columns = 16;

terrain read_terrain(const std::string& path) {
  npy_array<std::int16_t> read = read_npy<std::int16_t>(path);
  if (read.extents.size() != 2 || read.extents[0] < 2 || read.extents[1] < 2) {
    throw std::runtime_error(path + ": no grid of at least 2 x 2 heights");
  }
  const auto [low, high] = std::minmax_element(read.values.begin(), read.values.end());
  if (*low < 0 || *high > most_metres) throw std::runtime_error(path + ": heights are 0 to 1100 m here");
  return {read.extents[0], read.extents[1], read.values};
}

void run(const std::string& from, const std::string& to, char** arrays) {
  const terrain land = read_terrain(from);
  const std::vector<std::uint64_t> counts = height_counts(land, most_metres);
  const std::vector<std::int16_t> skyline = skylines(land, skyline_columns);
  const auto [low, high] = std::minmax_element(land.heights.begin(), land.heights.end());
  const auto most = std::max_element(counts.begin(), counts.end());
  std::printf("heights    %lld x %lld, from %d to %d metres; the most frequent is %d, that of %llu cells\n",
              static_cast<long long>(land.columns), static_cast<long long>(land.rows), *low, *high,
              static_cast<int>(most - counts.begin()), static_cast<unsigned long long>(*most));
  write_png(to, make_relief_poster(land, counts, skyline));
  std::printf(
      "visible    of %.1f million places, each with its distance and colour in one number, the nearest stay: max\n",
      static_cast<double>(drawn_places(land)) / 1e6);
  std::printf("picture    %s\n", to.c_str());
  if (arrays == nullptr) return;
  write_npy(arrays[0], {std::ssize(counts)}, counts);
  write_npy(arrays[1], {land.rows, std::ssize(skyline) / land.rows}, skyline);
}

}  // namespace

int main(int count, char** words) {
  if (count != 3 && count != 5) {
    std::fprintf(stderr, "usage: relief HEIGHTS.npy PICTURE.png [COUNTS.npy SKYLINES.npy]\n");
    return 2;
  }
  try {
    run(words[1], words[2], count == 5 ? words + 3 : nullptr);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "relief: %s\n", failure.what());
    return 1;
  }
  return 0;
}
