// The engine's messages in DirectML's terms, sentence by sentence.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "directml/bound_case.hpp"

namespace {

using namespace directml_test;

strew_directml_options refusing_duplicates(const strew_options& scatters) {
  strew_directml_options options = options_at();
  options.scatter = &scatters;
  return options;
}

// The record of a description that is refused.
std::string refusal(described& problem, const strew_directml_options& options = options_at()) {
  watched_device watched(options);
  com_ptr<IDMLOperator> made;
  EXPECT_EQ(problem.create(watched.get(), made.put()), E_INVALIDARG);
  return last_error().message;
}

std::string refusal(described&& problem, const strew_directml_options& options = options_at()) {
  return refusal(problem, options);
}

TEST(directml_terms, of_shapes) {
  const tensor four = f32({1, 2, 3, 4});
  EXPECT_EQ(refusal(gather(four, u32({1, 1, 1, 5}), f32({1, 2, 3, 4}), 3, 1)),
            "AX5: OutputTensor: its sizes are [1, 2, 3, 4], but InputTensor [1, 2, 3, 4] and IndicesTensor [5] require "
            "[1, 2, 3, 5]");
  EXPECT_EQ(refusal(gather_elements(four, u32({1, 2, 3, 5}), f32({1, 2, 3, 4}), 3)),
            "EL3: OutputTensor: its sizes are [1, 2, 3, 4], but InputTensor [1, 2, 3, 4] and IndicesTensor [1, 2, 3, "
            "5] require [1, 2, 3, 5]");
  EXPECT_EQ(refusal(scatter(four, u32({1, 2, 3, 2}), f32({1, 2, 3, 3}), four, 3)),
            "EL3: UpdatesTensor: its sizes are [1, 2, 3, 3], but InputTensor [1, 2, 3, 4] and IndicesTensor [1, 2, 3, "
            "2] require [1, 2, 3, 2]");
  EXPECT_EQ(refusal(scatter(four, u32({1, 2, 3, 2}), f32({1, 2, 3, 2}), f32({1, 2, 3, 5}), 3)),
            "OU1: OutputTensor: its sizes [1, 2, 3, 5] differ from the [1, 2, 3, 4] of InputTensor");
  EXPECT_EQ(
      refusal(scatter_nd(four, u32({1, 1, 5, 2}), f32({1, 1, 5, 3}), four, 3, 2)),
      "ND5: UpdatesTensor: its sizes are [5, 3], but InputTensor [2, 3, 4] and IndicesTensor [5, 2] require [5, 4]");
}

TEST(directml_terms, of_tuples_and_batches) {
  const tensor four = f32({1, 2, 3, 4});
  EXPECT_EQ(refusal(gather_nd1(four, u32({1, 1, 2, 1}), f32({1, 2, 3, 4}), 3, 2, 2)),
            "ND2: BatchDimensionCount is 2, outside [0, 1] for InputDimensionCount 3 and IndicesDimensionCount 2");
  EXPECT_EQ(refusal(gather_nd(four, u32({1, 1, 5, 4}), f32({1, 1, 5, 4}), 3, 2)),
            "ND3: IndicesTensor: tuple length 4 exceeds InputDimensionCount 3 of InputTensor");
  EXPECT_EQ(refusal(gather_nd1(four, u32({1, 2, 5, 3}), f32({1, 1, 2, 5}), 3, 3, 1)),
            "ND3: IndicesTensor: BatchDimensionCount 1 + tuple length 3 exceeds InputDimensionCount 3 of InputTensor");
  EXPECT_EQ(refusal(gather_nd1(four, u32({1, 3, 5, 1}), f32({1, 3, 5, 4}), 3, 3, 1)),
            "ND4: IndicesTensor: the size of batch dimension 0 is 3, that of InputTensor is 2");
}

TEST(directml_terms, of_lenient_shapes) {
  strew_directml_options options = options_at();
  options.lenient = 1;
  EXPECT_EQ(refusal(scatter(i32({3, 3}), u32({2, 4}), i32({2, 4}), i32({3, 3}), 0), options),
            "EL4: IndicesTensor: the size of dimension 1 is 4, more than the 3 of InputTensor");
}

TEST(directml_terms, of_strides) {
  described problem = sound(DML_OPERATOR_SCATTER);
  problem.set_sizes(output, {1, 2, 3, 4}, {24, 12, 3, 1});
  EXPECT_EQ(
      refusal(problem),
      "SZ3: OutputTensor: it is written, but the byte stride 12 of size 3 is smaller than the 16 bytes inside it");
}

TEST(directml_terms, of_options) {
  strew_options policy = STREW_OPTIONS_INIT;
  strew_directml_options options = options_at();
  options.gather = options.scatter = &policy;
  policy.out_of_bounds = 77;
  EXPECT_EQ(refusal(sound(DML_OPERATOR_GATHER), options), "AT1: out_of_bounds is 77, outside [0, 5]");
  policy.out_of_bounds = STREW_OOB_FILL;
  EXPECT_EQ(refusal(sound(DML_OPERATOR_SCATTER), options),
            "AT2: a scatter has no out_of_bounds policy fill; skip drops an update");
  const double half = 0.5;
  policy.fill_dtype = STREW_DTYPE_F64;
  policy.fill_value = &half;
  described whole = sound(DML_OPERATOR_GATHER);
  whole.set_type(input, DML_TENSOR_DATA_TYPE_INT32);
  whole.set_type(output, DML_TENSOR_DATA_TYPE_INT32);
  EXPECT_EQ(refusal(whole, options), "AT4: the fill value 0.5 is not exactly a value of type INT32");
  policy.out_of_bounds = STREW_OOB_ERROR;
  EXPECT_EQ(refusal(sound(DML_OPERATOR_GATHER), options), "AT3: a fill value is given but out_of_bounds is error");
  policy = STREW_OPTIONS_INIT;
  policy.solver = "metadata database data_2";  // no words of the engine
  EXPECT_EQ(refusal(sound(DML_OPERATOR_GATHER), options), "AT5: there is no solver metadata database data_2");
  policy.solver = "copy";
  EXPECT_EQ(refusal(sound(DML_OPERATOR_GATHER), options),
            "AT5: solver copy is not applicable: IndicesTensor choose the places");
}

// What a dispatch says after `spoil`.
std::string dispatched(described& problem, const std::function<void(work&)>& spoil,
                       const strew_directml_options& options = options_at()) {
  watched_device watched(options);
  work made(watched.get(), problem);
  zero_indices(made);
  spoil(made);
  bindings bound = made.bound();
  guarded memory(static_cast<std::size_t>(made.compiled->GetBindingProperties().TemporaryResourceSize));
  DML_BUFFER_BINDING temporary = memory.binding();
  if (memory.size() > 0) bound.temporary = bind(temporary);
  EXPECT_TRUE(FAILED(made.run(bound).result));
  return last_error().message;
}

TEST(directml_terms, of_indices) {
  auto problem = scatter_nd(f32({1, 8}), u32({4, 1}), f32({1, 4}), f32({1, 8}), 1, 2);
  EXPECT_EQ(dispatched(problem,
                       [](work& made) {
                         made.fill(indices, std::vector<std::uint32_t>{4, 3, 9, 7});
                       }),
            "IX1: IndicesTensor: position 2 (2): component 0 of (9) is 9, outside [0, 7] (dimension 0 of size 8); 1 of "
            "4 positions is bad");
  strew_options scatters = STREW_OPTIONS_INIT;
  scatters.duplicates = STREW_DUPLICATES_ERROR;
  EXPECT_EQ(dispatched(
                problem, [](work&) {}, refusing_duplicates(scatters)),
            "IX2: IndicesTensor: position 1 (1) with tuple (0) writes an element that position 0 (0) wrote");
}

TEST(directml_terms, of_overlap) {
  auto gathers = gather(f32({1, 4}), u32({1, 4}), f32({1, 4}), 1, 1);
  const auto put_over = [](place where) {
    return [where](work& made) { made.buffers[output].Buffer = made.buffers[where].Buffer; };
  };
  EXPECT_EQ(dispatched(gathers, put_over(input)),
            "OV1: OutputTensor: it is InputTensor itself, and a gather cannot run in place");
  EXPECT_EQ(dispatched(gathers, put_over(indices)),
            "OV2: OutputTensor: it overlaps IndicesTensor, or is not proven apart from it");
  auto turned = scatter(f32({3, 3}, {1, 3}), u32({1, 3}), f32({1, 3}), f32({3, 3}), 0);
  EXPECT_EQ(dispatched(turned, put_over(input)),
            "OV1: OutputTensor: it starts where InputTensor starts but has other strides");
  auto scatters = scatter(f32({1, 4}), u32({1, 4}), f32({1, 4}), f32({1, 4}), 1);
  EXPECT_EQ(dispatched(scatters, put_over(updates)),
            "OV2: OutputTensor: it overlaps UpdatesTensor, or is not proven apart from it");
}

TEST(directml_terms, of_a_temporary_resource) {
  strew_options options = STREW_OPTIONS_INIT;
  options.duplicates = STREW_DUPLICATES_ERROR;
  watched_device watched(refusing_duplicates(options));
  auto problem = scatter(f32({64}), u32({4}), f32({4}), f32({64}), 0);
  work made(watched.get(), problem);
  made.fill(indices, std::vector<std::uint32_t>{3, 1, 2, 0});
  const UINT64 needed = made.compiled->GetBindingProperties().TemporaryResourceSize;
  const DML_BUFFER_BINDING over = {made.memory[input].data(), 0, needed};
  bindings bound = made.bound();
  bound.temporary = bind(over);
  EXPECT_EQ(made.run(bound).result, E_INVALIDARG);
  EXPECT_STREQ(last_error().message, "OV3: InputTensor: it shares bytes with the temporary resource");
}

TEST(directml_terms, of_a_cancelled_dispatch) {
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.cancel = [](void*) { return 1; };
  strew_directml_options options = options_at();
  options.execution = &execution;
  auto problem = sound(DML_OPERATOR_SCATTER);
  EXPECT_EQ(dispatched(
                problem, [](work&) {}, options),
            "CN1: the cancel callback stopped it; the OutputTensor is unspecified");
}

// Whether every character of a text has all its bytes.
bool is_whole(const std::string& text) {
  std::size_t missing = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (((byte & 0xC0u) == 0x80u) != (missing > 0)) return false;
    missing = missing > 0 ? missing - 1 : byte >= 0xE0u ? 2 : byte >= 0xC0u ? 1 : 0;
  }
  return missing == 0;
}

// A name of the caller's can be longer than a message; it ends with a whole character.
TEST(directml_terms, are_cut_between_characters) {
  std::string name;
  for (int i = 0; i < 60; ++i) name += "fast \u00e9\u20ac ";
  strew_options policy = STREW_OPTIONS_INIT;
  strew_directml_options options = options_at();
  options.gather = &policy;
  std::size_t shortest = sizeof(strew_error::message);
  for (int skew = 0; skew < 16; ++skew, name.insert(0, "x")) {
    policy.solver = name.c_str();
    const std::string message = refusal(sound(DML_OPERATOR_GATHER), options);
    EXPECT_TRUE(has(message, "fast \u00e9\u20ac fast")) << message;
    EXPECT_TRUE(is_whole(message)) << message;
    shortest = std::min(shortest, message.size());
    EXPECT_GE(message.size(), sizeof(strew_error::message) - 3);
  }
  EXPECT_LT(shortest, sizeof(strew_error::message) - 1) << "no character was cut";
}

}  // namespace
