// The kernels by which listed slices are reduced: one for whole runs, or those for parts of them.
#pragma once

#include <cstddef>

#include "kernel/kernel_set.hpp"
#include "solve/pairs.hpp"

namespace strew::engine {

constexpr std::size_t accumulator_room = paired_updates::staged_bytes;  // of the accumulators of a task
constexpr std::size_t reduced_at_once = 192;                            // positions whose updates are listed
constexpr std::size_t max_fetched_row = 512;  // bytes; of longer ones the processor reads ahead

// Null: only parts of runs are reduced at once.
inline kernel::reduction_kernel whole_kernel_of(const kernel::slice_kernels& slices,
                                                const kernel::product_kernels& products) {
  return products.load == nullptr ? slices.reduce : products.reduce;
}

// How the updates of listed slices are combined.
struct reduction_kernels {
  kernel::slice_kernels slices;
  kernel::slice_kernels updates;     // those that read them
  kernel::product_kernels products;  // of weighted updates
  std::ptrdiff_t table_step = 0;     // from unit to unit
  std::ptrdiff_t direct_step = 0;
  std::ptrdiff_t weight_step = 0;
  std::size_t width = 0;
  bool are_updates_wider = false;  // than cells

  // By the kernel for whole runs, or else by those for parts of them.
  void reduce(const kernel::reduction_block& work) const;
  // Whether runs of so many units are reduced by one kernel.
  [[nodiscard]] bool takes_whole(std::size_t count) const { return whole_kernel(count) != nullptr; }
  // Slices of so many units that are fetched ahead of those that are reduced.
  [[nodiscard]] std::size_t slices_ahead(std::size_t count, bool is_distant) const;

 private:
  [[nodiscard]] kernel::reduction_kernel whole_kernel(std::size_t count) const;
  void reduce_by_parts(const kernel::reduction_block& work) const;
  void reduce_run(const kernel::reduction_block& work, std::size_t r) const;
};

}  // namespace strew::engine
