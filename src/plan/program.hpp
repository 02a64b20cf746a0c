// What a solver decided for one problem: the kernels and the block, ready to run.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "kernel/kernel.hpp"
#include "problem/problem.hpp"

namespace strew {

// A solver that was asked before the chosen one and said no.
struct refusal {
  const char* solver;
  std::string reason;
};

struct program {
  const char* solver = "";
  std::size_t outer_axes = 0;       // the first axes choose positions, the rest walk a slice
  std::size_t block_positions = 1;  // positions resolved at once
  bool cuts_windows = false;        // windows may lie on the table in part
  kernel::resolve_kernel resolve = nullptr;
  kernel::cut_kernel cut = nullptr;
  kernel::block_kernel move = nullptr;  // or combine
  bool first_replaces = false;          // see kernel::block
  kernel::fill_kernel fill = nullptr;   // only with the fill policy
  std::vector<refusal> refused;
};

// The block of offsets and flags lives on the executor's stack.
constexpr std::size_t max_block_positions = 512;

}  // namespace strew
