// What each reduction makes of updates that collide, in the order of the indices.
#include <gtest/gtest.h>

#include "bnns/array.hpp"

namespace strew::testing {
namespace {

// Cells 0 and 2 get two updates each, cell 1 none.
const std::vector<int32_t> where = {0, 2, 0, 2};

template <class T>
void expect_result(BNNSReduceFunction op, BNNSDataType type, const std::vector<T>& old, const std::vector<T>& updates,
                   const std::vector<T>& expected) {
  const array<T> input{BNNSDataLayoutVector, {4}, updates, type};
  const auto list = vector(where);
  const array<int32_t> tuples{BNNSDataLayout2DFirstMajor, {4, 1}, where};
  for (const bool is_nd : {false, true}) {
    const array<T> output{BNNSDataLayoutVector, {3}, old, type};
    const auto in = input.view(), at = is_nd ? tuples.view() : list.view();
    auto out = output.view();
    const int status = is_nd ? BNNSScatterND(op, &in, &at, &out, nullptr) : BNNSScatter(0, op, &in, &at, &out, nullptr);
    ASSERT_EQ(status, 0) << last_error().message;
    EXPECT_EQ(output.values, expected) << "op " << op << ", data_type " << std::hex << type;
  }
}

template <class T>
void expect_numbers() {
  const std::vector<T> old = {5, 6, 7}, updates = {2, 9, 8, 3};
  const BNNSDataType type = type_of<T>();
  expect_result<T>(BNNSReduceFunctionNone, type, old, updates, {8, 6, 3});
  expect_result<T>(BNNSReduceFunctionSum, type, old, updates, {15, 6, 19});
  expect_result<T>(BNNSReduceFunctionProduct, type, old, updates, {80, 6, static_cast<T>(189)});
  expect_result<T>(BNNSReduceFunctionMin, type, old, updates, {2, 6, 3});
  expect_result<T>(BNNSReduceFunctionMax, type, old, updates, {8, 6, 9});
}

TEST(Reductions, OfNumbers) {
  expect_numbers<float>();
  expect_numbers<int8_t>();
  expect_numbers<int16_t>();
  expect_numbers<int32_t>();
  expect_numbers<int64_t>();
  expect_numbers<uint8_t>();
  expect_numbers<uint16_t>();
  expect_numbers<uint32_t>();
  expect_numbers<uint64_t>();
}

// 0 is Max, so what a forgotten `op` means is the larger one.
TEST(Reductions, ZeroIsMax) {
  expect_result<float>(static_cast<BNNSReduceFunction>(0), BNNSDataTypeFloat32, {5, 6, 7}, {2, 9, 8, 3}, {8, 6, 9});
}

// 1, 2 and 3 as halves; 2048 + 1 + 1 is 2050 where the sum is kept in more bits.
TEST(Reductions, OfHalves) {
  expect_result<uint16_t>(BNNSReduceFunctionSum, BNNSDataTypeFloat16, {0x6800, 0x3C00, 0x4000},
                          {0x3C00, 0x3C00, 0x3C00, 0x4000}, {0x6801, 0x3C00, 0x4500});
  expect_result<uint16_t>(BNNSReduceFunctionSum, BNNSDataTypeBFloat16, {0x3F80, 0x3F80, 0x4000},
                          {0x3F80, 0x3F80, 0x3F80, 0x4000}, {0x4040, 0x3F80, 0x40A0});
  expect_result<uint16_t>(BNNSReduceFunctionMax, BNNSDataTypeFloat16, {0x3C00, 0x3C00, 0x4000},
                          {0x4200, 0x3C00, 0xC200, 0xFC00}, {0x4200, 0x3C00, 0x4000});
}

// Any byte but 0 is true; what a reduction stores is 0 or 1, what is moved keeps its bits.
TEST(Reductions, OfBooleans) {
  const std::vector<uint8_t> old = {0, 7, 1}, updates = {0, 0, 2, 1};
  const auto type = BNNSDataTypeBoolean;
  expect_result<uint8_t>(BNNSReduceFunctionLogicalOr, type, old, updates, {1, 7, 1});
  expect_result<uint8_t>(BNNSReduceFunctionAny, type, old, updates, {1, 7, 1});
  expect_result<uint8_t>(BNNSReduceFunctionLogicalAnd, type, old, updates, {0, 7, 0});
  expect_result<uint8_t>(BNNSReduceFunctionAll, type, old, updates, {0, 7, 0});
  expect_result<uint8_t>(BNNSReduceFunctionSum, type, old, updates, {1, 7, 1});
  expect_result<uint8_t>(BNNSReduceFunctionProduct, type, old, updates, {0, 7, 0});
  expect_result<uint8_t>(BNNSReduceFunctionMax, type, old, updates, {1, 7, 1});
  expect_result<uint8_t>(BNNSReduceFunctionMin, type, old, updates, {0, 7, 0});
  expect_result<uint8_t>(BNNSReduceFunctionNone, type, old, updates, {2, 7, 1});
}

// Rows that are named more than once: the last one in the order of the indices stays.
TEST(Reductions, TheLastRowWins) {
  const auto input = matrix<float>(3, 2, {1, 2, 3, 4, 5, 6});
  const auto indices = vector<int32_t>({1, 0, 1});
  const auto output = matrix<float>(2, 2, {0, 0, 0, 0});
  const auto in = input.view(), at = indices.view();
  auto out = output.view();
  ASSERT_EQ(BNNSScatter(0, BNNSReduceFunctionNone, &in, &at, &out, nullptr), 0);
  EXPECT_EQ(output.values, (std::vector<float>{3, 4, 5, 6}));
}

// Moves need no numbers, so a table of entries and scaled integers may be scattered without a reduction.
TEST(Reductions, NoneMovesEverything) {
  expect_result<uint8_t>(BNNSReduceFunctionNone, BNNSDataTypeIndexed8, {1, 2, 3}, {4, 5, 6, 7}, {6, 2, 7});
}

}  // namespace
}  // namespace strew::testing
