#include "torch/further.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include "strew/site.hpp"
#include "strew/strew.h"
#include "torch/executor.hpp"
#include "torch/failure.hpp"
#include "torch/tensor.hpp"
#include "torch/view.hpp"

namespace strew::torch {

tensor run_further(const strew_operator& op, const strew_options& options, strew_operands& all,
                   const std::vector<std::int64_t>& size, std::int32_t dtype) {
  new_tensor to{dtype};
  to.make(size.data(), static_cast<std::int64_t>(size.size()));
  const view output(layout_of(to.made), to.made.write());
  all.output = output.native();
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.executor = parallel_for();
  execution.on_error = STREW_ON_ERROR_DISCARD;
  strew_error record = STREW_ERROR_INIT;
  check(strew_run_at(site_of_this_thread(op.kind), &op, &all, &options, &execution, &record), record);
  return std::move(to.made);
}

}  // namespace strew::torch
