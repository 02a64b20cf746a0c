// The options of strew bench.
#pragma once

#include <cstdint>
#include <vector>

#include "options.hpp"

namespace strew::cli {

// Between fewer repetitions quartiles mean nothing.
constexpr std::uint64_t fewest_repetitions = 5;

struct bench_options {
  operator_options call;
  std::vector<std::uint64_t> threads = {0};  // a row of results each; 0 = as many as the machine allows
  double seconds = 1;                        // of a row, at least
  std::uint64_t repetitions = 100'000;       // of a row, at most
  bool updates_only = false;                 // --in-place: a scatter on a private copy of its data
  bool prepares = false;                     // a row more for each number of threads, with prepared indices
};

}  // namespace strew::cli
