#include "exit.hpp"

#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace strew::python {
namespace {

// Python never releases the frames of threads that it ends without: those of daemon threads, once the others are
// joined. Plans in such frames, or in what these reach, are no leak, but nanobind cannot tell them from one; its report
// stays on wherever there is no such thread.
void choose_leak_warnings() {
  const nb::object frames = nb::module_::import_("sys").attr("_current_frames")();
  const bool has_own = nb::cast<bool>(frames.attr("__contains__")(PyThread_get_thread_ident()));
  nb::set_leak_warnings(nb::len(frames) == (has_own ? 1U : 0U));
}

}  // namespace

void watch_exit() {
  nb::module_::import_("atexit").attr("register")(nb::cpp_function(&choose_leak_warnings));
}

}  // namespace strew::python
