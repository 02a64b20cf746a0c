// Bindings that do not fit: counts, kinds, null pointers, ranges: DM1, DM20, DM21. Nothing is written.
#include <gtest/gtest.h>

#include <cstring>
#include <functional>

#include "directml/bound_case.hpp"

namespace {

using namespace directml_test;

struct directml_misuse_bindings : testing::Test, bound_case {};

TEST_F(directml_misuse_bindings, DM20_counts_of_inputs) {
  for_each_operator([&](work& made) {
    bindings fewer = made.bound();
    fewer.inputs.pop_back();
    expect(made, fewer, "", "DM20");
    bindings more = made.bound();
    more.inputs.push_back(more.inputs.front());
    expect(made, more, "", "DM20");
    bindings none = made.bound();
    none.inputs.clear();
    expect(made, none, "", "DM20");
  });
}

TEST_F(directml_misuse_bindings, DM20_counts_of_outputs) {
  for_each_operator([&](work& made) {
    bindings more = made.bound();
    more.outputs.push_back(more.outputs.front());
    expect(made, more, "", "DM20");
    bindings none = made.bound();
    none.outputs.clear();
    expect(made, none, "", "DM20");
  });
}

TEST_F(directml_misuse_bindings, DM20_kinds) {
  for_each_operator([&](work& made) {
    const DML_BUFFER_ARRAY_BINDING array = {1, made.buffers.data()};
    for (const std::size_t i : made.problem.places()) {
      bindings none = made.bound();
      at(none, i) = {DML_BINDING_TYPE_NONE, nullptr};
      expect(made, none, place_names[i], "DM20");
      bindings arrays = made.bound();
      at(arrays, i) = {DML_BINDING_TYPE_BUFFER_ARRAY, &array};
      expect(made, arrays, place_names[i], "DM20");
      bindings unknown = made.bound();
      at(unknown, i).Type = static_cast<DML_BINDING_TYPE>(3);
      expect(made, unknown, place_names[i], "DM2");
    }
  });
}

TEST_F(directml_misuse_bindings, DM1_null_pointers) {
  for_each_operator([&](work& made) {
    for (const std::size_t i : made.problem.places()) {
      bindings bound = made.bound();
      at(bound, i).Desc = nullptr;
      expect(made, bound, place_names[i], "DM1");
      const auto kept = made.buffers[i];
      made.buffers[i].Buffer = nullptr;
      expect(made, made.bound(), place_names[i], "DM1");
      made.buffers[i] = kept;
    }
  });
}

TEST_F(directml_misuse_bindings, DM1_of_the_lists) {
  for_each_operator([&](work& made) {
    const auto table = make_table(watched.get(), made.compiled.get());
    EXPECT_EQ(table->BindInputs(static_cast<UINT>(made.problem.inputs().size()), nullptr), E_INVALIDARG);
    expect_message(watched, E_INVALIDARG, "BindInputs", "", "DM1");
    EXPECT_EQ(table->BindOutputs(1, nullptr), E_INVALIDARG);
    expect_message(watched, E_INVALIDARG, "BindOutputs", "", "DM1");
  });
}

TEST_F(directml_misuse_bindings, DM21_ranges_that_are_too_small) {
  for_each_operator([&](work& made) {
    for (const std::size_t i : made.problem.places()) {
      const UINT64 total = made.problem.buffers[i].TotalTensorSizeInBytes;
      for (const UINT64 size : {total - 1, total - 4, UINT64{0}}) {
        made.buffers[i].SizeInBytes = size;
        expect(made, made.bound(), place_names[i], "DM21");
      }
      made.buffers[i].SizeInBytes = total;
    }
  });
}

TEST_F(directml_misuse_bindings, DM21_counts_what_the_description_asked_for) {
  described problem = sound(DML_OPERATOR_GATHER);
  problem.buffers[output].TotalTensorSizeInBytes += 100;  // more than the elements need
  work made(watched.get(), problem);
  zero_indices(made);
  made.buffers[output].SizeInBytes -= 1;
  expect(made, made.bound(), "OutputTensor", "DM21");
  made.buffers[output].SizeInBytes += 1;
  EXPECT_EQ(made.run().result, S_OK);
}

TEST_F(directml_misuse_bindings, DM21_offsets_that_break_the_promise) {
  for (const DML_OPERATOR_TYPE type : every_operator) {
    described problem = sound(type);
    for (DML_BUFFER_TENSOR_DESC& one : problem.buffers) one.GuaranteedBaseOffsetAlignment = 16;
    work made(watched.get(), problem);
    zero_indices(made);
    guarded larger(4096);
    for (const std::size_t i : problem.places()) {
      const auto kept = made.buffers[i];
      for (const UINT64 offset : {1u, 4u, 8u, 24u}) {
        made.buffers[i] = {larger.data(), offset, 1024};
        expect(made, made.bound(), place_names[i], "DM21");
      }
      made.buffers[i] = kept;
    }
    EXPECT_EQ(larger.image(), guarded(4096).image());
    EXPECT_EQ(made.run().result, S_OK) << last_error().message;
  }
}

TEST_F(directml_misuse_bindings, DM21_offsets_beyond_memory) {
  for_each_operator([&](work& made) {
    for (const std::size_t i : made.problem.places()) {
      made.buffers[i].Offset = UINT64_MAX - 15;  // 16 bytes in front of the buffer, if addresses wrapped
      expect(made, made.bound(), place_names[i], "DM21");
      made.buffers[i].Offset = 0;
      made.buffers[i].SizeInBytes = UINT64_MAX;  // a promise about bytes that nobody touches
      watched.messages.clear();
      made.buffers[i].SizeInBytes = made.problem.buffers[i].TotalTensorSizeInBytes;
    }
  });
}

TEST_F(directml_misuse_bindings, a_table_without_bindings) {
  for_each_operator([&](work& made) {
    const auto table = make_table(watched.get(), made.compiled.get());
    const auto recorder = make_recorder(watched.get());
    EXPECT_EQ(recorder->RecordDispatch(nullptr, made.compiled.get(), table.get()), E_INVALIDARG);
    expect_message(watched, E_INVALIDARG, "RecordDispatch", "", "DM20");
    const bindings bound = made.bound();
    EXPECT_EQ(table->BindInputs(static_cast<UINT>(bound.inputs.size()), bound.inputs.data()), S_OK);
    EXPECT_EQ(recorder->RecordDispatch(nullptr, made.compiled.get(), table.get()), E_INVALIDARG);
    expect_message(watched, E_INVALIDARG, "RecordDispatch", "", "DM20");
    EXPECT_EQ(table->BindOutputs(1, bound.outputs.data()), S_OK);
    EXPECT_EQ(recorder->RecordDispatch(nullptr, made.compiled.get(), table.get()), S_OK);
    EXPECT_EQ(table->Reset(nullptr), S_OK);
    EXPECT_EQ(recorder->RecordDispatch(nullptr, made.compiled.get(), table.get()), E_INVALIDARG);
    expect_message(watched, E_INVALIDARG, "RecordDispatch", "", "DM20");
  });
}

}  // namespace
