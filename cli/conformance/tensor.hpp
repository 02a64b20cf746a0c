// An array in memory, packed row-major, as a test case has it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "strew/dtype.hpp"
#include "strew/view.hpp"

namespace strew::cli::conformance {

using extents_of = std::vector<std::int64_t>;

struct tensor {
  dtype type = dtype::f32;
  extents_of extents;
  std::vector<std::byte> bytes;

  // A pointer to no element is not null: the operand is there.
  const_view view() const {
    static const std::byte nothing{};
    return {static_cast<const void*>(bytes.empty() ? &nothing : bytes.data()), type, extents};
  }
};

}  // namespace strew::cli::conformance
