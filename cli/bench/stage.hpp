// The memory of a call that is timed: all of it is there, and was touched, before the first execution.
#pragma once

#include "bench/bench_options.hpp"
#include "operator_spec.hpp"
#include "prepare.hpp"

namespace strew::cli {

// `prepared` has its loaded operands. Afterwards it has an output too, which no file sees, and `prepared.call` has the
// addresses. With --in-place the output is a copy of the data, and the call has it for its data.
outcome set_stage(const bench_options& options, prepared_call& prepared);

}  // namespace strew::cli
