// What strew bench measures.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bench/bench_options.hpp"
#include "bench/timing.hpp"
#include "operator_spec.hpp"
#include "prepare.hpp"
#include "progress.hpp"

namespace strew::cli {

struct bench_row {
  std::uint64_t threads = 0;  // at most
  bool is_prepared = false;
  timing time;
};

struct bench_results {
  std::uint64_t bytes = 0;      // that an execution reads and writes
  std::uint64_t row_bytes = 0;  // that each position moves
  timing plan;
  std::optional<timing> preparing;
  timing memcpy;
  std::vector<bench_row> rows;
};

// The threads that large calls of this process use where no option limits them.
std::uint64_t library_threads();

// `prepared` has all its memory (bench/stage.hpp) and gets the plan that is timed. After an error `results` has what
// was measured before.
outcome measure(const operator_spec& spec, const bench_options& options, progress& shown, prepared_call& prepared,
                bench_results& results);

}  // namespace strew::cli
