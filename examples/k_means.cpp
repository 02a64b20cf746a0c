#include "k_means.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>
#include <random>

#include "colour.hpp"

namespace {

constexpr int most_iterations = 200;
constexpr double still = 1e-10;  // squared distance; below it a centre has stopped

template <class Work>
void timed(double& seconds, Work&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Numbers of k points, each drawn with a chance that grows with its squared distance from those before it (k-means++).
std::vector<std::int64_t> seeds(const std::vector<double>& points, std::int64_t k) {
  std::mt19937_64 random(20260101);
  const std::size_t n = points.size() / 3;
  std::vector<double> distances(n, std::numeric_limits<double>::max());
  std::vector<std::int64_t> chosen{static_cast<std::int64_t>(n / 2)};
  while (static_cast<std::int64_t>(chosen.size()) < k) {
    const double* latest = &points[static_cast<std::size_t>(3 * chosen.back())];
    for (std::size_t i = 0; i < n; ++i) distances[i] = std::min(distances[i], squared_distance(&points[3 * i], latest));
    const double total = std::accumulate(distances.begin(), distances.end(), 0.0);
    double rest = total * static_cast<double>(random() >> 11) * 0x1p-53;
    std::size_t drawn = 0;
    while (drawn + 1 < n && rest >= distances[drawn]) rest -= distances[drawn++];
    chosen.push_back(static_cast<std::int64_t>(drawn));
  }
  return chosen;
}

// The number of the nearest centre of each point.
void label(const std::vector<double>& points, const std::vector<double>& centres, std::vector<std::int32_t>& labels) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    double best = std::numeric_limits<double>::max();
    for (std::size_t c = 0; 3 * c < centres.size(); ++c) {
      const double distance = squared_distance(&points[3 * i], &centres[3 * c]);
      if (distance < best) {
        best = distance;
        labels[i] = static_cast<std::int32_t>(c);
      }
    }
  }
}

// The sum and the number of the points of each label. Both start from zeros that exist only as a shape; so do the ones
// that are counted.
class tally {
 public:
  tally(const std::vector<double>& points, const std::vector<std::int32_t>& labels, std::int64_t k)
      : sums(static_cast<std::size_t>(3 * k)),
        counts(static_cast<std::size_t>(k)),
        n_(std::ssize(labels)),
        points_(points),
        labels_(labels),
        no_sums_(0, {k, 3}),
        no_counts_(0, {k}),
        ones_(1, {n_}),
        add_points_(strew::plan_scatter_nd(no_sums_, {labels, {n_, 1}}, {points, {n_, 3}}, {sums, {k, 3}},
                                           {.reduction = strew::reduction::add})),
        add_ones_(strew::plan_scatter_nd(no_counts_, {labels, {n_, 1}}, ones_, counts,
                                         {.reduction = strew::reduction::add})) {}

  void run(strew_work& work) {
    timed(work.seconds, [this] {
      add_points_.execute(
          {.data = no_sums_.data(), .indices = labels_.data(), .updates = points_.data(), .output = sums.data()});
      add_ones_.execute(
          {.data = no_counts_.data(), .indices = labels_.data(), .updates = ones_.data(), .output = counts.data()});
    });
    work.calls += 2;
    work.elements += static_cast<std::uint64_t>(4 * n_);
  }

  std::vector<double> sums;           // [k, 3]
  std::vector<std::uint64_t> counts;  // [k]

 private:
  std::int64_t n_;
  const std::vector<double>& points_;
  const std::vector<std::int32_t>& labels_;
  strew::filled<double> no_sums_;
  strew::filled<std::uint64_t> no_counts_, ones_;
  strew::plan add_points_, add_ones_;
};

// Moves each centre to the mean of its points; one without points stays. Returns the largest squared move.
double move_centres(const tally& found, std::vector<double>& centres) {
  double largest = 0;
  for (std::size_t c = 0; c < found.counts.size(); ++c) {
    if (found.counts[c] == 0) continue;
    oklab mean;
    for (std::size_t i = 0; i < 3; ++i) mean[i] = found.sums[3 * c + i] / static_cast<double>(found.counts[c]);
    largest = std::max(largest, squared_distance(mean.data(), &centres[3 * c]));
    std::copy(mean.begin(), mean.end(), centres.begin() + static_cast<std::ptrdiff_t>(3 * c));
  }
  return largest;
}

// Puts the largest group first: centres and counts are gathered, labels renamed by a gather too.
void sort_by_count(clusters& made) {
  const std::int64_t k = std::ssize(made.counts), n = std::ssize(made.labels);
  std::vector<std::int32_t> order(static_cast<std::size_t>(k)), rank_of(order);
  std::iota(order.begin(), order.end(), 0);
  const auto is_larger = [&made](std::int32_t left, std::int32_t right) {
    return made.counts[static_cast<std::size_t>(left)] > made.counts[static_cast<std::size_t>(right)];
  };
  std::stable_sort(order.begin(), order.end(), is_larger);
  clusters sorted = made;
  std::vector<std::int32_t> places(order);
  std::iota(places.begin(), places.end(), 0);
  timed(made.strewn.seconds, [&] {
    strew::gather_nd({made.centres, {k, 3}}, {order, {k, 1}}, {sorted.centres, {k, 3}});
    strew::gather_nd(made.counts, {order, {k, 1}}, sorted.counts);
    strew::scatter_nd(rank_of, {order, {k, 1}}, places);
    strew::gather_nd(rank_of, {made.labels, {n, 1}}, sorted.labels);
  });
  made.centres.swap(sorted.centres);
  made.counts.swap(sorted.counts);
  made.labels.swap(sorted.labels);
  made.strewn.calls += 4;
  made.strewn.elements += static_cast<std::uint64_t>(5 * k + n);
}

}  // namespace

clusters k_means(const std::vector<double>& points, std::int64_t k) {
  const std::int64_t n = std::ssize(points) / 3;
  clusters made;
  made.labels.resize(static_cast<std::size_t>(n));
  made.centres.resize(static_cast<std::size_t>(3 * k));
  std::vector<std::int64_t> chosen;
  timed(made.other_seconds, [&] { chosen = seeds(points, k); });
  timed(made.strewn.seconds, [&] { strew::gather_nd({points, {n, 3}}, {chosen, {k, 1}}, {made.centres, {k, 3}}); });
  made.strewn.calls += 1;
  made.strewn.elements += static_cast<std::uint64_t>(3 * k);
  tally found(points, made.labels, k);
  while (!made.is_converged && made.iterations < most_iterations) {
    timed(made.other_seconds, [&] { label(points, made.centres, made.labels); });
    found.run(made.strewn);
    made.is_converged = move_centres(found, made.centres) < still;
    ++made.iterations;
  }
  made.counts = found.counts;
  sort_by_count(made);
  return made;
}
