#include <span>

#include "caps/queries.hpp"
#include "choices.hpp"
#include "options.hpp"
#include "strew/options.hpp"

#if defined(STREW_CLI_FRONTENDS)
#include "strew/bnns.h"
#define STREW_DIRECTML_NO_NAMES  // only functions of strew are called
#include "strew/directml.h"
#endif

namespace strew::cli {
namespace {

answer name_of(std::span<const choice> choices, std::int32_t value) {
  for (const choice& one : choices) {
    if (one.value == value) return word(one.name);
  }
  return number(value);
}

answer yes_or_no(std::int32_t value) {
  return word(value != 0 ? "yes" : "no");
}

answer described(const strew_options& options) {
  return {{{"reduction", name_of(reductions, options.reduction)},
           {"out_of_bounds", name_of(policies, options.out_of_bounds)},
           {"negative_indices", name_of(negative_rules, options.negative_indices)},
           {"exclude_self", yes_or_no(options.exclude_self)},
           {"accumulate", name_of(accumulators, options.accumulate)},
           {"unordered", yes_or_no(options.unordered)},
           {"duplicates", name_of(duplicate_rules, options.duplicates)},
           {"partial_window", name_of(partial_windows, options.partial_window)},
           {"fill_value", word(options.fill_value == nullptr ? "zero bytes" : "a value")},
           {"solver", word(options.solver == nullptr ? "fastest" : options.solver)}}};
}

}  // namespace

answer query_defaults() {
  answer made;
  strew_options options = STREW_OPTIONS_INIT;
  made.add("c", described(options));
  made.add("cpp", described(strew::options{}.native()));
  made.add("python", described(options));  // as the Python package names them: tests/python/test_plans.py
  made.add("command_line", described(native_options(operator_options{})));
  strew_stablehlo_options(0, &options, nullptr);
  made.add("stablehlo_gather", described(options));
  strew_stablehlo_options(1, &options, nullptr);
  made.add("stablehlo_scatter", described(options));
#if defined(STREW_CLI_FRONTENDS)
  strew_directml_default_options(0, 0, &options);
  made.add("directml", described(options));
  strew_bnns_default_options(&options);
  made.add("bnns", described(options));
#endif
  return made;
}

}  // namespace strew::cli
