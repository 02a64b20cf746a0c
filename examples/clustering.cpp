#include "clustering.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include "colour.hpp"

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

std::vector<std::int32_t> order_by_count(const std::vector<std::uint64_t>& counts) {
  std::vector<std::int32_t> order(counts.size());
  std::iota(order.begin(), order.end(), 0);
  const auto is_larger = [&counts](std::int32_t left, std::int32_t right) {
    return counts[static_cast<std::size_t>(left)] > counts[static_cast<std::size_t>(right)];
  };
  std::stable_sort(order.begin(), order.end(), is_larger);
  return order;
}

double largest_move(const std::vector<double>& from, const std::vector<double>& to) {
  double largest = 0;
  for (std::size_t i = 0; i < from.size(); i += 3) largest = std::max(largest, squared_distance(&to[i], &from[i]));
  return largest;
}
