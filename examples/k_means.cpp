#include "k_means.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "clustering.hpp"
#include "colour.hpp"

namespace {

template <class Work>
void timed(double& seconds, Work&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
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

// The mean of the points of each centre; one without points stays.
std::vector<double> means(const tally& found, const std::vector<double>& centres) {
  std::vector<double> moved = centres;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    if (found.counts[i / 3] != 0) moved[i] = found.sums[i] / static_cast<double>(found.counts[i / 3]);
  }
  return moved;
}

// Puts the largest group first: centres and counts are gathered, labels renamed by a gather too.
void sort_by_count(clusters& made) {
  const std::int64_t k = std::ssize(made.counts), n = std::ssize(made.labels);
  const std::vector<std::int32_t> order = order_by_count(made.counts);
  std::vector<std::int32_t> rank_of(order);
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
  while (!made.is_converged && made.iterations < max_iterations) {
    timed(made.other_seconds, [&] { label(points, made.centres, made.labels); });
    found.run(made.strewn);
    std::vector<double> moved = means(found, made.centres);
    made.is_converged = has_stopped(made.centres, moved);
    made.centres.swap(moved);
    ++made.iterations;
  }
  made.counts = found.counts;
  sort_by_count(made);
  return made;
}
