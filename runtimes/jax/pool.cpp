#include "jax/pool.hpp"

namespace strew::jax {
namespace {

bool succeeded(const xla::call_frame& frame, xla::error* failed) noexcept {
  if (failed == nullptr) return true;
  xla::destroy_error unused = {xla::head_of<xla::destroy_error>(), failed};
  frame.functions->destroy_error(&unused);
  return false;
}

}  // namespace

std::uint64_t pool::count() noexcept {
  if (threads_ != 0) return threads_;
  std::int64_t count = 0;
  xla::count_threads request = {xla::head_of<xla::count_threads>(), frame_.context, &count};
  const bool is_known = succeeded(frame_, frame_.functions->count_threads(&request));
  threads_ = is_known && count > 1 ? static_cast<std::uint64_t>(count) : 1;
  return threads_;
}

bool pool::submit(void (*function)(void*), void* argument) const noexcept {
  xla::schedule_task request = {xla::head_of<xla::schedule_task>(), frame_.context, function, argument};
  return succeeded(frame_, frame_.functions->schedule_task(&request));
}

}  // namespace strew::jax
