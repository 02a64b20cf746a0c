// Each row of the tables both ways: it works end to end from its level on, and at no level below; the rows as data.
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "directml/level_table.hpp"
#include "directml/road.hpp"

namespace {

using namespace directml_test;
using byte_list = std::vector<unsigned char>;

// `count` elements of `type` with these small numbers as their bits.
byte_list elements(DML_TENSOR_DATA_TYPE type, const std::vector<unsigned>& values) {
  const std::size_t width = static_cast<std::size_t>(width_of(type));
  byte_list made(values.size() * width);
  for (std::size_t i = 0; i < values.size(); ++i) made[i * width] = static_cast<unsigned char>(values[i]);
  return made;
}

// What small_problem gives for the row 5 6 7 8, indices 2 1 and updates 9 10.
std::vector<unsigned> expected_of(const described& problem) {
  const bool has_two = problem.owned[indices].sizes.size() > 1 || problem.kind == DML_OPERATOR_GATHER ||
                       problem.kind == DML_OPERATOR_GATHER_ELEMENTS || problem.kind == DML_OPERATOR_SCATTER;
  if (problem.is_scatter()) return has_two ? std::vector<unsigned>{5, 10, 9, 8} : std::vector<unsigned>{5, 6, 9, 8};
  return has_two ? std::vector<unsigned>{7, 6} : std::vector<unsigned>{7};
}

void set_types(described& problem, DML_TENSOR_DATA_TYPE data, DML_TENSOR_DATA_TYPE at) {
  for (const place where : {input, updates, output}) problem.set_type(where, data);
  problem.set_type(indices, at);
}

// As many of two numbers as the tensor has elements.
byte_list some(const tensor& where, unsigned first, unsigned second) {
  UINT count = 1;
  for (const UINT size : where.sizes) count *= size;
  return elements(where.type, count == 1 ? std::vector<unsigned>{first} : std::vector<unsigned>{first, second});
}

void expect_works(IDMLDevice* device, described& problem) {
  const auto type = problem.owned[input].type;
  const auto expected = elements(type, expected_of(problem));
  const auto from = problem.is_scatter() ? some(problem.owned[updates], 9, 10) : byte_list{};
  auto result = run(device, problem, elements(type, {5, 6, 7, 8}), some(problem.owned[indices], 2, 1), from);
  ASSERT_GE(result.size(), expected.size());
  result.resize(expected.size());
  EXPECT_EQ(result, expected) << problem.type << ' ' << type << ' ' << problem.owned[indices].type;
}

void expect_row(const level_row& row, IDMLDevice* device) {
  for (UINT count = row.low; count <= row.high; ++count) {
    for (std::int32_t data = 1; data <= 13; ++data) {
      for (std::int32_t at = 1; at <= 13; ++at) {
        if ((row.data >> data & 1) == 0 || (row.indices >> at & 1) == 0) continue;
        described problem = small_problem(static_cast<DML_OPERATOR_TYPE>(row.type), count);
        set_types(problem, static_cast<DML_TENSOR_DATA_TYPE>(data), static_cast<DML_TENSOR_DATA_TYPE>(at));
        expect_works(device, problem);
      }
    }
  }
}

com_ptr<IDMLDevice> device_of(const level_row& row, std::int32_t level) {
  auto options = options_at(level);
  options.page_tables = row.source == STREW_DIRECTML_PAGE_ONLY ? 1 : 0;
  return make_device(options);
}

TEST(directml_levels, each_row_works_at_its_level) {
  for (const level_row& row : level_rows()) expect_row(row, device_of(row, row.level).get());
}

// What a row adds to the one before it, at every published level below the row.
TEST(directml_levels, what_a_row_adds_is_unsupported_below_it) {
  for (const level_row& row : level_rows()) {
    const bool page_tables = row.source == STREW_DIRECTML_PAGE_ONLY;
    const level_row* before = row_in_force(row.type, row.level - 1, page_tables);
    described problem = small_problem(static_cast<DML_OPERATOR_TYPE>(row.type), 4);
    DML_TENSOR_DATA_TYPE data = DML_TENSOR_DATA_TYPE_FLOAT32;
    if (before != nullptr && before->data != row.data) data = DML_TENSOR_DATA_TYPE_INT16;
    if (before != nullptr && (row.data & types_64) != 0) data = DML_TENSOR_DATA_TYPE_INT64;
    const bool adds_indices = before != nullptr && before->indices != row.indices;
    set_types(problem, data, adds_indices ? DML_TENSOR_DATA_TYPE_INT32 : DML_TENSOR_DATA_TYPE_UINT32);
    expect_works(device_of(row, row.level).get(), problem);
    const std::string rule = before == nullptr ? "DM16" : adds_indices ? "DM19" : "DM18";
    for (const std::int32_t level : all_levels) {
      if (level >= row.level) break;
      com_ptr<IDMLOperator> made;
      EXPECT_EQ(problem.create(device_of(row, level).get(), made.put()), DXGI_ERROR_UNSUPPORTED)
          << row.type << ' ' << row.level << " at " << level;
      if (before == nullptr || level < before->level) continue;
      EXPECT_EQ(last_error().rule, rule) << row.type << ' ' << level;
    }
  }
}

TEST(directml_levels, other_dimension_counts_than_4_came_with_3_0) {
  for (const DML_OPERATOR_TYPE type : all_operators) {
    for (const UINT count : {1u, 2u, 3u, 5u, 6u, 7u, 8u}) {
      described problem = small_problem(type, count);
      expect_works(make_device(DML_FEATURE_LEVEL_3_0).get(), problem);
      const bool came_later = type == DML_OPERATOR_GATHER_ND1;
      expect_refused(make_device(DML_FEATURE_LEVEL_2_1).get(), problem, DXGI_ERROR_UNSUPPORTED,
                     came_later ? "DM16" : "DM17");
    }
  }
}

TEST(directml_levels, malformed_comes_before_unsupported) {
  const auto early = make_device(DML_FEATURE_LEVEL_1_0);
  for (const DML_OPERATOR_TYPE type : all_operators) {
    described problem = small_problem(type, 8);
    set_types(problem, DML_TENSOR_DATA_TYPE_FLOAT64, DML_TENSOR_DATA_TYPE_INT64);
    problem.buffers[output].TotalTensorSizeInBytes -= 4;
    expect_refused(early.get(), problem, E_INVALIDARG, "DM7");
    problem.describe(output);
    com_ptr<IDMLOperator> made;
    EXPECT_EQ(problem.create(early.get(), made.put()), DXGI_ERROR_UNSUPPORTED);
  }
}

using row_key =
    std::tuple<std::int32_t, std::int32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::int32_t>;

TEST(directml_levels, rows_as_data_are_the_table) {
  std::multiset<row_key> listed, expected;
  strew_directml_level row = STREW_DIRECTML_LEVEL_INIT;
  std::uint64_t number = 0;
  for (; strew_directml_level_row(number, &row) != 0; ++number) {
    listed.insert({row.operator_type, row.level, row.dimensions_low, row.dimensions_high, row.data_types,
                   row.index_types, row.source});
    ASSERT_LT(number, 100u);
  }
  for (const level_row& one : level_rows())
    expected.insert({one.type, one.level, one.low, one.high, one.data, one.indices, one.source});
  EXPECT_EQ(listed, expected);
  EXPECT_EQ(strew_directml_level_row(UINT64_MAX, &row), 0);
  strew_directml_level unknown = STREW_DIRECTML_LEVEL_INIT;
  unknown.version = 2;
  EXPECT_EQ(strew_directml_level_row(0, &unknown), 0);
  EXPECT_EQ(strew_directml_level_row(0, nullptr), 0);
}

TEST(directml_levels, published_levels_in_order) {
  std::uint64_t number = 0;
  for (const std::int32_t level : all_levels) EXPECT_EQ(strew_directml_feature_level(number++), level);
  EXPECT_EQ(strew_directml_feature_level(number), 0);
  EXPECT_EQ(strew_directml_feature_level(UINT64_MAX), 0);
}

}  // namespace
