#include "exit.hpp"

#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace strew::python {
namespace {

// Python never releases the frames of threads that it ends without: those of daemon threads, once the others are
// joined. Plans in such frames, or in what these reach, are no leak, but nanobind cannot tell them from one; its report
// stays on wherever there is no such thread.
void choose_leak_warnings() {
  PyThreadState* const newest = PyInterpreterState_ThreadHead(PyInterpreterState_Get());
  nb::set_leak_warnings(PyThreadState_Next(newest) == nullptr);
}

}  // namespace

void watch_exit() {
  nb::module_::import_("atexit").attr("register")(nb::cpp_function(&choose_leak_warnings));
}

}  // namespace strew::python
