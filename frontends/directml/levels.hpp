// The feature-level tables: the levels that introduced operators, dimension counts and types.
#pragma once

#include <cstdint>
#include <span>

#include "directml/failure.hpp"
#include "strew/directml.h"

namespace strew::frontends::directml {

std::span<const strew_directml_level> level_rows();

bool is_published_level(std::int32_t level);

// Whether some level supports the type for this operand of the operators: DM5.
bool can_be_data(std::int32_t data_type);
bool can_be_indices(std::int32_t data_type);

// Bit of a type in the rows.
constexpr std::uint32_t bit(std::int32_t data_type) {
  return std::uint32_t{1} << data_type;
}

struct level_query {
  std::int32_t operator_type;
  std::uint32_t dimensions;
  std::int32_t data_type;
  std::int32_t index_type;
};

// DM16 to DM19: whether the level supports the request. `page_tables` as in strew_directml_options.
maybe_failure check_level(const level_query& query, std::int32_t level, bool page_tables);

}  // namespace strew::frontends::directml
