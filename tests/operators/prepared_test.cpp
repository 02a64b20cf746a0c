// Prepared indices: what is found out about them, and plans that are bound to them.
#include <algorithm>
#include <cstddef>
#include <functional>
#include <random>
#include <utility>

#include "operators/expect.hpp"
#include "operators/line.hpp"
#include "operators/planned.hpp"

namespace strew::support {
namespace {

using numbers = std::vector<uint64_t>;

strew_options with_policy(int32_t outside, int32_t negative = STREW_NEGATIVE_FROM_END) {
  return options_of(STREW_REDUCTION_NONE, outside, negative);
}

struct finding {
  std::vector<int64_t> indices;
  int32_t outside;
  uint64_t skipped, duplicates, first, other;
  int32_t order;
  numbers positions;
  uint64_t distinct, most_frequent, runs;
  int32_t constant_rows;
};

void expect_finding(operator_kind kind, const finding& f) {
  line<int32_t> l{kind,
                  {10, 20, 30, 40, 50},
                  f.indices,
                  counting<int32_t>(static_cast<int64_t>(f.indices.size()), 1),
                  with_policy(f.outside)};
  const plan_handle plan = plan_of(l.view());
  const prepared_handle prepared = prepared_of(plan, l.indices.data());
  const strew_prepared_info info = info_of(prepared);
  EXPECT_EQ(info.positions, f.indices.size());
  EXPECT_EQ(info.bytes, (4 * f.indices.size() + 7) / 8 * 8 + 8 * f.indices.size());
  EXPECT_EQ(info.bytes, strew_plan_prepared_bytes(plan.get()));
  EXPECT_EQ(info.skipped, f.skipped);
  EXPECT_EQ(info.duplicates, f.duplicates);
  EXPECT_EQ(info.first_position, f.first);
  EXPECT_EQ(info.other_position, f.other);
  EXPECT_EQ(info.order, f.order);
  EXPECT_EQ(info.reserved, 0);
  EXPECT_EQ(info.distinct, f.distinct);
  EXPECT_EQ(info.most_frequent, f.most_frequent);
  EXPECT_EQ(info.runs, f.runs);
  EXPECT_EQ(info.constant_rows, f.constant_rows);
  EXPECT_EQ(order_of(prepared), f.positions);
}

TEST(prepared, info_of_a_line) {
  const finding rows[] = {
      {{3, 1, 3, -2}, STREW_OOB_ERROR, 0, 2, 2, 0, STREW_ORDER_UNSORTED, {1, 0, 2, 3}, 2, 3, 2, 0},
      {{0, 2, 4}, STREW_OOB_ERROR, 0, 0, 0, 0, STREW_ORDER_ASCENDING, {0, 1, 2}, 3, 1, 1, 0},
      {{0, 2, 2, 4}, STREW_OOB_ERROR, 0, 1, 2, 1, STREW_ORDER_SORTED, {0, 1, 2, 3}, 3, 2, 1, 0},
      {{4, 4, 0, 0}, STREW_OOB_ERROR, 0, 2, 1, 0, STREW_ORDER_REVERSED, {2, 3, 0, 1}, 2, 2, 2, 0},
      {{4, 2, -5}, STREW_OOB_ERROR, 0, 0, 0, 0, STREW_ORDER_DESCENDING, {2, 1, 0}, 3, 1, 3, 0},
      {{1, 3, 0, 3, 4}, STREW_OOB_ERROR, 0, 1, 3, 1, STREW_ORDER_UNSORTED, {2, 0, 1, 3, 4}, 4, 2, 2, 0},
      {{2, -3, 2}, STREW_OOB_ERROR, 0, 2, 1, 0, STREW_ORDER_SORTED, {0, 1, 2}, 1, 3, 1, 1},
      {{}, STREW_OOB_ERROR, 0, 0, 0, 0, STREW_ORDER_ASCENDING, {}, 0, 0, 0, 1},
      {{9, 0, -6, 3}, STREW_OOB_SKIP, 2, 0, 0, 0, STREW_ORDER_ASCENDING, {1, 3, 0, 2}, 2, 1, 1, 0},  // those skipped do
                                                                                                     // not count
      {{4, 9, 1}, STREW_OOB_SKIP, 1, 0, 0, 0, STREW_ORDER_DESCENDING, {2, 0, 1}, 2, 1, 2, 0},
      {{9, -6}, STREW_OOB_SKIP, 2, 0, 0, 0, STREW_ORDER_ASCENDING, {0, 1}, 0, 0, 0, 0},
      {{9, 4, 9}, STREW_OOB_CLAMP, 0, 2, 1, 0, STREW_ORDER_SORTED, {0, 1, 2}, 1, 3, 1, 1},
      {{9, -6, 0}, STREW_OOB_CLAMP, 0, 1, 2, 1, STREW_ORDER_REVERSED, {1, 2, 0}, 2, 2, 2, 0},
      {{9, -6, 5}, STREW_OOB_WRAP, 0, 1, 1, 0, STREW_ORDER_REVERSED, {2, 0, 1}, 2, 2, 2, 0},
      {{2, 2}, STREW_OOB_ASSUME, 0, 1, 1, 0, STREW_ORDER_SORTED, {0, 1}, 1, 2, 1, 1},
  };
  for (const finding& f : rows) {
    for (const operator_kind kind : line_ops) expect_finding(kind, f);
  }
}

// Version 1 ends before `distinct`: nothing is written behind it, and what descends is unsorted.
TEST(prepared, the_first_version_of_the_info) {
  line<int32_t> l{operator_kind::scatter, {10, 20, 30}, {2, 1, 0}, {1, 2, 3}};
  const prepared_handle prepared = prepared_of(plan_of(l.view()), l.indices.data());
  strew_prepared_info info = STREW_PREPARED_INFO_INIT;
  info.struct_size = offsetof(strew_prepared_info, distinct);
  info.version = 1;
  info.distinct = info.most_frequent = info.runs = 77;
  info.constant_rows = 77;
  EXPECT_EQ(strew_prepared_inspect(prepared.get(), &info, nullptr), STREW_STATUS_OK);
  EXPECT_EQ(info.positions, 3U);
  EXPECT_EQ(info.order, STREW_ORDER_UNSORTED);
  EXPECT_EQ((numbers{info.distinct, info.most_frequent, info.runs}), (numbers{77, 77, 77}));
  EXPECT_EQ(info.constant_rows, 77);
  EXPECT_EQ(info_of(prepared).order, STREW_ORDER_DESCENDING);
}

TEST(prepared, fill_leaves_out_as_skip_does) {
  for (const operator_kind kind : line_gathers)
    expect_finding(kind, {{9, 0, -6, 0}, STREW_OOB_FILL, 2, 1, 3, 1, STREW_ORDER_SORTED, {1, 3, 0, 2}, 1, 2, 1, 0});
}

// More positions than are sorted word by word.
TEST(prepared, many_positions_are_ordered_as_a_stable_sort_does) {
  constexpr int64_t count = 5000;
  line<int8_t> l{operator_kind::scatter, std::vector<int8_t>(3000), {}, std::vector<int8_t>(count)};
  for (int64_t n = 0; n < count; ++n) l.indices.push_back(n * n % 2999);
  const plan_handle plan = plan_of(l.view());
  const prepared_handle prepared = prepared_of(plan, l.indices.data());
  numbers expected = counting<uint64_t>(count);
  std::stable_sort(expected.begin(), expected.end(),
                   [&](uint64_t left, uint64_t right) { return l.indices[left] < l.indices[right]; });
  EXPECT_EQ(order_of(prepared), expected);
  std::vector<int64_t> distinct = l.indices;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  EXPECT_EQ(info_of(prepared).duplicates, count - distinct.size());
  EXPECT_EQ(info_of(prepared).first_position, 1500U);  // 1499^2 = 1500^2 modulo 2999
  EXPECT_EQ(info_of(prepared).other_position, 1499U);
}

// So many that the library's own threads divide them. Sorted by places that are as many, fewer, and many more, or all
// but one of which are one.
TEST(prepared, many_more_positions_are_ordered_by_tasks) {
  constexpr uint64_t count = 300'000;
  std::mt19937_64 random(3);
  const std::function<int64_t()> rows[] = {[&] { return static_cast<int64_t>(random() % count); },
                                           [&] { return static_cast<int64_t>(random() % 3); },
                                           [&] { return static_cast<int64_t>(random() >> 3U); },
                                           [&] { return random() % 16 == 0 ? int64_t{-1} : int64_t{7}; }};
  const float value = 7;
  for (const auto& row : rows) {
    std::vector<int64_t> indices(count);
    std::generate(indices.begin(), indices.end(), row);
    std::vector<float> output(count);
    arguments a = along(operator_kind::gather, 0);
    const shape data{*std::max_element(indices.begin(), indices.end()) + 1}, positions{static_cast<int64_t>(count)};
    const shape still{0}, packed{8}, floats{4};
    const strew_options options = with_policy(STREW_OOB_SKIP, STREW_NEGATIVE_INVALID);
    a.options = &options;
    a.data = describe(const_cast<float*>(&value), STREW_DTYPE_F32, data, still);
    a.indices = describe(indices.data(), STREW_DTYPE_I64, positions, packed);
    a.output = describe(output.data(), STREW_DTYPE_F32, positions, floats);
    const prepared_handle prepared = prepared_of(plan_of(a), indices.data());
    numbers expected = counting<uint64_t>(static_cast<int64_t>(count));
    std::stable_sort(expected.begin(), expected.end(), [&](uint64_t left, uint64_t right) {  // -1 is the largest
      return static_cast<uint64_t>(indices[left]) < static_cast<uint64_t>(indices[right]);
    });
    EXPECT_EQ(order_of(prepared), expected);
    const auto skipped = std::count(indices.begin(), indices.end(), -1);
    uint64_t runs = 1;
    int64_t last = 0;
    for (const int64_t index : indices) {
      runs += index != -1 && index < last ? 1 : 0;
      last = index == -1 ? last : index;
    }
    std::sort(indices.begin(), indices.end());
    const strew_prepared_info info = info_of(prepared);
    uint64_t most = 0;
    for (auto at = indices.begin() + skipped; at != indices.end();) {
      const auto next = std::upper_bound(at, indices.end(), *at);
      most = std::max(most, static_cast<uint64_t>(next - at));
      at = next;
    }
    EXPECT_EQ(info.most_frequent, most);
    EXPECT_EQ(info.runs, runs);
    const auto distinct = std::unique(indices.begin(), indices.end()) - indices.begin() - (skipped != 0 ? 1 : 0);
    EXPECT_EQ(info.distinct, static_cast<uint64_t>(distinct));
    EXPECT_EQ(info_of(prepared).skipped, static_cast<uint64_t>(skipped));
    EXPECT_EQ(info_of(prepared).duplicates, count - static_cast<uint64_t>(skipped) - static_cast<uint64_t>(distinct));
  }
}

// A cell and a position that together need more than 64 bits.
TEST(prepared, tables_of_any_extent) {
  const float value = 7;
  std::vector<int64_t> indices{int64_t{1} << 62, 5, (int64_t{1} << 62) - 1, 5, -1, 0};
  std::vector<float> output(indices.size());
  arguments a = along(operator_kind::gather, 0);
  const shape data{(int64_t{1} << 62) + 2}, positions{static_cast<int64_t>(indices.size())};
  const shape still{0}, packed{8}, floats{4};
  a.data = describe(const_cast<float*>(&value), STREW_DTYPE_F32, data, still);
  a.indices = describe(indices.data(), STREW_DTYPE_I64, positions, packed);
  a.output = describe(output.data(), STREW_DTYPE_F32, positions, floats);
  const plan_handle plan = plan_of(a);
  const prepared_handle prepared = prepared_of(plan, indices.data());
  EXPECT_EQ(order_of(prepared), (numbers{5, 1, 3, 2, 0, 4}));
  EXPECT_EQ(info_of(prepared).duplicates, 1U);
  EXPECT_EQ(info_of(prepared).first_position, 3U);
  EXPECT_EQ(execute(bound_of(plan, prepared), a).status, STREW_STATUS_OK);
  EXPECT_EQ(output, std::vector<float>(6, 7));
}

// The copy has 32-bit numbers as long as the extent fits.
TEST(prepared, the_last_extent_of_a_narrow_copy) {
  const float value = 7;
  for (const int64_t extent : {(int64_t{1} << 31) - 1, int64_t{1} << 31}) {
    std::vector<int64_t> indices{extent - 1, 5, -extent, -1, extent - 2};
    std::vector<float> output(indices.size());
    arguments a = along(operator_kind::gather, 0);
    const shape data{extent}, positions{static_cast<int64_t>(indices.size())}, still{0}, packed{8}, floats{4};
    a.data = describe(const_cast<float*>(&value), STREW_DTYPE_F32, data, still);
    a.indices = describe(indices.data(), STREW_DTYPE_I64, positions, packed);
    a.output = describe(output.data(), STREW_DTYPE_F32, positions, floats);
    const plan_handle plan = plan_of(a);
    const prepared_handle prepared = prepared_of(plan, indices.data());
    EXPECT_EQ(info_of(prepared).bytes, 5 * 8U + (extent < int64_t{1} << 31 ? 24U : 40U));
    EXPECT_EQ(order_of(prepared), (numbers{2, 1, 4, 0, 3}));
    EXPECT_EQ(execute(bound_of(plan, prepared), a).status, STREW_STATUS_OK);
    indices[2] = extent;
    strew_error error = STREW_ERROR_INIT;
    EXPECT_EQ(prepared_of(plan, indices.data(), &error), nullptr);
    EXPECT_EQ(error.position, 2U);
  }
}

// Broadcast positions share their copy; batch entries do not collide; order goes by the table's dimensions.
TEST(prepared, tuples_batches_and_broadcasting) {
  array<int32_t> table{{2, 3}, counting<int32_t>(6)};
  arguments a = along(operator_kind::scatter_nd, 0);
  a.data = a.output = table.view();
  const array<int64_t> tuples{{3, 2, 2}, {1, 2, 1, 0, 0, 1}, STREW_DTYPE_I64, {16, 0, 8}};
  const array<int32_t> updates{{3, 2}, counting<int32_t>(6)};
  a.indices = tuples.view();
  a.updates = updates.view();
  const plan_handle plan = plan_of(a);
  const prepared_handle prepared = prepared_of(plan, tuples.values.data());
  EXPECT_EQ(info_of(prepared).bytes, 3U * 2 * 4 + 6 * 8);
  EXPECT_EQ(info_of(prepared).duplicates, 3U);
  EXPECT_EQ(order_of(prepared), (numbers{4, 5, 2, 3, 0, 1}));
  arguments b = along(operator_kind::gather_elements, 0);
  const array<int64_t> columns{{2, 3}, {1, 1, 0, 0, 1, 0}};
  array<int32_t> output{{2, 3}, std::vector<int32_t>(6)};
  b.data = table.view();
  b.indices = columns.view();
  b.output = output.view();
  const prepared_handle elements = prepared_of(plan_of(b), columns.values.data());
  EXPECT_EQ(info_of(elements).duplicates, 2U);  // (1, 1) and (1, 2) collide with those above them
  EXPECT_EQ(info_of(elements).first_position, 4U);
  EXPECT_EQ(info_of(elements).other_position, 1U);
  EXPECT_EQ(order_of(elements), (numbers{3, 2, 5, 0, 1, 4}));
}

// Rows of positions, by value or broadcast, whose dimension is one of the table's, or not; in one task and in many.
TEST(prepared, rows_of_one_index) {
  const auto constant_rows = [](operator_kind kind, int64_t rows, int64_t columns, const std::vector<int64_t>& values,
                                std::vector<int64_t> strides) {
    array<int32_t> table{{rows, columns}, std::vector<int32_t>(static_cast<size_t>(rows * columns))};
    array<int32_t> output{{rows, columns}, std::vector<int32_t>(static_cast<size_t>(rows * columns))};
    if (kind == operator_kind::gather)
      output = {{rows, columns, columns}, std::vector<int32_t>(static_cast<size_t>(rows * columns * columns))};
    const array<int64_t> indices{{rows, columns}, values, STREW_DTYPE_I64, std::move(strides)};
    arguments a = along(kind, 0);
    a.data = table.view();
    a.indices = indices.view();
    a.output = output.view();
    return info_of(prepared_of(plan_of(a), values.data())).constant_rows;
  };
  for (const operator_kind kind : {operator_kind::gather, operator_kind::gather_elements}) {
    EXPECT_EQ(constant_rows(kind, 2, 3, {1, 1, 1, 0, 0, 0}, {24, 8}), 1);
    EXPECT_EQ(constant_rows(kind, 2, 3, {1, 1, -1, 0, -2, 0}, {24, 8}), 1);
    EXPECT_EQ(constant_rows(kind, 2, 3, {1, 1, 1, 0, 0, 1}, {24, 8}), 0);
    EXPECT_EQ(constant_rows(kind, 2, 3, {1, 0, 0, 0, 0, 0}, {24, 8}), 0);
    EXPECT_EQ(constant_rows(kind, 2, 3, {1, 0}, {8, 0}), 1);
    EXPECT_EQ(constant_rows(kind, 2, 3, {1, 0, 1}, {0, 8}), 0);
    EXPECT_EQ(constant_rows(kind, 2, 1, {1, 0}, {8, 8}), 1);
  }
  // Tasks begin within a row.
  std::vector<int64_t> many(100'000, 2);
  EXPECT_EQ(constant_rows(operator_kind::gather_elements, 5, 20'000, many, {160'000, 8}), 1);
  for (const size_t other : {size_t{1}, many.size() / 2, many.size() - 1}) {
    std::vector<int64_t> values = many;
    values[other] = 3;
    EXPECT_EQ(constant_rows(operator_kind::gather_elements, 5, 20'000, values, {160'000, 8}), 0) << other;
  }
}

// Windows collide where they overlap, around the end too; the order is that of their first places on the table.
TEST(prepared, windows) {
  const auto found = [](const std::vector<int64_t>& starts, int32_t outside, int64_t window = 2) {
    array<int32_t> table{{5}, counting<int32_t>(5)};
    const auto count = static_cast<int64_t>(starts.size());
    const array<int64_t> indices{{count, 1}, starts};
    const array<int32_t> updates{{count, window}, counting<int32_t>(window * count)};
    const strew_options options = with_policy(outside, STREW_NEGATIVE_INVALID);
    arguments a = stablehlo(operator_kind::stablehlo_scatter, {{1}, {}, {}, {}, {0}, 1, {}});
    a.data = a.output = table.view();
    a.indices = indices.view();
    a.updates = updates.view();
    a.options = &options;
    const prepared_handle prepared = prepared_of(plan_of(a), starts.data());
    const strew_prepared_info f = info_of(prepared);
    return std::pair(
        numbers{f.skipped, f.duplicates, f.first_position, f.other_position, static_cast<uint64_t>(f.order)},
        order_of(prepared));
  };
  EXPECT_EQ(found({0, 2}, STREW_OOB_ERROR), std::pair(numbers{0, 0, 0, 0, STREW_ORDER_ASCENDING}, numbers{0, 1}));
  EXPECT_EQ(found({0, 1, 2}, STREW_OOB_ERROR), std::pair(numbers{0, 2, 1, 0, STREW_ORDER_SORTED}, numbers{0, 1, 2}));
  EXPECT_EQ(found({3, 0, 2}, STREW_OOB_ERROR), std::pair(numbers{0, 1, 2, 0, STREW_ORDER_UNSORTED}, numbers{1, 2, 0}));
  EXPECT_EQ(found({2, 0, 1}, STREW_OOB_ERROR), std::pair(numbers{0, 1, 2, 0, STREW_ORDER_UNSORTED}, numbers{1, 2, 0}));
  EXPECT_EQ(found({4, 0}, STREW_OOB_WRAP), std::pair(numbers{0, 1, 1, 0, STREW_ORDER_REVERSED}, numbers{1, 0}));
  EXPECT_EQ(found({4, 0}, STREW_OOB_SKIP), std::pair(numbers{0, 0, 0, 0, STREW_ORDER_DESCENDING}, numbers{1, 0}));
  EXPECT_EQ(found({1, 1}, STREW_OOB_ERROR, 0).first[1], 0U);  // windows of nothing
  EXPECT_EQ(found({5, -1, -2, 0}, STREW_OOB_SKIP),
            std::pair(numbers{2, 1, 3, 1, STREW_ORDER_SORTED}, numbers{1, 3, 0, 2}));
}

TEST(prepared, nothing_is_a_position_of_its_own) {
  array<int32_t> table{{2, 2}, counting<int32_t>(4)};
  arguments a = along(operator_kind::scatter_nd, 0);
  const array<int64_t> whole{{2, 0}, {}};
  const array<int32_t> updates{{2, 2, 2}, counting<int32_t>(8, 10)};
  a.data = a.output = table.view();
  a.indices = whole.view();
  a.updates = updates.view();
  const plan_handle plan = plan_of(a);
  const prepared_handle prepared = prepared_of(plan, nullptr);
  EXPECT_EQ(info_of(prepared).bytes, 16U);
  EXPECT_EQ(info_of(prepared).duplicates, 1U);
  EXPECT_EQ(execute(bound_of(plan, prepared), a).status, STREW_STATUS_OK);
  EXPECT_EQ(table.values, (std::vector<int32_t>{14, 15, 16, 17}));
}

TEST(prepared, order_writes_what_there_is_room_for) {
  line<int32_t> l{operator_kind::scatter, {1, 2, 3}, {2, 1, 0}, {5, 6, 7}};
  const prepared_handle prepared = prepared_of(plan_of(l.view()), l.indices.data());
  numbers some{9, 9, 9};
  EXPECT_EQ(strew_prepared_order(prepared.get(), 2, some.data()), 3U);
  EXPECT_EQ(some, (numbers{2, 1, 9}));
  EXPECT_EQ(strew_prepared_order(nullptr, 2, some.data()), 0U);
}

}  // namespace
}  // namespace strew::support
