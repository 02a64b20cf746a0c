#include <nanobind/nanobind.h>

#include <string>

#include "exchange.hpp"
#include "execution.hpp"
#include "exit.hpp"
#include "failure.hpp"
#include "files.hpp"
#include "names.hpp"
#include "ndarray.hpp"
#include "open_files.hpp"
#include "operators.hpp"
#include "option_values.hpp"
#include "plan.hpp"
#include "prepared.hpp"
#include "quantized.hpp"
#include "segments.hpp"
#include "strew/strew.h"
#include "vulkan.hpp"

namespace {

nb::object rules() {
  return strew::python::rule_texts();
}

nb::object build_text() {
  std::string text(strew_build_info(nullptr, 0) + 1, '\0');
  text.resize(strew_build_info(text.data(), text.size()));
  return nb::str(text.data(), text.size());
}

}  // namespace

NB_MODULE(_strew, module) {
  using namespace strew::python;
  import_numpy();
  look_up_names();
  intern_words();
  watch_exit();
  module.attr("__version__") = strew_version();
  module.def("_rules", &rules);
  module.def("_build_text", &build_text);
  add_operators(module);
  add_prepared(module);
  add_plan(module);
  add_exchange(module);
  add_segments(module);
  add_quantized(module);
  add_open_files(module);
  add_files(module);
  add_vulkan(module);
}
