// What was right when it was bound and is not any more, and memory that two uses share.
#include <gtest/gtest.h>

#include <vector>

#include "directml/road.hpp"

namespace {

using namespace directml_test;
using floats = std::vector<float>;

// SCATTER of `count` elements whose input is owned.
described owned_scatter(UINT count) {
  return scatter({DML_TENSOR_DATA_TYPE_FLOAT32, {count}, {}, DML_TENSOR_FLAG_OWNED_BY_DML}, u32({1}), f32({1}),
                 f32({count}), 0);
}

struct directml_stale : testing::Test {
  watched_device watched;
  described small_problem = owned_scatter(4), large_problem = owned_scatter(4096);
  com_ptr<IDMLCompiledOperator> small = compile(watched.get(), small_problem);
  com_ptr<IDMLCompiledOperator> large = compile(watched.get(), large_problem);
  com_ptr<IDMLOperatorInitializer> initializer;
  guarded source = guarded::of(floats{1, 2, 3, 4});
  guarded persistent = guarded(256);
  DML_BUFFER_BINDING entries[3] = {source.binding(), {nullptr, 0, 0}, {nullptr, 0, 0}};
  const DML_BUFFER_ARRAY_BINDING array = {3, entries};
  DML_BUFFER_BINDING resource = persistent.binding();

  void make(UINT count, IDMLCompiledOperator* const* list) {
    ASSERT_EQ(watched.device->CreateOperatorInitializer(count, list, IID_PPV_ARGS(initializer.put())), S_OK);
  }
  bindings bound() { return {{{DML_BINDING_TYPE_BUFFER_ARRAY, &array}}, {bind(resource)}, {}, {}}; }
};

TEST_F(directml_stale, an_initializer_reset_after_it_was_bound_copies_nothing) {
  IDMLCompiledOperator* const first[] = {small.get()};
  make(1, first);
  const auto table = make_table(watched.get(), initializer.get());
  ASSERT_EQ(bind_all(table.get(), bound()).result, S_OK);
  const auto recorder = make_recorder(watched.get());
  IDMLCompiledOperator* const others[] = {large.get(), small.get()};
  for (const UINT count : {1u, 2u}) {
    ASSERT_EQ(initializer->Reset(count, others), S_OK);
    EXPECT_EQ(recorder->RecordDispatch(nullptr, initializer.get(), table.get()), E_INVALIDARG);
    EXPECT_STREQ(last_error().rule, count == 1 ? "DM21" : "DM23");
    EXPECT_EQ(persistent.read<unsigned char>(256), std::vector<unsigned char>(256, 0xCD));
  }
  ASSERT_EQ(initializer->Reset(1, first), S_OK);
  EXPECT_EQ(recorder->RecordDispatch(nullptr, initializer.get(), table.get()), S_OK) << last_error().message;
  EXPECT_EQ(persistent.read<float>(4), (floats{1, 2, 3, 4}));
}

TEST_F(directml_stale, DM22_one_persistent_resource_for_two_operators) {
  IDMLCompiledOperator* const list[] = {small.get(), small.get()};
  make(2, list);
  bindings two = bound();
  two.inputs.push_back(two.inputs[0]);
  two.outputs.push_back(two.outputs[0]);
  EXPECT_EQ(dispatch(watched.get(), initializer.get(), two).result, E_INVALIDARG);
  EXPECT_STREQ(last_error().rule, "DM22");
}

// Only as much is read as may be bound.
TEST_F(directml_stale, DM20_an_array_that_says_more_than_there_is) {
  IDMLCompiledOperator* const list[] = {small.get()};
  make(1, list);
  const DML_BUFFER_ARRAY_BINDING endless = {0xFFFFFFFF, entries};
  bindings wrong = bound();
  wrong.inputs[0].Desc = &endless;
  EXPECT_EQ(dispatch(watched.get(), initializer.get(), wrong).result, E_INVALIDARG);
  EXPECT_STREQ(last_error().rule, "DM20");
  wrong = bound();
  wrong.outputs[0] = {DML_BINDING_TYPE_BUFFER_ARRAY, &endless};
  EXPECT_EQ(dispatch(watched.get(), initializer.get(), wrong).result, E_INVALIDARG);
  EXPECT_STREQ(last_error().rule, "DM20");
}

TEST(directml_shared_memory, OV3_a_temporary_resource_over_an_operand) {
  strew_options scatters = STREW_OPTIONS_INIT;
  scatters.duplicates = STREW_DUPLICATES_ERROR;
  strew_directml_options options = options_at();
  options.scatter = &scatters;
  watched_device watched(options);
  described problem = scatter(f32({64}), u32({4}), f32({4}), f32({64}), 0);
  work made(watched.get(), problem);
  made.fill(indices, std::vector<std::uint32_t>{3, 1, 2, 0});
  const auto needed = made.compiled->GetBindingProperties().TemporaryResourceSize;
  ASSERT_LE(needed, 256u);
  for (const place where : {input, output}) {
    const DML_BUFFER_BINDING buffer = {made.memory[where].data(), 0, needed};
    bindings bound = made.bound();
    bound.temporary = bind(buffer);
    const auto before = made.memory;
    EXPECT_EQ(made.run(bound).result, E_INVALIDARG) << place_names[where];
    EXPECT_STREQ(last_error().rule, "OV3");
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(made.memory[i].image(), before[i].image()) << place_names[i];
  }
}

}  // namespace
