#include "torch/options.hpp"

#include <stdexcept>

namespace strew::torch {

strew_options options_of(std::int64_t packed) {
  const auto field = [packed](int bit, int width) {
    return static_cast<std::int32_t>((packed >> bit) & ((std::int64_t{1} << width) - 1));
  };
  if (packed < 0 || packed >> 12 != 0) throw std::runtime_error("AT1: options: unknown bits are set");
  strew_options made = STREW_OPTIONS_INIT;
  made.reduction = field(0, 4);
  made.out_of_bounds = field(4, 3);
  made.negative_indices = field(7, 1);
  made.exclude_self = field(8, 1);
  made.accumulate = field(9, 1);
  made.unordered = field(10, 1);
  made.duplicates = field(11, 1);
  return made;
}

}  // namespace strew::torch
