// The steps of k-means other than scatters and gathers, each on files, for the command-line version. They call the same
// functions as dominant_colours.
#include <cstdio>
#include <exception>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "clustering.hpp"
#include "colour.hpp"
#include "image.hpp"
#include "npy_reader.hpp"
#include "npy_writer.hpp"

namespace {

using words = std::vector<std::string>;

// Points or centres: [..., 3], at least one.
npy_array<double> read_triples(const std::string& path) {
  npy_array<double> read = read_npy<double>(path);
  if (read.extents.empty() || read.extents.back() != 3 || read.values.empty()) {
    throw std::runtime_error(path + ": not [..., 3]");
  }
  return read;
}

int write_points(const words& files) {
  const image photograph = read_jpeg(files[0]);
  write_npy(files[1], {photograph.height, photograph.width, 3}, points_of(photograph.bytes));
  return 0;
}

// Seeds as places (row, column).
int write_seeds(const words& files) {
  const npy_array<double> points = read_triples(files[0]);
  const std::int64_t k = std::stoll(files[1]), wide = points.extents.size() == 3 ? points.extents[1] : 1;
  if (k < 1) throw std::runtime_error("at least one seed is needed");
  std::vector<std::int64_t> places;
  for (const std::int64_t seed : seeds(points.values, k)) places.insert(places.end(), {seed / wide, seed % wide});
  write_npy(files[2], {k, 2}, places);
  return 0;
}

int write_labels(const words& files) {
  const npy_array<double> points = read_triples(files[0]);
  std::vector<std::int32_t> labels(points.values.size() / 3);
  label(points.values, read_triples(files[1]).values, labels);
  std::vector<std::int64_t> extents = points.extents;
  extents.back() = 1;
  write_npy(files[2], extents, labels);
  return 0;
}

int tell_move(const words& files) {
  const std::vector<double> from = read_triples(files[0]).values, to = read_triples(files[1]).values;
  if (from.size() != to.size()) throw std::runtime_error(files[1] + ": another number of centres");
  std::printf("%.3g\n", largest_move(from, to));
  return has_stopped(from, to) ? 0 : 1;
}

int write_order(const words& files) {
  const std::vector<std::int32_t> order = order_by_count(read_npy<std::uint64_t>(files[0]).values);
  write_npy(files[1], {std::ssize(order), 1}, order);
  std::vector<std::int32_t> numbers(order);
  std::iota(numbers.begin(), numbers.end(), 0);
  write_npy(files[2], {std::ssize(order), 1}, numbers);
  return 0;
}

int write_palette(const words& files) {
  const npy_array<double> centres = read_triples(files[0]);
  write_npy(files[1], centres.extents, bytes_of(centres.values));
  return 0;
}

int write_picture(const words& files) {
  const npy_array<std::uint8_t> pixels = read_npy<std::uint8_t>(files[0]);
  if (pixels.extents.size() != 3 || pixels.extents[2] != 3) throw std::runtime_error(files[0] + ": not [h, w, 3]");
  image picture(pixels.extents[1], pixels.extents[0]);
  picture.bytes = pixels.values;
  write_png(files[1], picture);
  return 0;
}

struct step {
  const char* name;
  const char* arguments;
  std::size_t count;
  int (*run)(const words&);
};

constexpr step steps[] = {
    {"points", "PHOTOGRAPH.jpg POINTS.npy", 2, write_points},
    {"seeds", "POINTS.npy K SEEDS.npy", 3, write_seeds},
    {"label", "POINTS.npy CENTRES.npy LABELS.npy", 3, write_labels},
    {"moved", "OLD.npy NEW.npy     prints the largest squared move; fails unless the centres have stopped", 2,
     tell_move},
    {"order", "COUNTS.npy ORDER.npy NUMBERS.npy     NUMBERS: 0, 1, 2, ...", 3, write_order},
    {"palette", "CENTRES.npy PALETTE.npy", 2, write_palette},
    {"picture", "PIXELS.npy PICTURE.png", 2, write_picture}};

}  // namespace

int main(int count, char** given) {
  const words all(given + 1, given + count);
  try {
    for (const step& one : steps) {
      if (all.size() == one.count + 1 && all[0] == one.name) return one.run({all.begin() + 1, all.end()});
    }
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "k_means_step: %s\n", failure.what());
    return 2;
  }
  for (const step& one : steps) std::fprintf(stderr, "usage: k_means_step %s %s\n", one.name, one.arguments);
  return 2;
}
