// A plan: an operator on given types, shapes, strides and options, decided once. Immutable; executed from any number of
// threads at once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/operands.hpp"
#include "plan/program.hpp"
#include "problem/operation.hpp"

namespace strew {

// A problem and how it is solved.
struct step {
  problem what;
  program how;
};

// A reduction through a workspace of cells: fill it from the output, let the updates meet the cells, put those that
// were touched back.
struct staged_steps {
  step load;
  step accumulate;
  step store;
  std::uint64_t bytes = 0;  // of the workspace
};

// Every position leaves its number in the cells it writes, before anything else is written.
struct claim_steps {
  step claim;
  std::uint64_t cells = 0;
  std::uint64_t positions = 0;
  std::uint64_t bytes = 0;  // of the workspace: the cells, then the numbers
};

struct plan {
  operands ops;
  step main;
  std::optional<step> prologue;        // a scatter's copy of data, left out in place
  std::optional<staged_steps> staged;  // in the place of main
  std::optional<claim_steps> claims;
  std::uint64_t workspace = 0;    // bytes an execution obtains
  bool judges = false;            // an index can be bad, so all are judged before the first write
  bool data_fits_output = false;  // a scatter with data == output is in place
};

plan make_plan(const operation& what, operands ops);

// Bytes that the operation must read and write: indices, what moves, and a scatter's copy of data.
std::uint64_t bytes_of(const plan& p);

std::string describe(const plan& p);  // one line
std::string explain(const plan& p);   // describe, then a line for each refused solver

}  // namespace strew
