// Highlands of hills and streams, computed: the arrays of two moves that draw them.
#ifndef STREW_EXAMPLES_HIGHLANDS_HPP
#define STREW_EXAMPLES_HIGHLANDS_HPP

#include <cstdint>
#include <vector>

struct highlands {
  std::uint32_t rows = 0, columns = 0;
  std::uint32_t tint_count = 0;
  std::vector<std::uint8_t> tints;     // [tint_count, 3]: of each height, from the valleys to the tops, in each light
  std::vector<std::uint32_t> tint_of;  // [rows, columns], numbers of tints
  std::uint32_t step_count = 0;
  std::vector<std::uint32_t> steps;  // [step_count, 2]: where drops of rain run, drop by drop
  std::vector<std::uint8_t> waters;  // [step_count, 3]: the colour that a drop leaves there, brighter further down
};

highlands make_highlands(std::uint32_t rows, std::uint32_t columns);

#endif
