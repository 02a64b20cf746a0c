// A segment_reduce of literal values, for tests that change a part of it.
#pragma once

#include <strew/strew.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "support/array.hpp"

namespace strew::testing {

using support::array;
using floats = std::vector<float>;
using integers = std::vector<std::int64_t>;

constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();

// Four rows of two, and five positions in three segments, of which the second one is empty.
struct segment_example {
  array<float> data{{4, 2}, {1, 2, 3, 4, 5, 6, 7, 8}};
  array<std::int64_t> indices{{5}, {3, 0, 0, 1, 2}};
  array<std::int64_t> ids{{5}, {2, 0, 2, 0, 2}};
  array<std::int64_t> offsets{{4}, {0, 2, 2, 5}};
  array<float> weights{{5}, {1, 10, 2, 20, 0.5F}};
  array<float> base{{3, 2}, {100, 100, 200, 200, 300, 300}};
  array<float> output{{3, 2}, std::vector<float>(6, 77)};
  strew_segmentation segmentation = STREW_SEGMENTATION_INIT;
  strew_options options = support::options_of(STREW_REDUCTION_ADD);
  std::int64_t batch_dims = 0;
  bool has_indices = true, has_weights = false, has_base = false;
  strew_error error = STREW_ERROR_INIT;

  // The rule that is broken; "" if none is.
  std::string run(const std::function<void(strew_operands&)>& change = nullptr) {
    const strew_tensor d = data.view(), i = indices.view(), w = weights.view(), b = base.view(), o = output.view();
    const strew_tensor s = segmentation.form == STREW_SEGMENTS_OFFSETS ? offsets.view() : ids.view();
    strew_operands all = STREW_OPERANDS_INIT;
    all.data = &d;
    if (has_indices) all.indices = &i;
    if (segmentation.form != STREW_SEGMENTS_GROUPS) all.segments = &s;
    if (has_weights) all.weights = &w;
    if (has_base) all.base = &b;
    all.output = &o;
    if (change) change(all);
    const strew_status status = strew_segment_reduce(&all, &segmentation, batch_dims, &options, nullptr, &error);
    return status == STREW_STATUS_OK ? "" : error.rule;
  }
  [[nodiscard]] std::string message() const { return error.message; }
};

}  // namespace strew::testing
