// One call of a drawn problem.
#pragma once

#include "digest/problem.hpp"

namespace strew::digest {

struct operands {
  strew_tensor data, indices, updates, output;  // updates only of a scatter
};

strew_status call(const problem& p, const operands& with, const strew_options& options, strew_error& error);

}  // namespace strew::digest
