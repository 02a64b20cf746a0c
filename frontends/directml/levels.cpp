#include "directml/levels.hpp"

#include <iterator>

namespace strew::frontends::directml {
namespace {

constexpr std::uint32_t floats = bit(DML_TENSOR_DATA_TYPE_FLOAT32) | bit(DML_TENSOR_DATA_TYPE_FLOAT16);
constexpr std::uint32_t up_to_32 = floats | bit(DML_TENSOR_DATA_TYPE_UINT32) | bit(DML_TENSOR_DATA_TYPE_UINT16) |
                                   bit(DML_TENSOR_DATA_TYPE_UINT8) | bit(DML_TENSOR_DATA_TYPE_INT32) |
                                   bit(DML_TENSOR_DATA_TYPE_INT16) | bit(DML_TENSOR_DATA_TYPE_INT8);
constexpr std::uint32_t up_to_64 =
    up_to_32 | bit(DML_TENSOR_DATA_TYPE_FLOAT64) | bit(DML_TENSOR_DATA_TYPE_UINT64) | bit(DML_TENSOR_DATA_TYPE_INT64);
constexpr std::uint32_t unsigned_32 = bit(DML_TENSOR_DATA_TYPE_UINT32);
constexpr std::uint32_t any_index =
    unsigned_32 | bit(DML_TENSOR_DATA_TYPE_INT32) | bit(DML_TENSOR_DATA_TYPE_UINT64) | bit(DML_TENSOR_DATA_TYPE_INT64);

constexpr strew_directml_level row(DML_OPERATOR_TYPE type, DML_FEATURE_LEVEL level, std::uint32_t low,
                                   std::uint32_t high, std::uint32_t data, std::uint32_t indices,
                                   std::int32_t source = STREW_DIRECTML_PAGE) {
  return {sizeof(strew_directml_level), 1, type, level, low, high, data, indices, source};
}

// Sorted by operator and level; a row applies up to the next one of its operator. The page of SCATTER documents it from
// 1_0, header and history only from 2_0. The pages of GATHER and SCATTER list 64-bit elements; for the other operators
// the history does, among those that level 4_1 extended.
constexpr strew_directml_level rows[] = {
    row(DML_OPERATOR_GATHER, DML_FEATURE_LEVEL_1_0, 4, 4, floats, unsigned_32),
    row(DML_OPERATOR_GATHER, DML_FEATURE_LEVEL_2_1, 4, 4, up_to_32, unsigned_32),
    row(DML_OPERATOR_GATHER, DML_FEATURE_LEVEL_3_0, 1, 8, up_to_32, any_index),
    row(DML_OPERATOR_GATHER, DML_FEATURE_LEVEL_4_1, 1, 8, up_to_64, any_index),
    row(DML_OPERATOR_SCATTER, DML_FEATURE_LEVEL_1_0, 4, 4, floats, unsigned_32, STREW_DIRECTML_PAGE_ONLY),
    row(DML_OPERATOR_SCATTER, DML_FEATURE_LEVEL_2_0, 4, 4, floats, unsigned_32, STREW_DIRECTML_HISTORY),
    row(DML_OPERATOR_SCATTER, DML_FEATURE_LEVEL_2_1, 4, 4, up_to_32, unsigned_32),
    row(DML_OPERATOR_SCATTER, DML_FEATURE_LEVEL_3_0, 1, 8, up_to_32, any_index),
    row(DML_OPERATOR_SCATTER, DML_FEATURE_LEVEL_4_1, 1, 8, up_to_64, any_index),
    row(DML_OPERATOR_GATHER_ELEMENTS, DML_FEATURE_LEVEL_2_1, 4, 4, up_to_32, unsigned_32),
    row(DML_OPERATOR_GATHER_ELEMENTS, DML_FEATURE_LEVEL_3_0, 1, 8, up_to_32, any_index),
    row(DML_OPERATOR_GATHER_ELEMENTS, DML_FEATURE_LEVEL_4_1, 1, 8, up_to_64, any_index, STREW_DIRECTML_HISTORY),
    row(DML_OPERATOR_GATHER_ND, DML_FEATURE_LEVEL_2_1, 4, 4, up_to_32, unsigned_32),
    row(DML_OPERATOR_GATHER_ND, DML_FEATURE_LEVEL_3_0, 1, 8, up_to_32, any_index),
    row(DML_OPERATOR_GATHER_ND, DML_FEATURE_LEVEL_4_1, 1, 8, up_to_64, any_index, STREW_DIRECTML_HISTORY),
    row(DML_OPERATOR_SCATTER_ND, DML_FEATURE_LEVEL_2_1, 4, 4, up_to_32, unsigned_32),
    row(DML_OPERATOR_SCATTER_ND, DML_FEATURE_LEVEL_3_0, 1, 8, up_to_32, any_index),
    row(DML_OPERATOR_SCATTER_ND, DML_FEATURE_LEVEL_4_1, 1, 8, up_to_64, any_index, STREW_DIRECTML_HISTORY),
    row(DML_OPERATOR_GATHER_ND1, DML_FEATURE_LEVEL_3_0, 1, 8, up_to_32, any_index),
    row(DML_OPERATOR_GATHER_ND1, DML_FEATURE_LEVEL_4_1, 1, 8, up_to_64, any_index, STREW_DIRECTML_HISTORY),
};

constexpr std::int32_t levels[] = {
    DML_FEATURE_LEVEL_1_0, DML_FEATURE_LEVEL_2_0, DML_FEATURE_LEVEL_2_1, DML_FEATURE_LEVEL_3_0, DML_FEATURE_LEVEL_3_1,
    DML_FEATURE_LEVEL_4_0, DML_FEATURE_LEVEL_4_1, DML_FEATURE_LEVEL_5_0, DML_FEATURE_LEVEL_5_1, DML_FEATURE_LEVEL_5_2,
    DML_FEATURE_LEVEL_6_0, DML_FEATURE_LEVEL_6_1, DML_FEATURE_LEVEL_6_2, DML_FEATURE_LEVEL_6_3, DML_FEATURE_LEVEL_6_4};

// The last row of the operator at or below the level, or null.
const strew_directml_level* find_row(std::int32_t type, std::int32_t level, bool page_tables) {
  const std::int32_t skipped = page_tables ? STREW_DIRECTML_HISTORY : STREW_DIRECTML_PAGE_ONLY;
  const strew_directml_level* found = nullptr;
  for (const strew_directml_level& one : rows) {
    if (one.operator_type == type && one.level <= level && one.source != skipped) found = &one;
  }
  return found;
}

int major(std::int32_t level) {
  return level >> 12;
}
int minor(std::int32_t level) {
  return level >> 8 & 15;
}

}  // namespace

std::span<const strew_directml_level> level_rows() {
  return rows;
}

bool is_published_level(std::int32_t level) {
  for (const std::int32_t one : levels) {
    if (one == level) return true;
  }
  return false;
}

bool can_be_data(std::int32_t data_type) {
  return data_type > 0 && data_type < 32 && (up_to_64 & bit(data_type)) != 0;
}

bool can_be_indices(std::int32_t data_type) {
  return data_type > 0 && data_type < 32 && (any_index & bit(data_type)) != 0;
}

maybe_failure check_level(const level_query& query, std::int32_t level, bool page_tables) {
  const char* name = strew_directml_operator_name(query.operator_type);
  const int high = major(level), low = minor(level);
  const strew_directml_level* found = find_row(query.operator_type, level, page_tables);
  if (found == nullptr)
    return unsupported(STREW_OPERAND_NONE, "DM16", "feature level {}_{} has no {}", high, low, name);
  if (query.dimensions < found->dimensions_low || query.dimensions > found->dimensions_high) {
    return unsupported(STREW_OPERAND_DATA, "DM17", "DimensionCount is {}; at feature level {}_{} {} has {} to {}",
                       query.dimensions, high, low, name, found->dimensions_low, found->dimensions_high);
  }
  if ((found->data_types & bit(query.data_type)) == 0) {
    return unsupported(STREW_OPERAND_DATA, "DM18", "feature level {}_{} has no {} of {}", high, low, name,
                       strew_directml_data_type_name(query.data_type));
  }
  if ((found->index_types & bit(query.index_type)) == 0) {
    return unsupported(STREW_OPERAND_INDICES, "DM19", "feature level {}_{} has no {} with indices of {}", high, low,
                       name, strew_directml_data_type_name(query.index_type));
  }
  return {};
}

}  // namespace strew::frontends::directml

std::int32_t strew_directml_level_row(std::uint64_t number, strew_directml_level* row) {
  if (row == nullptr || !strew::frontends::is_known(*row)) return 0;
  const auto all = strew::frontends::directml::level_rows();
  if (number >= all.size()) return 0;
  *row = all[number];
  return 1;
}

std::int32_t strew_directml_feature_level(std::uint64_t number) {
  using strew::frontends::directml::levels;
  return number < std::size(levels) ? levels[number] : 0;
}
