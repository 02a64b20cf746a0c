#include "caps_defaults.hpp"

#include <span>

#include "choices.hpp"
#include "options.hpp"
#include "strew/options.hpp"
#include "strew/strew.h"

#if defined(STREW_CLI_DOORS)
#include "strew/bnns.h"
#define STREW_DIRECTML_NO_NAMES  // only functions of strew's are called
#include "strew/directml.h"
#endif

namespace strew::cli {
namespace {

std::string name_of(std::span<const choice> choices, std::int32_t value) {
  for (const choice& one : choices) {
    if (one.value == value) return one.name;
  }
  return std::to_string(value);
}

std::string yes_or_no(std::int32_t value) {
  return value != 0 ? "yes" : "no";
}

door_defaults defaults_of(std::string key, std::string title, const strew_options& options) {
  return {std::move(key),
          std::move(title),
          {{"reduction", name_of(reductions, options.reduction)},
           {"out_of_bounds", name_of(policies, options.out_of_bounds)},
           {"negative_indices", name_of(negative_rules, options.negative_indices)},
           {"exclude_self", yes_or_no(options.exclude_self)},
           {"accumulate", name_of(accumulators, options.accumulate)},
           {"unordered", yes_or_no(options.unordered)},
           {"duplicates", name_of(duplicate_rules, options.duplicates)},
           {"partial_window", name_of(partial_windows, options.partial_window)},
           {"fill_value", options.fill_value == nullptr ? "zero bytes" : "a value"},
           {"solver", options.solver == nullptr ? "fastest" : options.solver}}};
}

strew_options stablehlo_options(bool is_scatter) {
  strew_options options = STREW_OPTIONS_INIT;
  strew_stablehlo_options(is_scatter ? 1 : 0, &options, nullptr);
  return options;
}

#if defined(STREW_CLI_DOORS)
void add_platforms(std::vector<door_defaults>& to) {
  strew_options options = STREW_OPTIONS_INIT;
  strew_directml_default_options(0, 0, &options);
  to.push_back(defaults_of("directml", "DirectML", options));
  strew_bnns_default_options(&options);
  to.push_back(defaults_of("bnns", "BNNS", options));
}
#else
void add_platforms(std::vector<door_defaults>&) {}
#endif

}  // namespace

std::vector<door_defaults> ask_defaults() {
  const strew_options of_c = STREW_OPTIONS_INIT;
  std::vector<door_defaults> made{defaults_of("c", "C", of_c),
                                  defaults_of("cpp", "C++", strew::options{}.native()),
                                  defaults_of("python", "Python", of_c),  // its own words: tests/python/test_plans.py
                                  defaults_of("command_line", "command line", native_options(operator_options{})),
                                  defaults_of("stablehlo_gather", "stablehlo_gather", stablehlo_options(false)),
                                  defaults_of("stablehlo_scatter", "stablehlo_scatter", stablehlo_options(true))};
  add_platforms(made);
  return made;
}

}  // namespace strew::cli
