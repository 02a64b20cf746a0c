// k-means with its sums computed by strew.
#ifndef STREW_EXAMPLES_K_MEANS_HPP
#define STREW_EXAMPLES_K_MEANS_HPP

#include <cstdint>
#include <vector>

#include "strew/strew.hpp"

// The calls of strew, the elements they moved, and the time taken.
struct strew_work {
  std::uint64_t calls = 0;
  std::uint64_t elements = 0;  // elements gathered or scattered
  double seconds = 0;
};

struct clusters {
  std::vector<double> centres;        // [k, 3]
  std::vector<std::int32_t> labels;   // [n]: the centre nearest to each point
  std::vector<std::uint64_t> counts;  // [k]: how many points have that label
  int iterations = 0;
  bool is_converged = false;
  strew_work strewn;
  double other_seconds = 0;  // distances and seeding, plain loops
};

// Splits points [n, 3] among k centres, largest group first. The same points give the same bits, whatever the number
// of threads: strew adds in the order of the points.
clusters k_means(const std::vector<double>& points, std::int64_t k);

#endif
