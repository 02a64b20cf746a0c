// A gather_block_quantized of literal values, for tests that change a part of it.
#pragma once

#include <strew/strew.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "support/array.hpp"

namespace strew::testing {

using support::array;
using floats = std::vector<float>;
using bytes = std::vector<std::uint8_t>;

// Three rows of six codes of 4 bits, 0 to 5, 6 to 11 and 15 to 10, in blocks of four.
struct quantized_example {
  array<std::uint8_t> data{{3, 3}, {0x10, 0x32, 0x54, 0x76, 0x98, 0xBA, 0xEF, 0xCD, 0xAB}};
  array<std::int64_t> indices{{2}, {2, 0}};
  array<float> scales{{3, 2}, {1, 10, 2, 20, 0.5F, -1}};
  array<std::uint8_t> zero_points{{3, 1}, {0x21, 0x00, 0x8F}};
  array<float> codebook{{16}, {0, 0.5F, 1, 1.5F, 2, 3, 4, 6, -0.0F, -0.5F, -1, -1.5F, -2, -3, -4, -6}};
  array<float> output{{2, 6}, floats(12, 77)};
  strew_quantization quantization = {sizeof(strew_quantization), 1, 4, STREW_PACKING_LOW_FIRST, 4};
  strew_options options = STREW_OPTIONS_INIT;
  std::int64_t axis = 0, batch_dims = 0;
  bool has_zero_points = false, has_codebook = false;
  strew_error error = STREW_ERROR_INIT;

  // The rule that is broken; "" if none is.
  std::string run(const std::function<void(strew_operands&)>& change = nullptr) {
    const strew_tensor d = data.view(), i = indices.view(), s = scales.view(), z = zero_points.view();
    const strew_tensor c = codebook.view(), o = output.view();
    strew_operands all = STREW_OPERANDS_INIT;
    all.data = &d, all.indices = &i, all.scales = &s, all.output = &o;
    if (has_zero_points) all.zero_points = &z;
    if (has_codebook) all.codebook = &c;
    if (change) change(all);
    const strew_status status =
        strew_gather_block_quantized(&all, &quantization, axis, batch_dims, &options, nullptr, &error);
    return status == STREW_STATUS_OK ? "" : error.rule;
  }
  [[nodiscard]] std::string message() const { return error.message; }
};

}  // namespace strew::testing
