// DirectML's objects on a Vulkan device: the bytes, records and refusals of the host device.
#include <strew/directml/vulkan.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "directml/bound_case.hpp"
#include "examples/vulkan_machine.hpp"

namespace {

using namespace directml_test;
using strew::directml::vulkan_commands;

// One for all tests, as its pipelines take long to compile.
vulkan_machine* one_machine = nullptr;
listener* one_listener = nullptr;
com_ptr<IDMLDevice>* one_device = nullptr;

std::int32_t make(const strew_vulkan_context* context, com_ptr<IDMLDevice>& device) {
  strew_directml_options options = options_at();
  options.message = &listener::hear;
  options.message_context = one_listener;
  return strew_directml_create_device_on_vulkan(&options, context, one_machine->queue(), one_machine->queue_family(),
                                                IID_PPV_ARGS(device.put()));
}

struct vulkan_environment : testing::Environment {
  std::unique_ptr<vulkan_machine> on;
  listener heard_here;
  com_ptr<IDMLDevice> device;

  void SetUp() override {
    on = std::make_unique<vulkan_machine>();
    one_machine = on.get();
    one_listener = &heard_here;
    one_device = &device;
    if (!on->lack().empty()) return;
    const strew_vulkan_context context = on->context();
    ASSERT_EQ(make(&context, device), S_OK) << last_error().message;
  }
  void TearDown() override {
    device.reset();
    on.reset();
  }
};
const testing::Environment* const environment = testing::AddGlobalTestEnvironment(new vulkan_environment);

struct directml_vulkan : testing::Test {
  com_ptr<IDMLDevice> host = make_device(), device = *one_device;

  static vulkan_machine& on() { return *one_machine; }
  static listener& heard() { return *one_listener; }
  void SetUp() override {
    heard().messages.clear();
    if (!device) GTEST_SKIP() << on().lack();
  }
};

DML_BUFFER_BINDING range_of(const vulkan_buffer& of) {
  return {of.handle(), 0, of.size()};
}

// An operator on the device, its operands in buffers with the bytes of `from`, zones included, and a gap before them.
struct device_work {
  com_ptr<IDMLCompiledOperator> compiled;
  std::vector<std::unique_ptr<vulkan_buffer>> memory;
  std::vector<DML_BUFFER_BINDING> buffers;
  std::unique_ptr<vulkan_buffer> temporary;
  DML_BUFFER_BINDING temporary_range = {};

  device_work(IDMLDevice* device, const work& from, std::uint64_t gap) : compiled(compile(device, from.problem)) {
    for (const guarded& one : from.memory) {
      memory.push_back(std::make_unique<vulkan_buffer>(*one_machine, gap + one.image().size()));
      std::memcpy(memory.back()->memory() + gap, one.image().data(), one.image().size());
      buffers.push_back({memory.back()->handle(), gap + guarded::zone, one.size()});
    }
    temporary = std::make_unique<vulkan_buffer>(*one_machine, compiled->GetBindingProperties().TemporaryResourceSize);
    temporary_range = range_of(*temporary);
  }
  bindings bound(const described& problem) const {
    bindings made;
    for (const std::size_t i : problem.inputs()) made.inputs.push_back(bind(buffers[i]));
    made.outputs.push_back(bind(buffers[output]));
    made.temporary = bind(temporary_range);
    return made;
  }
  outcome record(IDMLDevice* device, const bindings& with) const {
    const auto table = make_table(device, compiled.get());
    const outcome first = bind_all(table.get(), with);
    if (FAILED(first.result)) return first;
    const HRESULT result =
        make_recorder(device)->RecordDispatch(vulkan_commands(one_machine->commands()), compiled.get(), table.get());
    return {result, "RecordDispatch"};
  }
  HRESULT result() const { return strew_directml_dispatch_result(compiled.get(), temporary->memory()); }
  // All bytes behind the gap.
  std::vector<unsigned char> image(std::size_t i, std::uint64_t gap) const {
    const std::vector<unsigned char> all = memory[i]->image();
    EXPECT_TRUE(
        std::all_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(gap), [](auto b) { return b == 0xA5; }));
    return {all.begin() + static_cast<std::ptrdiff_t>(gap), all.end()};
  }
};

void fill_with_numbers(work& made) {
  const std::size_t count = made.memory[indices].size() / 4;
  std::vector<std::uint32_t> at(count);
  for (std::size_t i = 0; i < count; ++i) at[i] = static_cast<std::uint32_t>(i * i / 3 % 2);  // many come twice
  made.fill(indices, at);
  for (const std::size_t i : {std::size_t{input}, std::size_t{updates}}) {
    std::vector<unsigned char> bytes(made.memory[i].size());
    for (std::size_t n = 0; n < bytes.size(); ++n) bytes[n] = static_cast<unsigned char>(n * 37 + i * 11 + 1);
    made.fill(static_cast<place>(i), bytes);
  }
}

// The same work on both devices leaves the same bytes everywhere, and no byte around them.
void expect_equal_bytes(IDMLDevice* host, IDMLDevice* device, described& problem, std::uint64_t gap) {
  work made(host, problem);
  fill_with_numbers(made);
  const device_work same(device, made, gap);
  EXPECT_EQ(made.run().result, S_OK) << last_error().message;
  ASSERT_EQ(same.record(device, same.bound(problem)).result, S_OK) << last_error().message;
  one_machine->execute();
  EXPECT_EQ(same.result(), S_OK) << last_error().message;
  for (const std::size_t i : problem.places())
    EXPECT_EQ(same.image(i, gap), made.memory[i].image()) << place_names[i] << " of " << problem.kind;
}

TEST_F(directml_vulkan, every_operator_leaves_the_bytes_of_the_host) {
  for (const DML_OPERATOR_TYPE type : every_operator) {
    described problem = sound(type);
    expect_equal_bytes(host.get(), device.get(), problem, 0);
  }
}

TEST_F(directml_vulkan, offsets_need_not_be_multiples_of_4) {
  described halves = sound(DML_OPERATOR_SCATTER_ND), bytes = sound(DML_OPERATOR_GATHER);
  for (const std::size_t i : {input, updates, output}) halves.set_type(i, DML_TENSOR_DATA_TYPE_FLOAT16);
  for (const std::size_t i : {input, output}) bytes.set_type(i, DML_TENSOR_DATA_TYPE_UINT8);
  expect_equal_bytes(host.get(), device.get(), halves, 2);
  expect_equal_bytes(host.get(), device.get(), bytes, 3);
}

TEST_F(directml_vulkan, IX1_has_the_record_of_the_host) {
  described problem = sound(DML_OPERATOR_SCATTER);
  work made(host.get(), problem);
  fill_with_numbers(made);
  made.fill(indices, std::vector<std::uint32_t>{0, 1, 0, 9, 1, 7});
  const device_work same(device.get(), made, 0);
  EXPECT_EQ(made.run().result, E_INVALIDARG);
  const strew_error should_be = last_error();
  ASSERT_EQ(same.record(device.get(), same.bound(problem)).result, S_OK);
  one_machine->execute();
  EXPECT_EQ(same.result(), E_INVALIDARG);
  const strew_error is = last_error();
  EXPECT_STREQ(is.message, should_be.message);
  EXPECT_EQ(is.position, should_be.position);
  EXPECT_EQ(is.bad_count, 2u);
  EXPECT_EQ(same.image(output, 0), made.memory[output].image());
  EXPECT_EQ(device->GetDeviceRemovedReason(), E_INVALIDARG);
  expect_message(heard(), E_INVALIDARG, "strew_directml_dispatch_result", "IndicesTensor", "IX1");
}

TEST_F(directml_vulkan, owned_inputs_are_copied_by_commands) {
  described problem = sound(DML_OPERATOR_GATHER);
  work made(host.get(), problem);
  fill_with_numbers(made);
  described owning = sound(DML_OPERATOR_GATHER);
  owning.owned[input].flags = DML_TENSOR_FLAG_OWNED_BY_DML;
  owning.describe(input);
  const work owned(host.get(), owning);
  device_work same(device.get(), owned, 0);
  std::memcpy(same.memory[input]->memory(), made.memory[input].image().data(), made.memory[input].image().size());
  std::memcpy(same.memory[indices]->memory(), made.memory[indices].image().data(), made.memory[indices].image().size());
  com_ptr<IDMLOperatorInitializer> initializer;
  IDMLCompiledOperator* const operators[] = {same.compiled.get()};
  ASSERT_EQ(device->CreateOperatorInitializer(1, operators, IID_PPV_ARGS(initializer.put())), S_OK);
  const vulkan_buffer kept(*one_machine, same.compiled->GetBindingProperties().PersistentResourceSize);
  const DML_BUFFER_BINDING resource = range_of(kept), inputs[] = {same.buffers[input], {}};
  const DML_BUFFER_ARRAY_BINDING array = {2, inputs};
  const auto table = make_table(device.get(), initializer.get());
  ASSERT_EQ(bind_all(table.get(), {{{DML_BINDING_TYPE_BUFFER_ARRAY, &array}}, {bind(resource)}}).result, S_OK);
  const auto recorder = make_recorder(device.get());
  ASSERT_EQ(recorder->RecordDispatch(vulkan_commands(on().commands()), initializer.get(), table.get()), S_OK);

  bindings with = same.bound(problem);
  with.inputs[0] = {DML_BINDING_TYPE_NONE, nullptr};
  with.persistent = bind(resource);
  ASSERT_EQ(same.record(device.get(), with).result, S_OK) << last_error().message;
  on().execute();
  EXPECT_EQ(same.result(), S_OK);
  EXPECT_EQ(made.run().result, S_OK);
  EXPECT_EQ(same.image(output, 0), made.memory[output].image());
}

struct directml_vulkan_misuse : directml_vulkan {
  described problem = sound(DML_OPERATOR_SCATTER_ND);
  std::unique_ptr<work> made;
  std::unique_ptr<device_work> same;

  void SetUp() override {
    directml_vulkan::SetUp();
    if (!device) return;
    made = std::make_unique<work>(host.get(), problem);
    zero_indices(*made);
    same = std::make_unique<device_work>(device.get(), *made, 0);
  }
  void expect(const std::string& tensor, const std::string& rule) {
    const outcome done = same->record(device.get(), same->bound(problem));
    EXPECT_EQ(done.result, E_INVALIDARG) << rule;
    expect_message(heard(), E_INVALIDARG, done.method, tensor, rule);
  }
};

TEST_F(directml_vulkan_misuse, DM21_buffers_that_are_too_small) {
  --same->buffers[updates].SizeInBytes;
  expect("UpdatesTensor", "DM21");
  same->buffers[updates].SizeInBytes = 1 << 20;  // more than its memory
  expect("UpdatesTensor", "DM21");
}

TEST_F(directml_vulkan_misuse, DM22_OV3_and_VK6_of_the_temporary_resource) {
  --same->temporary_range.SizeInBytes;
  expect("", "DM22");
  const std::uint64_t bytes = same->compiled->GetBindingProperties().TemporaryResourceSize;
  const vulkan_buffer larger(on(), bytes + 1024);
  same->temporary_range = {larger.handle(), 128, bytes};
  expect("", "VK6");
  same->temporary_range = {larger.handle(), 0, bytes};
  const DML_BUFFER_BINDING apart = same->buffers[output];
  same->buffers[output] = {larger.handle(), bytes - 4, apart.SizeInBytes};
  expect("OutputTensor", "OV3");
}

TEST_F(directml_vulkan_misuse, OV2_output_over_an_input) {
  const vulkan_buffer both(on(), 1024);
  same->buffers[output] = {both.handle(), 0, same->buffers[output].SizeInBytes};
  same->buffers[updates] = {both.handle(), 8, same->buffers[updates].SizeInBytes};
  expect("OutputTensor", "OV2");
}

TEST_F(directml_vulkan_misuse, DM1_and_DM24_of_other_objects) {
  const auto table = make_table(device.get(), same->compiled.get());
  ASSERT_EQ(bind_all(table.get(), same->bound(problem)).result, S_OK);
  EXPECT_EQ(make_recorder(device.get())->RecordDispatch(nullptr, same->compiled.get(), table.get()), E_INVALIDARG);
  expect_message(heard(), E_INVALIDARG, "RecordDispatch", "", "DM1");
  const auto of_host = make_table(host.get(), made->compiled.get());
  ID3D12CommandList* const commands = vulkan_commands(on().commands());
  EXPECT_EQ(make_recorder(device.get())->RecordDispatch(commands, same->compiled.get(), of_host.get()), E_INVALIDARG);
  expect_message(heard(), E_INVALIDARG, "RecordDispatch", "", "DM24");
  EXPECT_EQ(make_recorder(device.get())->RecordDispatch(commands, made->compiled.get(), of_host.get()), E_INVALIDARG);
  expect_message(heard(), E_INVALIDARG, "RecordDispatch", "", "DM24");
}

TEST_F(directml_vulkan, PT6_of_bytes_that_no_dispatch_wrote) {
  described problem = sound(DML_OPERATOR_SCATTER);
  const auto compiled = compile(device.get(), problem);
  const std::vector<unsigned char> bytes(STREW_VULKAN_RECORD_BYTES, 0xA5);
  EXPECT_EQ(strew_directml_dispatch_result(compiled.get(), bytes.data()), E_INVALIDARG);
  expect_message(heard(), E_INVALIDARG, "strew_directml_dispatch_result", "", "PT6");
}

TEST_F(directml_vulkan, PT1_and_VK5_of_the_context) {
  com_ptr<IDMLDevice> none;
  EXPECT_EQ(make(nullptr, none), E_INVALIDARG);
  expect_message(heard(), E_INVALIDARG, "DMLCreateDevice1", "", "PT1");
  strew_vulkan_context context = on().context();
  context.arithmetic = 9;
  EXPECT_EQ(make(&context, none), E_INVALIDARG);
  expect_message(heard(), E_INVALIDARG, "DMLCreateDevice1", "", "VK5");
  EXPECT_FALSE(none);
}

}  // namespace
