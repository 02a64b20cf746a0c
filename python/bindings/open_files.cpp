#include "open_files.hpp"

#include <nanobind/stl/string.h>

#include <cerrno>
#include <string>

#include "platform/errors.hpp"
#include "platform/files.hpp"

namespace strew::python {
namespace {

// OSError, or what Python has for this number.
[[noreturn]] void raise_system(int number, const std::string& path) {
  const nb::object error = nb::borrow(PyExc_OSError)(number, platform::error_text(number), path);
  PyErr_SetObject(error.type().ptr(), error.ptr());
  throw nb::python_error();
}

int open(const std::string& path, bool writes, bool is_new) {
  platform::opening how;
  if (writes) how.to = platform::rights::read_and_write;
  if (is_new) how.makes = platform::making::only_new;
  const int file = platform::open_file(path.c_str(), how);
  if (file < 0) raise_system(errno, path);
  return file;
}

void close(int file) {
  platform::close_file(file);
}

void sync(int file, const std::string& path) {
  if (!platform::sync(file)) raise_system(errno, path);
}

void sync_folder(const std::string& path) {
  const int folder = platform::open_folder(path.c_str());
  if (folder < 0) raise_system(errno, path);
  const int why = platform::sync_folder(folder) ? 0 : errno;
  platform::close_file(folder);
  if (why != 0) raise_system(why, path);
}

}  // namespace

void add_open_files(nb::module_& module) {
  module.def("_open_file", &open, "Of strew/files.py.");
  module.def("_close_file", &close, "Of strew/files.py.");
  module.def("_sync_file", &sync, "Of strew/files.py.");
  module.def("_sync_folder", &sync_folder, "Of strew/files.py.");
  module.def("_system_text", &platform::error_text, "Of strew/files.py.");
}

}  // namespace strew::python
