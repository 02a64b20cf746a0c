// The feature-level tables as the pages and the history of levels give them, typed in independently of the library.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "directml/described.hpp"

namespace directml_test {

constexpr std::uint32_t set_of(std::initializer_list<DML_TENSOR_DATA_TYPE> types) {
  std::uint32_t bits = 0;
  for (const DML_TENSOR_DATA_TYPE type : types) bits |= std::uint32_t{1} << type;
  return bits;
}

constexpr std::uint32_t floats_32_16 = set_of({DML_TENSOR_DATA_TYPE_FLOAT32, DML_TENSOR_DATA_TYPE_FLOAT16});
constexpr std::uint32_t types_8_32 =
    floats_32_16 | set_of({DML_TENSOR_DATA_TYPE_INT32, DML_TENSOR_DATA_TYPE_INT16, DML_TENSOR_DATA_TYPE_INT8,
                           DML_TENSOR_DATA_TYPE_UINT32, DML_TENSOR_DATA_TYPE_UINT16, DML_TENSOR_DATA_TYPE_UINT8});
constexpr std::uint32_t types_64 =
    set_of({DML_TENSOR_DATA_TYPE_FLOAT64, DML_TENSOR_DATA_TYPE_INT64, DML_TENSOR_DATA_TYPE_UINT64});
constexpr std::uint32_t only_uint32 = set_of({DML_TENSOR_DATA_TYPE_UINT32});
constexpr std::uint32_t index_types = set_of(
    {DML_TENSOR_DATA_TYPE_INT64, DML_TENSOR_DATA_TYPE_INT32, DML_TENSOR_DATA_TYPE_UINT64, DML_TENSOR_DATA_TYPE_UINT32});

constexpr std::int32_t all_levels[] = {0x1000, 0x2000, 0x2100, 0x3000, 0x3100, 0x4000, 0x4100, 0x5000,
                                       0x5100, 0x5200, 0x6000, 0x6100, 0x6200, 0x6300, 0x6400};

struct level_row {
  std::int32_t type, level;
  std::uint32_t low, high, data, indices;
  std::int32_t source;
};

// clang-format off
inline const std::vector<level_row>& level_rows() {
  constexpr auto page = STREW_DIRECTML_PAGE, history = STREW_DIRECTML_HISTORY, page_only = STREW_DIRECTML_PAGE_ONLY;
  constexpr auto t8_64 = types_8_32 | types_64;
  static const std::vector<level_row> rows = {
      {DML_OPERATOR_GATHER, 0x1000, 4, 4, floats_32_16, only_uint32, page},
      {DML_OPERATOR_GATHER, 0x2100, 4, 4, types_8_32, only_uint32, page},
      {DML_OPERATOR_GATHER, 0x3000, 1, 8, types_8_32, index_types, page},
      {DML_OPERATOR_GATHER, 0x4100, 1, 8, t8_64, index_types, page},
      {DML_OPERATOR_SCATTER, 0x1000, 4, 4, floats_32_16, only_uint32, page_only},
      {DML_OPERATOR_SCATTER, 0x2000, 4, 4, floats_32_16, only_uint32, history},
      {DML_OPERATOR_SCATTER, 0x2100, 4, 4, types_8_32, only_uint32, page},
      {DML_OPERATOR_SCATTER, 0x3000, 1, 8, types_8_32, index_types, page},
      {DML_OPERATOR_SCATTER, 0x4100, 1, 8, t8_64, index_types, page},
      {DML_OPERATOR_GATHER_ELEMENTS, 0x2100, 4, 4, types_8_32, only_uint32, page},
      {DML_OPERATOR_GATHER_ELEMENTS, 0x3000, 1, 8, types_8_32, index_types, page},
      {DML_OPERATOR_GATHER_ELEMENTS, 0x4100, 1, 8, t8_64, index_types, history},
      {DML_OPERATOR_GATHER_ND, 0x2100, 4, 4, types_8_32, only_uint32, page},
      {DML_OPERATOR_GATHER_ND, 0x3000, 1, 8, types_8_32, index_types, page},
      {DML_OPERATOR_GATHER_ND, 0x4100, 1, 8, t8_64, index_types, history},
      {DML_OPERATOR_GATHER_ND1, 0x3000, 1, 8, types_8_32, index_types, page},
      {DML_OPERATOR_GATHER_ND1, 0x4100, 1, 8, t8_64, index_types, history},
      {DML_OPERATOR_SCATTER_ND, 0x2100, 4, 4, types_8_32, only_uint32, page},
      {DML_OPERATOR_SCATTER_ND, 0x3000, 1, 8, types_8_32, index_types, page},
      {DML_OPERATOR_SCATTER_ND, 0x4100, 1, 8, t8_64, index_types, history},
  };
  return rows;
}
// clang-format on

// The row in force for an operator at a level; null below its first one.
inline const level_row* row_in_force(std::int32_t type, std::int32_t level, bool page_tables) {
  const level_row* found = nullptr;
  for (const level_row& row : level_rows()) {
    if (row.source == (page_tables ? STREW_DIRECTML_HISTORY : STREW_DIRECTML_PAGE_ONLY)) continue;
    if (row.type == type && row.level <= level) found = &row;
  }
  return found;
}

// A small problem of `count` dimensions: a row of 4 that two indices address; two tuples where count is above 1.
inline counts last_of(UINT count, UINT size) {
  counts sizes(count, 1);
  sizes.back() = size;
  return sizes;
}

inline described small_problem(DML_OPERATOR_TYPE type, UINT count) {
  const UINT positions = count > 1 ? 2 : 1;
  counts tuples(count, 1);
  if (count > 1) tuples[count - 2] = positions;
  const UINT axis = count - 1, rank = count > 1 ? 2 : 1;
  const tensor four = f32(last_of(count, 4)), two = f32(last_of(count, 2)), each = f32(last_of(count, positions));
  switch (type) {
    case DML_OPERATOR_GATHER:
      return gather(four, u32(last_of(count, 2)), two, axis, 1);
    case DML_OPERATOR_GATHER_ELEMENTS:
      return gather_elements(four, u32(last_of(count, 2)), two, axis);
    case DML_OPERATOR_GATHER_ND:
      return gather_nd(four, u32(tuples), each, 1, rank);
    case DML_OPERATOR_GATHER_ND1:
      return gather_nd1(four, u32(tuples), each, 1, rank, 0);
    case DML_OPERATOR_SCATTER:
      return scatter(four, u32(last_of(count, 2)), two, four, axis);
    default:
      return scatter_nd(four, u32(tuples), each, four, 1, rank);
  }
}

constexpr DML_OPERATOR_TYPE all_operators[] = {DML_OPERATOR_GATHER,    DML_OPERATOR_GATHER_ELEMENTS,
                                               DML_OPERATOR_GATHER_ND, DML_OPERATOR_GATHER_ND1,
                                               DML_OPERATOR_SCATTER,   DML_OPERATOR_SCATTER_ND};

}  // namespace directml_test
