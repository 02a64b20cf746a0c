// The whole grid: operator x data type x index type x DimensionCount x level, with and without page_tables.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "directml/level_table.hpp"
#include "directml/road.hpp"

namespace {

using namespace directml_test;

struct verdict {
  HRESULT result;
  const char* rule;
};

bool holds(std::uint32_t set, std::int32_t type) {
  return type >= 0 && type < 32 && (set >> type & 1) != 0;
}

// The last row of an operator has every type that any of its rows has. What is malformed does not depend on an option.
verdict validate(std::int32_t type, UINT count, std::int32_t data, std::int32_t at, std::int32_t level,
                 bool page_tables) {
  const level_row* last = row_in_force(type, 0x6400, false);
  if (!holds(last->data, data) || !holds(last->indices, at)) return {E_INVALIDARG, "DM5"};
  const level_row* row = row_in_force(type, level, page_tables);
  if (row == nullptr) return {DXGI_ERROR_UNSUPPORTED, "DM16"};
  if (count < row->low || count > row->high) return {DXGI_ERROR_UNSUPPORTED, "DM17"};
  if (!holds(row->data, data)) return {DXGI_ERROR_UNSUPPORTED, "DM18"};
  if (!holds(row->indices, at)) return {DXGI_ERROR_UNSUPPORTED, "DM19"};
  return {S_OK, ""};
}

// One mismatch is enough to see; the rest of the grid is counted.
struct tally {
  std::uint64_t made = 0, invalid = 0, unsupported = 0, wrong = 0;
  std::string first;
};

struct cell {
  DML_OPERATOR_TYPE type;
  std::int32_t level;
  UINT count;
  std::int32_t data, at;
};

void look(IDMLDevice* device, described& problem, const cell& where, const verdict& expected, tally& counted) {
  com_ptr<IDMLOperator> made;
  const HRESULT result = problem.create(device, made.put());
  ++(result == S_OK ? counted.made : result == E_INVALIDARG ? counted.invalid : counted.unsupported);
  const bool same_rule = result == S_OK || std::string(last_error().rule) == expected.rule;
  if (result == expected.result && same_rule && (result == S_OK) == static_cast<bool>(made)) return;
  ++counted.wrong;
  if (!counted.first.empty()) return;
  for (const std::int64_t number : {std::int64_t{where.type}, std::int64_t{where.level}, std::int64_t{where.count},
                                    std::int64_t{where.data}, std::int64_t{where.at}, std::int64_t{result}})
    counted.first += std::to_string(number) + ' ';
  counted.first += std::string("(operator, level, dimensions, data, indices, result): ") + last_error().message;
}

void walk_types(IDMLDevice* device, DML_OPERATOR_TYPE type, UINT count, std::int32_t level, bool page_tables,
                tally& counted) {
  described problem = small_problem(type, count);
  for (DML_BUFFER_TENSOR_DESC& one : problem.buffers) one.TotalTensorSizeInBytes = 64;
  for (std::int32_t data = -1; data <= 14; ++data) {
    for (const place where : {input, updates, output})
      problem.buffers[where].DataType = static_cast<DML_TENSOR_DATA_TYPE>(data);
    for (std::int32_t at = -1; at <= 14; ++at) {
      problem.buffers[indices].DataType = static_cast<DML_TENSOR_DATA_TYPE>(at);
      look(device, problem, {type, level, count, data, at}, validate(type, count, data, at, level, page_tables),
           counted);
    }
  }
}

tally walk(bool page_tables) {
  tally counted;
  for (const std::int32_t level : all_levels) {
    auto options = options_at(level);
    options.page_tables = page_tables ? 1 : 0;
    const auto device = make_device(options);
    for (const DML_OPERATOR_TYPE type : all_operators) {
      for (UINT count = 1; count <= 8; ++count) walk_types(device.get(), type, count, level, page_tables, counted);
    }
  }
  return counted;
}

TEST(directml_levels, grid) {
  const tally counted = walk(false);
  EXPECT_EQ(counted.wrong, 0u) << counted.first;
  EXPECT_EQ(counted.made + counted.invalid + counted.unsupported, 15u * 6 * 8 * 16 * 16);
  EXPECT_EQ(counted.invalid, 15u * 6 * 8 * (16 * 16 - 11 * 4));
  // DM16 to DM19 refuse the rest: a row of 4 dimensions has one index type, a row of 8 has four
  const std::uint64_t at_4 = 2 + 2 + 2 + 8 * 5, at_8 = 8 * 4 * 8 * 3 * 6, later = 11 * 4 * 8 * 9 * 6;
  EXPECT_EQ(counted.made, at_4 + at_8 + later);
}

TEST(directml_levels, grid_of_the_pages_as_printed) {
  const tally counted = walk(true);
  EXPECT_EQ(counted.wrong, 0u) << counted.first;
  const std::uint64_t at_4 = 2 * 2 + 2 * 2 + 8 * 5, at_8 = 8 * 4 * 8 * 3 * 6, later = 11 * 4 * 8 * 9 * 2;
  EXPECT_EQ(counted.made, at_4 + at_8 + later + 8 * 4 * 8 * 9 * 4);
}

}  // namespace
