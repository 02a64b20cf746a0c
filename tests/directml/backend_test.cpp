// Devices on a backend of the caller's: what it is given, what it may refuse, and how results of recorded dispatches
// are told.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "directml/bound_case.hpp"
#include "strew/directml/backend.hpp"

namespace {

using namespace directml_test;

// A backend that executes on the processor, at once or as if it recorded: then the result is told later. What it is
// told to do wrong, it does.
struct fake {
  static constexpr std::uint64_t record_bytes = 256;

  bool opens = true, has_addresses = true, compiles = true, executes = true;
  std::uint64_t buffer_bytes = UINT64_MAX;
  int opened = 0, compiled = 0, destroyed = 0, copied = 0, released = 0;
  void* commands = nullptr;
  strew_directml_operands operands = {};
  strew_error found = STREW_ERROR_INIT;  // by the last dispatch

  static fake& of(void* context) { return *static_cast<fake*>(context); }
  static void* memory(const strew_directml_range& range) {
    return range.buffer == nullptr ? nullptr : static_cast<char*>(range.buffer) + range.offset;
  }
  static strew_status refuse(strew_error* error, strew_status status, const char* rule) {
    std::memcpy(error->rule, rule, std::strlen(rule) + 1);
    (void)std::snprintf(error->message, sizeof error->message, "%s: the fake refuses", rule);
    return status;
  }

  static strew_status open(void* context, strew_error* error) {
    ++of(context).opened;
    return of(context).opens ? STREW_STATUS_OK : refuse(error, STREW_STATUS_MEMORY, "FK1");
  }
  static std::uint64_t address_of(void* context, void* buffer) {
    return of(context).has_addresses ? reinterpret_cast<std::uintptr_t>(buffer) : 0;
  }
  static std::uint64_t size_of(void* context, void*) { return of(context).buffer_bytes; }
  static strew_status compile(void* context, const strew_plan* plan, void** compiled, std::uint64_t* temporary_bytes,
                              strew_error* error) {
    if (!of(context).compiles) return refuse(error, STREW_STATUS_SIZE, "FK2");
    ++of(context).compiled;
    *compiled = const_cast<strew_plan*>(plan);
    *temporary_bytes = record_bytes;
    return STREW_STATUS_OK;
  }
  static void destroy(void* context, void*) { ++of(context).destroyed; }
  static strew_status dispatch(void* context, void* compiled, void* commands, const strew_directml_operands* on,
                               strew_error* error) {
    fake& self = of(context);
    self.commands = commands;
    self.operands = *on;
    if (!self.executes) return refuse(error, STREW_STATUS_INTERNAL, "FK3");
    self.found = STREW_ERROR_INIT;
    self.found.status =
        strew_execute(static_cast<const strew_plan*>(compiled), memory(on->inputs[0]), memory(on->inputs[1]),
                      memory(on->inputs[2]), memory(on->output), nullptr, &self.found);
    return STREW_STATUS_OK;
  }
  static strew_status copy(void* context, void* commands, const strew_directml_range* from,
                           const strew_directml_range* to, strew_error*) {
    ++of(context).copied;
    of(context).commands = commands;
    std::memcpy(memory(*to), memory(*from), from->bytes);
    return STREW_STATUS_OK;
  }
  static strew_status result(void* context, void*, const void*, strew_error* error) {
    *error = of(context).found;
    return error->status;
  }
  static void release(void* context) { ++of(context).released; }

  strew_directml_backend backend() {
    strew_directml_backend made = STREW_DIRECTML_BACKEND_INIT;
    made.context = this;
    made.open = open;
    made.address_of = address_of;
    made.size_of = size_of;
    made.compile = compile;
    made.destroy = destroy;
    made.dispatch = dispatch;
    made.copy = copy;
    made.result = result;
    made.release = release;
    return made;
  }
};

struct directml_backend : testing::Test, listener {
  fake machine;
  com_ptr<IDMLDevice> device;
  int list = 0;  // its address is that of a command list
  std::vector<unsigned char> temporary = std::vector<unsigned char>(fake::record_bytes);
  DML_BUFFER_BINDING temporary_range = {temporary.data(), 0, temporary.size()};

  std::int32_t make(const strew_directml_backend& backend) {
    strew_directml_options options = options_at();
    options.message = &listener::hear;
    options.message_context = static_cast<listener*>(this);
    return strew_directml_create_device_on(&options, &backend, &strew::directml::interface_id<IDMLDevice>,
                                           reinterpret_cast<void**>(device.put()));
  }
  void SetUp() override { ASSERT_EQ(make(machine.backend()), S_OK) << last_error().message; }

  ID3D12CommandList* commands() { return reinterpret_cast<ID3D12CommandList*>(&list); }
  bindings bound(const work& of) const {
    bindings made = of.bound();
    made.temporary = bind(temporary_range);
    return made;
  }
  outcome record(const work& of, const bindings& with) {
    const auto table = make_table(device.get(), of.compiled.get());
    const outcome first = bind_all(table.get(), with);
    if (FAILED(first.result)) return first;
    return {make_recorder(device.get())->RecordDispatch(commands(), of.compiled.get(), table.get()), "RecordDispatch"};
  }
  void expect_refused_record(const work& of, const bindings& with, const std::string& tensor, const std::string& rule,
                             std::int32_t result = E_INVALIDARG) {
    const outcome done = record(of, with);
    EXPECT_EQ(done.result, result) << rule;
    expect_message(*this, result, done.method, tensor, rule);
  }
};

TEST_F(directml_backend, every_operator_runs_on_it) {
  for (const DML_OPERATOR_TYPE type : every_operator) {
    described problem = sound(type);
    work made(device.get(), problem);
    zero_indices(made);
    EXPECT_EQ(made.compiled->GetBindingProperties().TemporaryResourceSize, fake::record_bytes);
    EXPECT_EQ(record(made, bound(made)).result, S_OK) << last_error().message;
    EXPECT_EQ(machine.commands, static_cast<void*>(commands()));
    EXPECT_EQ(machine.operands.temporary.buffer, temporary.data());
    EXPECT_EQ(machine.operands.inputs[2].buffer == nullptr, !problem.is_scatter());
    EXPECT_EQ(strew_directml_dispatch_result(made.compiled.get(), temporary.data()), S_OK);
  }
  EXPECT_EQ(machine.compiled, 6);
  EXPECT_EQ(machine.destroyed, 6);
  EXPECT_EQ(device->GetDeviceRemovedReason(), S_OK);
  device = {};
  EXPECT_EQ(machine.opened, 1);
  EXPECT_EQ(machine.released, 1);
}

TEST_F(directml_backend, IX1_is_told_later_as_a_dispatch_would) {
  auto problem = gather(f32({1, 4}), u32({1, 2}), f32({1, 2}), 1, 1);
  work made(device.get(), problem);
  made.fill(indices, std::vector<std::uint32_t>{3, 9});
  EXPECT_EQ(record(made, bound(made)).result, S_OK);
  EXPECT_EQ(strew_directml_dispatch_result(made.compiled.get(), temporary.data()), E_INVALIDARG);
  EXPECT_EQ(last_error().tuple[0], 9u);
  EXPECT_EQ(device->GetDeviceRemovedReason(), E_INVALIDARG);
  expect_message(*this, E_INVALIDARG, "strew_directml_dispatch_result", "IndicesTensor", "IX1");
}

TEST_F(directml_backend, owned_inputs_are_copied_by_it) {
  auto problem = gather(f32({1, 4}), u32({1, 2}), f32({1, 2}), 1, 1);
  problem.owned[input].flags = DML_TENSOR_FLAG_OWNED_BY_DML;
  problem.describe(input);
  work made(device.get(), problem);
  made.fill(input, std::vector<float>{1, 2, 3, 4});
  made.fill(indices, std::vector<std::uint32_t>{3, 0});
  com_ptr<IDMLOperatorInitializer> initializer;
  IDMLCompiledOperator* const operators[] = {made.compiled.get()};
  ASSERT_EQ(device->CreateOperatorInitializer(1, operators, IID_PPV_ARGS(initializer.put())), S_OK);
  std::vector<unsigned char> kept(made.compiled->GetBindingProperties().PersistentResourceSize);
  const DML_BUFFER_BINDING resource = {kept.data(), 0, kept.size()}, owned[] = {made.buffers[input], {}};
  const DML_BUFFER_ARRAY_BINDING array = {2, owned};
  const auto table = make_table(device.get(), initializer.get());
  ASSERT_EQ(bind_all(table.get(), {{{DML_BINDING_TYPE_BUFFER_ARRAY, &array}}, {bind(resource)}}).result, S_OK);
  EXPECT_EQ(make_recorder(device.get())->RecordDispatch(commands(), initializer.get(), table.get()), S_OK);
  EXPECT_EQ(machine.copied, 1);

  bindings with = bound(made);
  with.inputs[0] = {DML_BINDING_TYPE_NONE, nullptr};
  with.persistent = bind(resource);
  EXPECT_EQ(record(made, with).result, S_OK) << last_error().message;
  EXPECT_EQ(machine.operands.inputs[0].buffer, kept.data());
  EXPECT_EQ(made.result<float>(2), (std::vector<float>{4, 1}));
}

TEST_F(directml_backend, what_it_refuses_is_told) {
  auto problem = sound(DML_OPERATOR_SCATTER);
  work made(device.get(), problem);
  zero_indices(made);
  machine.executes = false;
  expect_refused_record(made, bound(made), "", "FK3", E_UNEXPECTED);
  EXPECT_EQ(device->GetDeviceRemovedReason(), E_UNEXPECTED);

  com_ptr<IDMLOperator> op;
  com_ptr<IDMLCompiledOperator> compiled;
  ASSERT_EQ(problem.create(device.get(), op.put()), S_OK);
  machine.compiles = false;
  EXPECT_EQ(device->CompileOperator(op.get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(compiled.put())), E_INVALIDARG);
  expect_message(*this, E_INVALIDARG, "CompileOperator", "", "FK2");
}

TEST_F(directml_backend, DM20_buffer_without_an_address) {
  auto problem = sound(DML_OPERATOR_GATHER);
  work made(device.get(), problem);
  machine.has_addresses = false;
  expect_refused_record(made, bound(made), "InputTensor", "DM20");
}

TEST_F(directml_backend, DM21_range_beyond_its_buffer) {
  auto problem = sound(DML_OPERATOR_GATHER);
  work made(device.get(), problem);
  machine.buffer_bytes = made.buffers[input].SizeInBytes - 1;
  expect_refused_record(made, bound(made), "InputTensor", "DM21");
  machine.buffer_bytes = 3;
  made.buffers[input].Offset = 4;
  expect_refused_record(made, bound(made), "InputTensor", "DM21");
}

TEST_F(directml_backend, DM22_and_OV3_of_the_temporary_resource) {
  auto problem = sound(DML_OPERATOR_SCATTER);
  work made(device.get(), problem);
  zero_indices(made);
  expect_refused_record(made, made.bound(), "", "DM22");
  guarded heap(1024);
  temporary_range = {heap.data(), 512, fake::record_bytes};
  for (const std::size_t i : problem.places()) {
    const DML_BUFFER_BINDING apart = made.buffers[i];
    made.buffers[i] = {heap.data(), 512 + fake::record_bytes - 4, apart.SizeInBytes};
    expect_refused_record(made, bound(made), place_names[i], "OV3");
    made.buffers[i].Offset += 4;
    EXPECT_EQ(record(made, bound(made)).result, S_OK) << last_error().message;
    made.buffers[i] = apart;
  }
}

TEST_F(directml_backend, DM1_without_a_command_list_or_a_record) {
  auto problem = sound(DML_OPERATOR_GATHER);
  work made(device.get(), problem);
  zero_indices(made);
  EXPECT_EQ(made.run(bound(made)).result, E_INVALIDARG);
  expect_message(*this, E_INVALIDARG, "RecordDispatch", "", "DM1");
  EXPECT_EQ(strew_directml_dispatch_result(made.compiled.get(), nullptr), E_INVALIDARG);
  expect_message(*this, E_INVALIDARG, "strew_directml_dispatch_result", "", "DM1");
  EXPECT_EQ(strew_directml_dispatch_result(nullptr, temporary.data()), E_INVALIDARG);
  EXPECT_STREQ(last_error().rule, "DM1");
}

TEST_F(directml_backend, DM24_results_of_other_objects) {
  com_ptr<IDMLOperatorInitializer> initializer;
  ASSERT_EQ(device->CreateOperatorInitializer(0, nullptr, IID_PPV_ARGS(initializer.put())), S_OK);
  EXPECT_EQ(strew_directml_dispatch_result(initializer.get(), temporary.data()), E_INVALIDARG);
  EXPECT_STREQ(last_error().rule, "DM24");
  const auto on_host = make_device();
  auto problem = sound(DML_OPERATOR_GATHER);
  work made(on_host.get(), problem);
  EXPECT_EQ(strew_directml_dispatch_result(made.compiled.get(), temporary.data()), E_INVALIDARG);
  EXPECT_STREQ(last_error().rule, "DM24");
  EXPECT_EQ(on_host->GetDeviceRemovedReason(), S_OK);
}

TEST_F(directml_backend, a_device_that_is_not_made_releases_it) {
  machine.opens = false;
  EXPECT_EQ(make(machine.backend()), E_OUTOFMEMORY);
  EXPECT_EQ(machine.released, 2);  // and by the device that `device` had before
  expect_message(*this, E_OUTOFMEMORY, "DMLCreateDevice1", "", "FK1");
  machine.opens = true;
  EXPECT_EQ(strew_directml_create_device_on(nullptr, nullptr, &strew::directml::interface_id<IDMLDevice>,
                                            reinterpret_cast<void**>(device.put())),
            E_INVALIDARG);
  EXPECT_STREQ(last_error().rule, "DM1");
  strew_directml_backend unknown = machine.backend();
  unknown.version = 2;
  EXPECT_EQ(make(unknown), E_INVALIDARG);
  EXPECT_STREQ(last_error().rule, "DM26");
  strew_directml_backend partial = machine.backend();
  partial.copy = nullptr;
  EXPECT_EQ(make(partial), E_INVALIDARG);
  EXPECT_EQ(machine.released, 3);
  expect_message(*this, E_INVALIDARG, "DMLCreateDevice1", "", "DM1");
}

TEST_F(directml_backend, DM26_an_execution_is_of_the_processor) {
  strew_execution execution = STREW_EXECUTION_INIT;
  strew_directml_options options = options_at();
  options.execution = &execution;
  const strew_directml_backend backend = machine.backend();
  EXPECT_EQ(strew_directml_create_device_on(&options, &backend, &strew::directml::interface_id<IDMLDevice>,
                                            reinterpret_cast<void**>(device.put())),
            E_INVALIDARG);
  EXPECT_STREQ(last_error().rule, "DM26");
}

}  // namespace
