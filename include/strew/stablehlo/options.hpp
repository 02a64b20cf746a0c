// The policy of a StableHLO gather or scatter. The defaults are those of its specification.
//
// A hint, indices_are_sorted or unique_indices, is never trusted: no result depends on it, and what it would allow is
// found by looking at the indices. An untrue one, which makes a StableHLO program undefined, is only reported if
// check_hints is set.
#ifndef STREW_STABLEHLO_OPTIONS_HPP
#define STREW_STABLEHLO_OPTIONS_HPP

#include "strew/config.hpp"
#include "strew/options.hpp"
#include "strew/strew.h"

namespace STREW_NAMESPACE::stablehlo {

// The policy of a gather, to be written as {.out_of_bounds = strew::out_of_bounds::fill}. Members as in strew::options.
struct gather_options {
  strew::out_of_bounds out_of_bounds = strew::out_of_bounds::clamp;
  strew::negative_indices negative_indices = strew::negative_indices::invalid;
  strew::partial_window partial_window = strew::partial_window::element;
  fill fill_value = {};      // only with out_of_bounds::fill
  bool check_hints = false;  // refuse an untrue hint instead of ignoring it; that reads all indices once more

  // The options of the C ABI. Borrows fill_value.
  strew_options native() const noexcept {
    strew_options made =
        options{.out_of_bounds = out_of_bounds, .negative_indices = negative_indices, .partial_window = partial_window}
            .native();
    fill_value.describe(made);
    return made;
  }
};

// The update_computation of a scatter and its policy, to be written as {.reduction = strew::reduction::add}. Members as
// in strew::options.
struct scatter_options {
  strew::reduction reduction = strew::reduction::none;
  bool include_self = true;
  strew::accumulate accumulate = strew::accumulate::native;
  bool ordered = true;
  strew::out_of_bounds out_of_bounds = strew::out_of_bounds::skip;
  strew::negative_indices negative_indices = strew::negative_indices::invalid;
  strew::partial_window partial_window = strew::partial_window::element;
  strew::duplicates duplicates = strew::duplicates::allow;
  bool check_hints = false;  // refuse an untrue hint instead of ignoring it; that reads all indices once more

  // The options of the C ABI.
  strew_options native() const noexcept {
    return options{.reduction = reduction,
                   .include_self = include_self,
                   .accumulate = accumulate,
                   .ordered = ordered,
                   .out_of_bounds = out_of_bounds,
                   .negative_indices = negative_indices,
                   .partial_window = partial_window,
                   .duplicates = duplicates}
        .native();
  }
};

}  // namespace STREW_NAMESPACE::stablehlo

#endif
