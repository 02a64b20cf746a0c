#include <nanobind/nanobind.h>

#include <string>

#include "exchange.hpp"
#include "execution.hpp"
#include "exit.hpp"
#include "failure.hpp"
#include "files.hpp"
#include "function.hpp"
#include "names.hpp"
#include "ndarray.hpp"
#include "operators.hpp"
#include "option_values.hpp"
#include "plan.hpp"
#include "prepared.hpp"
#include "strew/strew.h"

namespace {

nb::object rules() {
  return strew::python::rule_texts();
}

nb::object build_text() {
  std::string text(strew_build_info(nullptr, 0) + 1, '\0');
  text.resize(strew_build_info(text.data(), text.size()));
  return nb::str(text.data(), text.size());
}

const char* const rules_doc = R"(The number and text of each rule: {"ND3": "..."}.

The engine's rules are explained in docs/contract.md, those of this package (PY1 ...) in docs/python.md.

>>> import strew
>>> strew.rules()["PY5"]
'a destination can be written'
)";

}  // namespace

NB_MODULE(_strew, module) {
  using namespace strew::python;
  import_numpy();
  look_up_names();
  intern_words();
  watch_exit();
  module.attr("__version__") = strew_version();
  add_function(module, {"rules", "rules", rules_doc, {}, 0, &with_arguments<&rules>::body});
  add_function(module, {"_build_text", "_build_text", "", {}, 0, &with_arguments<&build_text>::body});
  add_gathers(module);
  add_scatters(module);
  add_stablehlo(module);
  add_prepared(module);
  add_plan(module);
  add_exchange(module);
  add_files(module);
}
