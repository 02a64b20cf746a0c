// The engine's messages in the terms of BNNS, sentence by sentence.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "bnns/sample.hpp"

namespace strew::testing {
namespace {

std::string refusal(bnns_form form, const std::function<void(sample&)>& spoil) {
  sample s = sample_of(form);
  point(s);
  spoil(s);
  EXPECT_EQ(run(s), -1);
  return last_error().message;
}

TEST(Terms, OfTypes) {
  const auto halve = [](sample& s) { s.input.data_type = BNNSDataTypeFloat16; };
  EXPECT_EQ(refusal(bnns_form::gather, halve), "TY2: output: its type Float32 differs from the Float16 of input");
  EXPECT_EQ(refusal(bnns_form::scatter, halve), "TY2: input: its type Float16 differs from the Float32 of output");
  EXPECT_EQ(refusal(bnns_form::scatter_nd, [](sample& s) { s.indices.data_type = BNNSDataTypeBFloat16; }),
            "TY3: indices: their type is BFloat16, not an integer type");
}

TEST(Terms, OfShapes) {
  const auto narrow = [](sample& s) { s.output.size[0] = 1; };
  EXPECT_EQ(refusal(bnns_form::gather, narrow),
            "AX5: output: its sizes are [1, 2], but input [2, 3] and indices [2] require [2, 2]");
  EXPECT_EQ(refusal(bnns_form::gather_same, narrow),
            "EL3: output: its sizes are [1, 2], but input [2, 3] and indices [2, 2] require [2, 2]");
  EXPECT_EQ(refusal(bnns_form::gather_nd, narrow),
            "ND5: output: its sizes are [1, 4], but input [3, 4] and indices [2, 1] require [2, 4]");
  EXPECT_EQ(refusal(bnns_form::scatter, [](sample& s) { s.input.size[0] = 1; }),
            "AX5: input: its sizes are [1, 2], but output [2, 3] and indices [2] require [2, 2]");
  EXPECT_EQ(refusal(bnns_form::scatter_same, narrow),
            "EL4: indices: the size of dimension 0 is 2, more than the 1 of output");
  EXPECT_EQ(refusal(bnns_form::scatter_nd, [](sample& s) { s.indices.size[1] = 3; }),
            "ND3: indices: tuple length 3 exceeds the dimension count 2 of output");
  EXPECT_EQ(refusal(bnns_form::scatter, [](sample& s) { s.output.layout = BNNSDataLayoutVector; }),
            "AX2: axis is 1, outside [-1, 0]");
  const auto deepen = [](sample& s) {
    s.output.layout = BNNSDataLayout3DFirstMajor;
    s.output.size[2] = 1;
  };
  EXPECT_EQ(refusal(bnns_form::scatter_same, deepen), "EL1: indices: their dimension count is 2, that of output 3");
}

TEST(Terms, OfStridesAndOverlap) {
  EXPECT_EQ(refusal(bnns_form::gather, [](sample& s) { s.output.stride[0] = s.output.stride[1] = 1; }),
            "SZ3: output: it is written, but the byte stride 4 of size 2 is smaller than the 8 bytes inside it");
  const auto share = [](sample& s) { s.output.data = s.input.data; };
  EXPECT_EQ(refusal(bnns_form::gather, share), "OV1: output: it is input itself, and a gather cannot run in place");
  EXPECT_EQ(refusal(bnns_form::scatter, share), "OV2: output: it overlaps input, or is not proven apart from it");
  EXPECT_EQ(refusal(bnns_form::scatter, [](sample& s) { s.output.data = s.indices.data; }),
            "OV2: output: it overlaps indices, or is not proven apart from it");
}

TEST(Terms, OfIndicesAndOptions) {
  EXPECT_EQ(refusal(bnns_form::scatter_nd, [](sample& s) { s.indices_memory[1] = -3; }),
            "IX1: indices: position 1 (1): component 0 of (-3) is -3, outside [0, 2] (axis 0 of size 3); 1 of 2 "
            "positions is bad");
  strew_options options = STREW_OPTIONS_INIT;
  options.duplicates = STREW_DUPLICATES_ERROR;
  EXPECT_EQ(refusal(bnns_form::scatter_nd,
                    [&](sample& s) {
                      s.options = &options;
                      s.indices_memory[1] = 2;
                    }),
            "IX2: indices: position 1 (1) with tuple (2) writes an element that position 0 (0) wrote");
  const auto with_options = [&](sample& s) { s.options = &options; };
  options.out_of_bounds = 9;
  EXPECT_EQ(refusal(bnns_form::gather, with_options), "AT1: out_of_bounds is 9, outside [0, 5]");
  options = STREW_OPTIONS_INIT;
  const double half = 0.5;
  options.out_of_bounds = STREW_OOB_FILL;
  options.fill_dtype = STREW_DTYPE_F64;
  options.fill_value = &half;
  EXPECT_EQ(refusal(bnns_form::gather,
                    [&](sample& s) {
                      with_options(s);
                      s.input.data_type = s.output.data_type = BNNSDataTypeInt32;
                    }),
            "AT4: the fill value 0.5 is not exactly a value of type Int32");
  options.version = 7;
  EXPECT_EQ(refusal(bnns_form::gather, with_options),
            "PT2: strew_options has size 72 and version 7; this library knows size 72 and version 1");
}

}  // namespace
}  // namespace strew::testing
