// A plan: an operator on given types, shapes, strides and options, decided once. Immutable; executed from any number of
// threads at once.
#pragma once

#include <cstdint>
#include <string>

#include "base/operands.hpp"
#include "plan/program.hpp"
#include "problem/operation.hpp"

namespace strew {

struct plan {
  operands ops;
  operation what;
  program main;
  program prologue;
  bool judges = false;            // an index can be bad, so all are judged before the first write
  bool data_fits_output = false;  // a scatter with data == output is in place
};

plan make_plan(operation what, operands ops);

// Bytes that the operation must read and write: indices, what moves, and a scatter's copy of data.
std::uint64_t bytes_of(const plan& p);

std::string describe(const plan& p);  // one line
std::string explain(const plan& p);   // describe, then a line for each refused solver

}  // namespace strew
