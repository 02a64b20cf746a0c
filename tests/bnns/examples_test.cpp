// The examples of Apple's pages, through the functions of C and through the overlay of C++.
#include <gtest/gtest.h>

#include "bnns/array.hpp"
#include "strew/bnns.hpp"

namespace strew::testing {
namespace {

using floats = std::vector<float>;
using integers = std::vector<int32_t>;

const floats source_values = {10, 11, 12, 13, 20, 21, 22, 23, 30, 31, 32, 33};
constexpr auto source_shape = bnns::shape::tensor3d_first_major(3, 2, 2);

struct example {
  const char* name;
  bnns::shape indices_shape;
  integers indices;
  bnns::shape gathered_shape;
  floats gathered;
  floats scattered;  // the gathered values put back into zeros
};

const example examples[] = {
    {"a scalar index and a 2D slice",
     bnns::shape::vector(1),
     {1},
     bnns::shape::matrix_first_major(2, 2),
     {20, 21, 22, 23},
     {0, 0, 0, 0, 20, 21, 22, 23, 0, 0, 0, 0}},
    {"a 2D index and a 1D slice",
     bnns::shape::matrix_first_major(1, 2),
     {1, 0},
     bnns::shape::matrix_first_major(1, 2),
     {20, 21},
     {0, 0, 0, 0, 20, 21, 0, 0, 0, 0, 0, 0}},
    {"a 3D index and an element",
     bnns::shape::tensor3d_first_major(1, 1, 3),
     {1, 1, 1},
     bnns::shape::matrix_first_major(1, 1),
     {23},
     {0, 0, 0, 0, 0, 0, 0, 23, 0, 0, 0, 0}},
};

TEST(Examples, GatherND) {
  for (const example& one : examples) {
    floats found(one.gathered.size());
    const auto input = source_shape.descriptor(source_values);
    const auto indices = one.indices_shape.descriptor(one.indices);
    auto output = one.gathered_shape.descriptor(found);
    EXPECT_EQ(BNNSGatherND(&input, &indices, &output, nullptr), 0) << last_error().message;
    EXPECT_EQ(found, one.gathered) << one.name;
    found.assign(found.size(), 0);
    bnns::gather_nd(input, indices, output);
    EXPECT_EQ(found, one.gathered) << one.name;
  }
}

TEST(Examples, ScatterND) {
  for (const example& one : examples) {
    floats found(source_values.size());
    const auto input = one.gathered_shape.descriptor(one.gathered);
    const auto indices = one.indices_shape.descriptor(one.indices);
    auto output = source_shape.descriptor(found);
    EXPECT_EQ(BNNSScatterND(BNNSReduceFunctionNone, &input, &indices, &output, nullptr), 0) << last_error().message;
    EXPECT_EQ(found, one.scattered) << one.name;
    found.assign(found.size(), 0);
    bnns::scatter_nd(input, indices, output, bnns::reduction::none);
    EXPECT_EQ(found, one.scattered) << one.name;
  }
}

// The result of a whole tuple that stands alone has no dimension, and no descriptor has rank 0: it is a vector of one.
TEST(Examples, OneWholeTuple) {
  const integers indices = {2, 0, 1};
  floats found = {-1};
  bnns::gather_nd(source_shape.descriptor(source_values), bnns::shape::vector(3).descriptor(indices),
                  bnns::shape::vector(1).descriptor(found));
  EXPECT_EQ(found, floats{31});
  floats output(12);
  bnns::scatter_nd(bnns::shape::vector(1).descriptor(found), bnns::shape::vector(3).descriptor(indices),
                   source_shape.descriptor(output), bnns::reduction::sum);
  EXPECT_EQ(output, (floats{0, 0, 0, 0, 0, 0, 0, 0, 0, 31, 0, 0}));
}

// A list of one tuple has a dimension of its own.
TEST(Examples, AListOfOneWholeTuple) {
  const integers indices = {2, 0, 1};
  floats found = {-1};
  bnns::gather_nd(source_shape.descriptor(source_values), bnns::shape::matrix_first_major(1, 3).descriptor(indices),
                  bnns::shape::vector(1).descriptor(found));
  EXPECT_EQ(found, floats{31});
}

void expect_gather(std::size_t axis, const BNNSNDArrayDescriptor& input, const BNNSNDArrayDescriptor& indices,
                   BNNSNDArrayDescriptor output, const floats& found, const floats& expected) {
  EXPECT_EQ(BNNSGather(axis, &input, &indices, &output, nullptr), 0) << last_error().message;
  EXPECT_EQ(found, expected);
  const auto blank = static_cast<float*>(output.data);
  std::fill(blank, blank + found.size(), 0.0F);
  bnns::gather(input, indices, output, axis);
  EXPECT_EQ(found, expected);
}

TEST(Examples, GatherFromAVector) {
  const floats input = {10, 20, 30, 40, 50, 60, 70, 80};
  const integers indices = {1, 3, 7, 5};
  floats found(4);
  expect_gather(0, bnns::shape::vector(8).descriptor(input), bnns::shape::vector(4).descriptor(indices),
                bnns::shape::vector(4).descriptor(found), found, {20, 40, 80, 60});
}

const floats nine = {10, 20, 30, 40, 50, 60, 70, 80, 90};
constexpr auto three_by_three = bnns::shape::matrix_row_major(3, 3);

// The page announces a 1-D list of indices and a result of three rows of four; its code is this one.
TEST(Examples, GatherWithAnIndexForEachElement) {
  const integers indices = {0, 1, 2, 0, 1, 1};
  floats found(6);
  expect_gather(1, three_by_three.descriptor(nine), bnns::shape::matrix_row_major(2, 3).descriptor(indices),
                bnns::shape::matrix_row_major(2, 3).descriptor(found), found, {10, 20, 60, 40, 80, 80});
}

// What the page announces.
TEST(Examples, GatherColumns) {
  const integers indices = {0, 1, 1, 2};
  floats found(12);
  expect_gather(1, three_by_three.descriptor(nine), bnns::shape::vector(4).descriptor(indices),
                bnns::shape::matrix_row_major(4, 3).descriptor(found), found,
                {10, 20, 20, 30, 40, 50, 50, 60, 70, 80, 80, 90});
}

void expect_scatter(BNNSReduceFunction op, bnns::reduction reduction, const BNNSNDArrayDescriptor& input,
                    const BNNSNDArrayDescriptor& indices, BNNSNDArrayDescriptor output, floats& memory,
                    const floats& expected) {
  const floats before = memory;
  EXPECT_EQ(BNNSScatter(0, op, &input, &indices, &output, nullptr), 0) << last_error().message;
  EXPECT_EQ(memory, expected);
  std::copy(before.begin(), before.end(), memory.begin());
  bnns::scatter(input, indices, output, 0, reduction);
  EXPECT_EQ(memory, expected);
}

TEST(Examples, ScatterAdds) {
  const floats values = {2, 4, 6, 8};
  const integers indices = {1, 3, 7, 5};
  floats output = {10, 20, 30, 40, 50, 60, 70, 80};
  expect_scatter(BNNSReduceFunctionSum, bnns::reduction::sum, bnns::shape::vector(4).descriptor(values),
                 bnns::shape::vector(4).descriptor(indices), bnns::shape::vector(8).descriptor(output), output,
                 {10, 22, 30, 44, 50, 68, 70, 86});
}

constexpr auto five_rows = bnns::shape::matrix_row_major(3, 5);

TEST(Examples, ScatterRows) {
  const integers indices = {1, 3, 4};
  floats output(15);
  expect_scatter(BNNSReduceFunctionNone, bnns::reduction::none, three_by_three.descriptor(nine),
                 bnns::shape::vector(3).descriptor(indices), five_rows.descriptor(output), output,
                 {0, 0, 0, 10, 20, 30, 0, 0, 0, 40, 50, 60, 70, 80, 90});
}

TEST(Examples, ScatterWithAnIndexForEachElement) {
  const integers indices = {4, 2, 3, 0, 0, 0, 2, 4, 4};
  floats output(15);
  expect_scatter(BNNSReduceFunctionNone, bnns::reduction::none, three_by_three.descriptor(nine),
                 three_by_three.descriptor(indices), five_rows.descriptor(output), output,
                 {40, 50, 60, 0, 0, 0, 70, 20, 0, 0, 0, 30, 10, 80, 90});
}

}  // namespace
}  // namespace strew::testing
