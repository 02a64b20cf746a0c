// What strew.torch.deterministic() needs of x[i] and x[i] = v: whether a call is one that strew takes, and the call, in
// one operator each, since the questions asked from Python would take longer than a small call.
#pragma once

#include "torch/shim.hpp"

namespace strew::torch {

struct own_operator {
  const char* name;
  const char* schema;  // in PyTorch's language
  kernel function;
};

// Private to the package: they expect plain tensors of the CPU, as PyTorch's dispatcher hands them to a kernel.
//
//   _index(x, indices)                      x[indices], or nothing where strew does not take the call
//   _index_put(x, indices, values, adds)    whether x[indices] = values, or += for adds, was done
//   _index_put_rows(x, index, ...)          the same for one index, without the lists, which take half the time
//   _is_apart(x)                            whether the strides alone show that no two elements share memory
extern const own_operator index_operators[4];

}  // namespace strew::torch
