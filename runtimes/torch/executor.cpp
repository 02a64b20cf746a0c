#include "torch/executor.hpp"

#include <cstdint>

#include "strew/executor.hpp"
#include "torch/shim.hpp"

namespace strew::torch {
namespace {

void run_range(std::int64_t begin, std::int64_t end, void* context) {
  for (std::int64_t n = begin; n < end; ++n) (*static_cast<const task*>(context))();
}

void divide(std::uint64_t tasks, const task& each) {
  libtorch.torch_parallel_for(0, static_cast<std::int64_t>(tasks), 1, run_range, const_cast<task*>(&each));
}

std::uint32_t count_threads() noexcept {
  std::uint32_t threads = 1;
  libtorch.torch_get_num_threads(&threads);
  return threads;
}

}  // namespace

const strew_executor* parallel_for() noexcept {
  static const auto made = from_parallel_for(divide, count_threads);
  return made;
}

}  // namespace strew::torch
