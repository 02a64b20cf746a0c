// How a call runs beside Python: without the GIL where it takes long, until Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

#include "call_spec.hpp"
#include "strew/strew.h"

namespace nb = nanobind;

namespace strew::python {

// Runs `work(execution)`. `bytes` is about how much it touches: below `long_call` the GIL is kept, and nobody polls.
constexpr std::uint64_t long_call = std::uint64_t{256} * 1024;

class long_run {
 public:
  explicit long_run(strew_execution& execution);
  ~long_run();
  long_run(const long_run&) = delete;
  long_run& operator=(const long_run&) = delete;

 private:
  static int is_cancelled(void* self);
  void check_signals();

  const std::thread::id caller_ = std::this_thread::get_id();
  std::chrono::steady_clock::time_point next_;  // the caller's
  std::atomic<bool> is_raised_ = false;
  PyThreadState* thread_;
};

// At most `threads`, 0 for as many as the machine allows.
strew_execution execution_of(std::uint64_t threads);

template <class Work>
strew_status run(std::uint64_t threads, std::uint64_t bytes, const Work& work) {
  strew_execution execution = execution_of(threads);
  if (bytes < long_call) return work(execution);
  const long_run released(execution);
  return work(execution);
}

std::uint64_t bytes_of(const strew_tensor& view);

}  // namespace strew::python
