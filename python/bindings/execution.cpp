#include "execution.hpp"

#include "platform/processes.hpp"

namespace strew::python {
namespace {

constexpr auto between_polls = std::chrono::milliseconds(50);

// Python ends a thread that takes the GIL while the process ends, by unwinding its stack: through frames that hold
// arrays, which must not be given back without the GIL. Such a thread waits for the end instead, as it does from
// Python 3.14 on.
template <class Acquire>
auto acquire_or_wait(const Acquire& acquire) {
  try {
    while (Py_IsInitialized() == 0) platform::wait_for_ever();
    return acquire();
  } catch (...) {
    for (;;) platform::wait_for_ever();
  }
}

}  // namespace

long_run::long_run(strew_execution& execution)
    : next_(std::chrono::steady_clock::now() + between_polls), thread_(PyEval_SaveThread()) {
  execution.cancel = &is_cancelled;
  execution.cancel_context = this;
}

long_run::~long_run() {
  acquire_or_wait([&] { PyEval_RestoreThread(thread_); });
}

// Asked between blocks, by all threads of the call. Handlers of signals run in a thread of Python only, the caller's.
int long_run::is_cancelled(void* self) {
  auto& run = *static_cast<long_run*>(self);
  if (!run.is_raised_.load(std::memory_order_relaxed) && std::this_thread::get_id() == run.caller_) run.check_signals();
  return run.is_raised_.load(std::memory_order_relaxed) ? 1 : 0;
}

void long_run::check_signals() {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + between_polls;
  const PyGILState_STATE state = acquire_or_wait([] { return PyGILState_Ensure(); });
  if (PyErr_CheckSignals() != 0) is_raised_.store(true, std::memory_order_relaxed);
  PyGILState_Release(state);
}

strew_execution execution_of(const execution_settings& given) {
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.threads = given.threads;
  execution.on_error = given.on_error;
  return execution;
}

std::uint64_t bytes_of(const strew_tensor& view) {
  std::uint64_t bytes = view.element_bytes;
  for (std::uint64_t d = 0; d < view.rank; ++d) {
    const auto extent = static_cast<std::uint64_t>(view.extents[d]);
    if (extent == 0) return 0;
    if (__builtin_mul_overflow(bytes, extent, &bytes)) return ~std::uint64_t{0};
  }
  return bytes;
}

}  // namespace strew::python
