// The parts of k-means other than scatters and gathers, in plain loops.
#ifndef STREW_EXAMPLES_CLUSTERING_HPP
#define STREW_EXAMPLES_CLUSTERING_HPP

#include <cstdint>
#include <vector>

constexpr int max_iterations = 200;
constexpr double still = 1e-10;  // squared distance; below it a centre has stopped

// Numbers of k of the points [n, 3], each drawn with a probability proportional to its squared distance from the
// previous ones (k-means++). The same points give the same numbers.
std::vector<std::int64_t> seeds(const std::vector<double>& points, std::int64_t k);

// The number of the nearest centre of each point, the lower one of two.
void label(const std::vector<double>& points, const std::vector<double>& centres, std::vector<std::int32_t>& labels);

// Numbers of the groups, the largest first.
std::vector<std::int32_t> order_by_count(const std::vector<std::uint64_t>& counts);

// The largest squared distance between a centre and the one that takes its place.
double largest_move(const std::vector<double>& from, const std::vector<double>& to);

inline bool has_stopped(const std::vector<double>& from, const std::vector<double>& to) {
  return largest_move(from, to) < still;
}

#endif
