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

// Of a result that was made for the call: nobody sees it where the call fails.
inline execution_settings discarding(execution_settings given) {
  given.on_error = STREW_ON_ERROR_DISCARD;
  return given;
}

strew_execution execution_of(const execution_settings& given);

template <class Work>
strew_status run(const execution_settings& given, std::uint64_t bytes, const Work& work) {
  strew_execution execution = execution_of(given);
  if (bytes < long_call) return work(execution);
  const long_run released(execution);
  return work(execution);
}

std::uint64_t bytes_of(const strew_tensor& view);

}  // namespace strew::python
