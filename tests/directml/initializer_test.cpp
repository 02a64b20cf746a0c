// Inputs that are OWNED_BY_DML: copied by the initializer into the persistent resource, not bound when dispatched.
#include <gtest/gtest.h>

#include <vector>

#include "directml/bound_case.hpp"

namespace {

using namespace directml_test;
using floats = std::vector<float>;
using numbers = std::vector<std::uint32_t>;

const DML_BINDING_DESC unbound = {DML_BINDING_TYPE_NONE, nullptr};

// SCATTER_ND of the page whose input and indices are owned.
struct directml_initializer : testing::Test, bound_case {
  described problem = scatter_nd(f32({1, 8}), u32({4, 1}), f32({1, 4}), f32({1, 8}), 1, 2);
  std::vector<work> kept;
  com_ptr<IDMLOperatorInitializer> initializer;
  std::vector<DML_BUFFER_BINDING> entries;
  DML_BUFFER_ARRAY_BINDING array = {};
  guarded persistent = guarded(0);
  DML_BUFFER_BINDING persistent_buffer = {};

  directml_initializer() {
    for (const place where : {input, indices}) problem.buffers[where].Flags = DML_TENSOR_FLAG_OWNED_BY_DML;
    work& made = kept.emplace_back(watched.get(), problem);
    made.fill(input, floats{1, 2, 3, 4, 5, 6, 7, 8});
    made.fill(indices, numbers{4, 3, 1, 7});
    made.fill(updates, floats{9, 10, 11, 12});
    IDMLCompiledOperator* const list[] = {made.compiled.get()};
    EXPECT_EQ(watched.device->CreateOperatorInitializer(1, list, IID_PPV_ARGS(initializer.put())), S_OK);
    entries = {made.buffers[input], made.buffers[indices], {nullptr, 0, 0}};
    persistent = guarded(needed());
    persistent_buffer = persistent.binding();
  }
  work& made() { return kept.front(); }
  std::size_t needed() {
    return static_cast<std::size_t>(made().compiled->GetBindingProperties().PersistentResourceSize);
  }
  bindings to_initialize() {
    array = {static_cast<UINT>(entries.size()), entries.data()};
    return {{{DML_BINDING_TYPE_BUFFER_ARRAY, &array}}, {bind(persistent_buffer)}, unbound, unbound};
  }
  bindings to_run() {
    bindings bound = made().bound();
    bound.inputs[0] = bound.inputs[1] = unbound;
    bound.persistent = bind(persistent_buffer);
    return bound;
  }
  void expect_not_initialized(const bindings& bound, const std::string& rule) {
    const auto before = persistent.image();
    const outcome done = dispatch(watched.get(), initializer.get(), bound);
    EXPECT_EQ(done.result, E_INVALIDARG);
    EXPECT_EQ(persistent.image(), before);
    expect_message(watched, E_INVALIDARG, done.method, "", rule);
  }
};

TEST_F(directml_initializer, owned_inputs_are_copied_once) {
  EXPECT_GE(needed(), 32u + 16u);
  EXPECT_EQ(made().compiled->GetBindingProperties().TemporaryResourceSize, 0u);
  const outcome first = dispatch(watched.get(), initializer.get(), to_initialize());
  ASSERT_EQ(first.result, S_OK) << first.method << last_error().message;
  EXPECT_TRUE(persistent.is_guarded());
  made().fill(input, floats(8, -1));  // the originals may go
  made().fill(indices, numbers(4, 99));
  for (int i = 0; i < 2; ++i) {
    const outcome second = made().run(to_run());
    ASSERT_EQ(second.result, S_OK) << second.method << last_error().message;
    EXPECT_EQ(made().result<float>(8), (floats{1, 11, 3, 10, 9, 6, 7, 12}));
  }
}

TEST_F(directml_initializer, DM23_before_the_initializer_was_dispatched) {
  expect(made(), to_run(), "", "DM23");
}

TEST_F(directml_initializer, the_persistent_resource_is_only_read_by_dispatches) {
  ASSERT_EQ(dispatch(watched.get(), initializer.get(), to_initialize()).result, S_OK);
  const auto before = persistent.image();
  ASSERT_EQ(made().run(to_run()).result, S_OK);
  EXPECT_EQ(persistent.image(), before);
}

TEST_F(directml_initializer, owned_indices_are_validated_by_the_dispatch) {
  made().fill(indices, numbers{4, 3, 8, 7});
  ASSERT_EQ(dispatch(watched.get(), initializer.get(), to_initialize()).result, S_OK);
  expect(made(), to_run(), "IndicesTensor", "IX1");
  EXPECT_EQ(last_error().position, 2u);
}

TEST_F(directml_initializer, DM23_owned_inputs_are_not_bound_to_dispatches) {
  bindings bound = to_run();
  bound.inputs[0] = made().bound().inputs[0];
  expect(made(), bound, "InputTensor", "DM23");
  bound = to_run();
  bound.inputs[1] = made().bound().inputs[1];
  expect(made(), bound, "IndicesTensor", "DM23");
}

TEST_F(directml_initializer, inputs_of_the_caller_are_still_bound_to_dispatches) {
  bindings bound = to_run();
  bound.inputs[2] = unbound;
  expect(made(), bound, "UpdatesTensor", "DM20");
}

TEST_F(directml_initializer, DM23_the_initializer_takes_owned_inputs_only) {
  entries[2] = made().buffers[updates];
  expect_not_initialized(to_initialize(), "DM23");
  entries[2] = {nullptr, 0, 0};
  entries[0] = {nullptr, 0, 0};
  expect_not_initialized(to_initialize(), "DM23");
}

TEST_F(directml_initializer, DM21_ranges_of_the_initializer) {
  entries[0].SizeInBytes = 31;
  expect_not_initialized(to_initialize(), "DM21");
}

TEST_F(directml_initializer, DM20_bindings_of_the_initializer) {
  bindings bound = to_initialize();
  bound.inputs.push_back(bound.inputs[0]);
  expect_not_initialized(bound, "DM20");
  bound = to_initialize();
  bound.outputs.push_back(bound.outputs[0]);
  expect_not_initialized(bound, "DM20");
  entries.pop_back();
  expect_not_initialized(to_initialize(), "DM20");
}

TEST_F(directml_initializer, DM22_persistent_resources) {
  bindings bound = to_run();
  bound.persistent = unbound;
  expect(made(), bound, "", "DM22");
  persistent_buffer.SizeInBytes -= 1;
  expect(made(), to_run(), "", "DM22");
  expect_not_initialized(to_initialize(), "DM22");
}

TEST_F(directml_initializer, DM22_persistent_resources_share_no_byte_with_what_is_copied) {
  entries[0].Buffer = static_cast<char*>(persistent.data()) + 4;
  expect_not_initialized(to_initialize(), "DM22");
}

TEST_F(directml_initializer, DM22_an_initializer_needs_the_resources_of_its_operators) {
  bindings bound = to_initialize();
  bound.outputs[0] = unbound;
  expect_not_initialized(bound, "DM22");
}

TEST_F(directml_initializer, without_owned_inputs_nothing_needs_to_be_bound) {
  described plain = sound(DML_OPERATOR_SCATTER);
  work other(watched.get(), plain);
  EXPECT_EQ(other.compiled->GetBindingProperties().PersistentResourceSize, 0u);
  IDMLCompiledOperator* const list[] = {other.compiled.get()};
  ASSERT_EQ(initializer->Reset(1, list), S_OK);
  EXPECT_EQ(initializer->GetBindingProperties().PersistentResourceSize, 0u);
  const auto recorder = make_recorder(watched.get());
  const auto table = make_table(watched.get(), initializer.get());
  EXPECT_EQ(recorder->RecordDispatch(nullptr, initializer.get(), table.get()), S_OK) << last_error().message;
  EXPECT_EQ(dispatch(watched.get(), initializer.get(), {{unbound}, {unbound}, unbound, unbound}).result, S_OK);
}

TEST_F(directml_initializer, one_for_two_operators) {
  described plain = sound(DML_OPERATOR_SCATTER);
  work other(watched.get(), plain);
  zero_indices(other);
  IDMLCompiledOperator* const list[] = {other.compiled.get(), made().compiled.get()};
  ASSERT_EQ(initializer->Reset(2, list), S_OK);
  bindings bound = to_initialize();
  bound.inputs.insert(bound.inputs.begin(), unbound);
  bound.outputs.insert(bound.outputs.begin(), unbound);
  ASSERT_EQ(dispatch(watched.get(), initializer.get(), bound).result, S_OK) << last_error().message;
  ASSERT_EQ(made().run(to_run()).result, S_OK) << last_error().message;
  EXPECT_EQ(made().result<float>(8), (floats{1, 11, 3, 10, 9, 6, 7, 12}));
  EXPECT_EQ(other.run().result, S_OK);
}

}  // namespace
