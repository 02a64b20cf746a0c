// The temporary resource, the caller's execution, and the options of a device that are refused: DM22, DM26.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "directml/bound_case.hpp"

namespace {

using namespace directml_test;
using floats = std::vector<float>;
using numbers = std::vector<std::uint32_t>;

// A device that refuses duplicates: to find them takes memory.
struct directml_temporary : testing::Test {
  strew_options scatters = [] {
    strew_options options = STREW_OPTIONS_INIT;
    options.duplicates = STREW_DUPLICATES_ERROR;
    return options;
  }();
  watched_device watched{[this] {
    auto options = options_at();
    options.scatter = &scatters;
    return options;
  }()};
  described problem = scatter(f32({5}), u32({4}), f32({4}), f32({5}), 0);
  work made{watched.get(), problem};
  std::size_t needed = static_cast<std::size_t>(made.compiled->GetBindingProperties().TemporaryResourceSize);
  guarded memory = guarded(needed);
  DML_BUFFER_BINDING buffer = memory.binding();

  directml_temporary() {
    made.fill(input, floats{0, 1, 2, 3, 4});
    made.fill(updates, floats{5, 6, 7, 8});
    made.fill(indices, numbers{3, 1, 2, 0});
  }
  bindings bound() {
    bindings all = made.bound();
    all.temporary = bind(buffer);
    return all;
  }
  void expect(const bindings& all, const std::string& rule) {
    const auto before = made.memory[output].image();
    const outcome done = made.run(all);
    EXPECT_EQ(done.result, E_INVALIDARG);
    EXPECT_EQ(made.memory[output].image(), before);
    expect_message(watched, E_INVALIDARG, done.method, "", rule);
  }
};

TEST_F(directml_temporary, is_used_where_it_is_asked_for) {
  EXPECT_EQ(needed, 1u);  // a bit for each of 5 cells
  EXPECT_EQ(made.run(bound()).result, S_OK) << last_error().message;
  EXPECT_EQ(made.result<float>(5), (floats{8, 6, 7, 5, 4}));
  EXPECT_TRUE(memory.is_guarded());
}

TEST_F(directml_temporary, IX2_duplicates) {
  made.fill(indices, numbers{3, 1, 3, 0});
  expect(bound(), "IX2");
  EXPECT_EQ(last_error().position, 2u);
  EXPECT_EQ(last_error().other_position, 0u);
}

TEST_F(directml_temporary, DM22_without_it_or_too_small) {
  expect(made.bound(), "DM22");
  buffer.SizeInBytes = needed - 1;
  expect(bound(), "DM22");
  buffer.SizeInBytes = needed;
  buffer.Buffer = nullptr;
  expect(bound(), "DM1");
  buffer = memory.binding();
  bindings array = bound();
  const DML_BUFFER_ARRAY_BINDING one = {1, &buffer};
  array.temporary = {DML_BINDING_TYPE_BUFFER_ARRAY, &one};
  expect(array, "DM20");
  EXPECT_EQ(made.run(bound()).result, S_OK) << last_error().message;
}

TEST_F(directml_temporary, is_forgotten_with_null) {
  const auto table = make_table(watched.get(), made.compiled.get());
  ASSERT_EQ(bind_all(table.get(), bound()).result, S_OK);
  EXPECT_EQ(table->BindTemporaryResource(nullptr), S_OK) << last_error().message;
  const auto recorder = make_recorder(watched.get());
  EXPECT_EQ(recorder->RecordDispatch(nullptr, made.compiled.get(), table.get()), E_INVALIDARG);
  EXPECT_STREQ(last_error().rule, "DM22");
}

TEST_F(directml_temporary, shares_no_byte_with_a_tensor) {
  buffer = {made.memory[output].data(), 0, needed};
  guarded heap(4096);
  made.buffers[output] = {heap.data(), 0, 20};
  buffer = {heap.data(), 16, needed};
  const auto before = heap.image();
  const outcome done = made.run(bound());
  EXPECT_EQ(done.result, E_INVALIDARG);
  EXPECT_EQ(heap.image(), before);
}

TEST(directml_execution, a_cancelled_dispatch_is_aborted) {
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.cancel = [](void*) { return 1; };
  auto options = options_at();
  options.execution = &execution;
  watched_device watched(options);
  constexpr UINT many = 1 << 14;
  auto problem = scatter(f32({many}), u32({many}), f32({many}), f32({many}), 0);
  work made(watched.get(), problem);
  zero_indices(made);
  EXPECT_EQ(made.run().result, E_ABORT);
  expect_message(watched, E_ABORT, "RecordDispatch", "", "CN1");
  EXPECT_EQ(watched.device->GetDeviceRemovedReason(), E_ABORT);
}

HRESULT create(const strew_directml_options& options) {
  com_ptr<IDMLDevice> made;
  const HRESULT result = strew_directml_create_device(&options, &strew::directml::interface_id<IDMLDevice>,
                                                      reinterpret_cast<void**>(made.put()));
  EXPECT_EQ(static_cast<bool>(made), result == S_OK);
  return result;
}

void expect_option_refused(const strew_directml_options& options) {
  EXPECT_EQ(create(options), E_INVALIDARG);
  EXPECT_STREQ(last_error().rule, "DM26") << last_error().message;
}

TEST(directml_device_options, none_are_the_defaults) {
  com_ptr<IDMLDevice> made;
  EXPECT_EQ(strew_directml_create_device(nullptr, &strew::directml::interface_id<IDMLDevice>,
                                         reinterpret_cast<void**>(made.put())),
            S_OK);
  EXPECT_EQ(create(options_at()), S_OK);
  void* nothing = made.get();
  EXPECT_EQ(strew_directml_create_device(nullptr, nullptr, &nothing), E_INVALIDARG);
  EXPECT_EQ(nothing, nullptr);
  EXPECT_STREQ(last_error().rule, "DM1");
}

TEST(directml_device_options, DM26_structures_nobody_knows) {
  auto options = options_at();
  options.version = 2;
  expect_option_refused(options);
  options = options_at();
  options.struct_size = 4;
  expect_option_refused(options);
}

// Version 1 of an execution ends before on_error.
TEST(directml_device_options, DM26_executions) {
  strew_execution execution = STREW_EXECUTION_INIT;
  auto options = options_at();
  options.execution = &execution;
  for (const std::int32_t on_error : {STREW_ON_ERROR_KEEP, STREW_ON_ERROR_DISCARD}) {
    execution.on_error = on_error;
    EXPECT_EQ(create(options), S_OK);
  }
  execution.on_error = 2;
  expect_option_refused(options);
  execution.version = 1;
  expect_option_refused(options);
  execution.struct_size = offsetof(strew_execution, on_error);
  EXPECT_EQ(create(options), S_OK);
  execution.version = 2;
  expect_option_refused(options);
}

TEST(directml_device_options, DM26_flags) {
  auto options = options_at();
  options.flags = DML_CREATE_DEVICE_FLAG_DEBUG;
  EXPECT_EQ(create(options), S_OK);
  for (const std::int32_t flags : {2, 3, -1}) {
    options.flags = flags;
    expect_option_refused(options);
  }
}

TEST(directml_device_options, DM26_one_policy_only) {
  const strew_options defaults = STREW_OPTIONS_INIT;
  auto options = options_at();
  options.as_documented = 1;
  EXPECT_EQ(create(options), S_OK);
  options.gather = &defaults;
  expect_option_refused(options);
  options.gather = nullptr;
  options.scatter = &defaults;
  expect_option_refused(options);
}

TEST(directml_device_options, DM26_scatters_do_not_reduce) {
  strew_options scatters = STREW_OPTIONS_INIT;
  scatters.reduction = STREW_REDUCTION_ADD;
  auto options = options_at();
  options.scatter = &scatters;
  expect_option_refused(options);
}

}  // namespace
