// strew check: whether indices fit a shape, and how they use it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "commands.hpp"
#include "operator_spec.hpp"
#include "option_forms.hpp"
#include "options.hpp"

namespace strew::cli {

class command_syntax;

// What --as names: how an operator uses the indices.
struct index_form {
  const char* name;
  const operator_spec* plan;  // a gather: a scatter uses its indices in the same way
};

struct check_options {
  operator_options call;  // indices, attributes, and what is common
  std::optional<extents_list> extents;
  index_form form = {"gather", &gather_spec};
  bool needs_unique = false;
  bool needs_sorted = false;
  bool needs_covering = false;
};

command add_check(command_syntax& parent);

}  // namespace strew::cli
