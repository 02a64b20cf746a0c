// The attributes of a case as arguments of the C ABI.
#pragma once

#include <string>
#include <vector>

#include "cases/operator_kind.hpp"
#include "conformance/tensor.hpp"
#include "oracle/stablehlo.hpp"

namespace strew::conformance {

using cases::operator_kind;

struct attributes {
  int64_t axis = 0;
  int64_t batch_dims = 0;
  int32_t mode = STREW_MODE_LINEAR;
  strew_options options = STREW_OPTIONS_INIT;
  bool fill_is_nan = false;

  // Rules of the system that a case comes from, which strew itself does not require.
  std::vector<std::string> index_types;  // none: any
  bool equal_off_axis = false;           // the elements forms: J[d] = D[d] for each d but the axis
  bool reshape_updates = false;          // updates of the right count have the right shape

  oracle::dimensions numbers;  // of the StableHLO forms

  // Promises, which change no result where they hold; StableHLO's frontend checks them.
  bool unique_indices = false;
  bool indices_are_sorted = false;
};

// Throws std::invalid_argument for an attribute or a value that is not known.
attributes read_attributes(operator_kind op, const std::string& dialect, const json& text);

}  // namespace strew::conformance
