#include <nanobind/nanobind.h>

#include "execution.hpp"
#include "exit.hpp"
#include "failure.hpp"
#include "names.hpp"
#include "operators.hpp"
#include "option_values.hpp"
#include "plan.hpp"
#include "prepared.hpp"
#include "strew/strew.h"

NB_MODULE(_strew, module) {
  using namespace strew::python;
  look_up_names();
  intern_words();
  watch_exit();
  module.attr("__version__") = strew_version();
  module.def("rules", &rule_texts, R"(The number and text of each rule: {"ND3": "..."}.

The engine's rules are explained in docs/contract.md, those of this package (PY1 ...) in docs/python.md.

>>> import strew
>>> strew.rules()["PY5"]
'a destination can be written'
)");
  add_gathers(module);
  add_scatters(module);
  add_stablehlo(module);
  add_prepared(module);
  add_plan(module);
}
