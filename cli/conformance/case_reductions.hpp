// The reductions of ScatterElements and ScatterND, which differ in the shape of their indices alone.
#pragma once

#include "conformance/case_builder.hpp"

namespace strew::cli::conformance {

// `distinct` and `repeated` are forms of the operator without and with indices that repeat; `line` makes the form of
// indices into data of one dimension.
struct reduced_forms {
  form distinct;
  form repeated;
  extents_of (*line)(std::int64_t count);
};

void add_reductions(const case_family& family, const reduced_forms& forms, case_list& cases);

}  // namespace strew::cli::conformance
