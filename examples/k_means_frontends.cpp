// The same step of k-means through each frontend of strew: C++, BNNS, DirectML. Their results must be bitwise
// identical.
#include "k_means_frontends.hpp"

#include <cstdio>
#include <cstring>
#include <exception>
#include <limits>
#include <string>

#include "strew/strew.hpp"

namespace {

float squared_distance(const float* left, const float* right) {
  float sum = 0;
  for (int i = 0; i < 3; ++i) sum += (left[i] - right[i]) * (left[i] - right[i]);
  return sum;
}

std::int32_t nearest(const float* pixel, const picture& of) {
  std::int32_t best = 0;
  float least = std::numeric_limits<float>::max();
  for (std::size_t c = 0; c < of.seeds.size(); ++c) {
    const float distance = squared_distance(pixel, &of.pixels[3 * static_cast<std::size_t>(of.seeds[c])]);
    if (distance >= least) continue;
    least = distance;
    best = static_cast<std::int32_t>(c);
  }
  return best;
}

// 24 x 16 pixels around four colours, the same on every machine.
picture draw() {
  constexpr int colours[4][3] = {{200, 40, 30}, {30, 60, 190}, {240, 220, 90}, {20, 120, 60}};
  picture made;
  made.n = 24 * 16;
  made.k = 4;
  made.seeds.assign(4, -1);
  std::uint32_t state = 1;
  for (std::int64_t i = 0; i < made.n; ++i) {
    state = state * 1664525U + 1013904223U;
    const std::uint32_t drawn = state >> 30;
    if (made.seeds[drawn] < 0) made.seeds[drawn] = static_cast<std::int32_t>(i);  // the first pixel of its colour
    for (const int part : colours[drawn]) {
      state = state * 1664525U + 1013904223U;
      made.pixels.push_back(static_cast<float>(part + static_cast<int>(state >> 28) - 8));
    }
  }
  for (std::size_t i = 0; i < made.pixels.size(); i += 3) made.labels.push_back(nearest(&made.pixels[i], made));
  return made;
}

bool is_same(const std::vector<float>& left, const std::vector<float>& right) {
  return left.size() == right.size() && std::memcmp(left.data(), right.data(), left.size() * sizeof(float)) == 0;
}

// Says what the frontend agrees about; false if it differs in anything it did.
bool tell(const char* frontend, const step& right, const step& made) {
  const struct {
    const char* name;
    const std::vector<float>&right, &made;
  } parts[] = {{"first centroids", right.centroids, made.centroids},
               {"sums", right.sums, made.sums},
               {"counts", right.counts, made.counts},
               {"last pixels", right.last, made.last},
               {"painted picture", right.painted, made.painted}};
  std::string same;
  for (const auto& part : parts) {
    if (part.made.empty()) continue;
    if (!is_same(part.right, part.made)) {
      std::printf("%s: other %s than in C++\n", frontend, part.name);
      return false;
    }
    same += (same.empty() ? "" : ", ") + std::string(part.name);
  }
  std::printf("%s, the same to the byte: %s\n", frontend, same.c_str());
  return true;
}

int compare() {
  const picture of = draw();
  const step right = step_in_cpp(of);
  const std::vector<float> colours = means(right.sums, right.counts, right.centroids);
  std::printf("C++: %lld pixels, %lld centroids\n", static_cast<long long>(of.n), static_cast<long long>(of.k));
  for (std::size_t c = 0; c < right.counts.size(); ++c) {
    std::printf("  %3.0f pixels around %.3f %.3f %.3f\n", static_cast<double>(right.counts[c]),
                static_cast<double>(colours[3 * c]), static_cast<double>(colours[3 * c + 1]),
                static_cast<double>(colours[3 * c + 2]));
  }
  const bool agree = tell("BNNS", right, step_in_bnns(of)) && tell("DirectML", right, step_in_directml(of, colours));
  return agree ? 0 : 1;
}

}  // namespace

std::vector<float> means(const std::vector<float>& sums, const std::vector<float>& counts,
                         const std::vector<float>& old) {
  std::vector<float> made = old;
  for (std::size_t i = 0; i < made.size(); ++i) {
    if (counts[i / 3] != 0) made[i] = sums[i] / counts[i / 3];
  }
  return made;
}

step step_in_cpp(const picture& of) {
  const auto n = of.n, k = of.k;
  const std::vector<float> ones(static_cast<std::size_t>(n), 1.0F);
  const strew::const_view pixels(of.pixels, {n, 3}), labels(of.labels);
  step made;
  made.centroids.resize(static_cast<std::size_t>(3 * k));
  strew::gather(pixels, of.seeds, {made.centroids, {k, 3}}, 0);
  made.sums.resize(static_cast<std::size_t>(3 * k));
  strew::scatter({made.sums, {k, 3}}, labels, pixels, 0, {.reduction = strew::reduction::add});
  made.counts.resize(static_cast<std::size_t>(k));
  strew::scatter(made.counts, labels, ones, 0, {.reduction = strew::reduction::add});
  made.last = made.centroids;
  strew::scatter({made.last, {k, 3}}, labels, pixels, 0);
  const std::vector<float> colours = means(made.sums, made.counts, made.centroids);
  made.painted.resize(static_cast<std::size_t>(3 * n));
  strew::gather({colours, {k, 3}}, labels, {made.painted, {n, 3}}, 0);
  return made;
}

int main() {
  try {
    return compare();
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "k_means_frontends: %s\n", failure.what());
    return 2;
  }
}
