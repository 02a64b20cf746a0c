// Options with any values in their fields.
#pragma once

#include <algorithm>
#include <cstdint>

#include "fuzz/shared/choices.hpp"
#include "strew/strew.h"

namespace strew::fuzz {

inline void set_options(strew_options& options, choices& in) {
  static const double fill[4] = {1.5, 2.0, 3.0, 4.0};
  std::int32_t* const fields[] = {&options.reduction,    &options.out_of_bounds, &options.negative_indices,
                                  &options.exclude_self, &options.accumulate,    &options.unordered,
                                  &options.duplicates,   &options.partial_window};
  for (std::int32_t* field : fields)
    if (in.one_in(6)) *field = static_cast<std::int32_t>(in.one_in(16) ? in.arbitrary() : in.below(10));
  const strew_dtype fill_dtype = options.fill_dtype;
  const std::uint64_t fill_bytes = options.fill_bytes;
  if (in.one_in(16)) options.fill_dtype = static_cast<strew_dtype>(in.below(17));
  if (in.one_in(8)) options.fill_bytes = in.below(sizeof fill + 1);
  // The buffer of the old value has only the size of its own type.
  const bool is_larger = options.fill_dtype != fill_dtype || options.fill_bytes > fill_bytes;
  if (in.one_in(16) || (options.fill_value != nullptr && is_larger)) {
    options.fill_value = fill;
    options.fill_bytes = std::min<std::uint64_t>(options.fill_bytes, sizeof fill);
  }
  if (in.one_in(8)) options.solver = in.one_in(2) ? strew_solver_name(in.below(20)) : "";
  if (in.one_in(128)) options.struct_size = static_cast<std::uint32_t>(in.arbitrary());
  if (in.one_in(128)) options.version = static_cast<std::uint32_t>(in.arbitrary());
}

}  // namespace strew::fuzz
