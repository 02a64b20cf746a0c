// Literal examples: operands and the result that must come out, for any operator; scatters out of place and in place.
#pragma once

#include <gtest/gtest.h>

#include <numeric>

#include "operators/call.hpp"

namespace strew::support {

template <class T>
std::vector<T> counting(int64_t count, T first = 0) {
  std::vector<T> values(static_cast<size_t>(count));
  std::iota(values.begin(), values.end(), first);
  return values;
}

inline arguments along(operator_kind kind, int64_t axis, int64_t batch_dims = 0) {
  arguments a;
  a.kind = kind;
  a.axis = axis;
  a.batch_dims = batch_dims;
  return a;
}

inline arguments stablehlo(operator_kind kind, const oracle::dimensions& numbers) {
  arguments a;
  a.kind = kind;
  a.numbers = numbers;
  return a;
}

template <class T, class I>
void expect_gather(arguments a, const array<T>& data, const array<I>& indices, const array<T>& expected,
                   const strew_options* options = nullptr) {
  array<T> output = expected;
  std::fill(output.values.begin(), output.values.end(), T(77));
  a.data = data.view();
  a.indices = indices.view();
  a.output = output.view();
  a.options = options;
  const strew_error error = run(a);
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(output.values, expected.values);
}

template <class T, class I>
void expect_scatter(arguments a, const array<T>& data, const array<I>& indices, const array<T>& updates,
                    const std::vector<T>& expected, const strew_options* options = nullptr) {
  array<T> output{data.extents, std::vector<T>(data.values.size(), T(77)), data.dtype};
  a.data = data.view();
  a.indices = indices.view();
  a.updates = updates.view();
  a.output = output.view();
  a.options = options;
  strew_error error = run(a);
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(output.values, expected);
  array<T> in_place = data;
  a.data = in_place.view();
  a.output = in_place.view();
  error = run(a);
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(in_place.values, expected) << "in place";
}

}  // namespace strew::support
