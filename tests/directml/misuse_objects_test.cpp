// Objects where they are not meant: of another device, of nobody, for another operator: DM24, DM25, DM28.
#include <gtest/gtest.h>

#include "directml/bound_case.hpp"

namespace {

using namespace directml_test;

struct directml_misuse_objects : testing::Test, bound_case {
  com_ptr<IDMLDevice> other = make_device();
};

com_ptr<IDMLOperator> make_operator(IDMLDevice* device) {
  described problem = sound(DML_OPERATOR_SCATTER);
  com_ptr<IDMLOperator> made;
  EXPECT_EQ(problem.create(device, made.put()), S_OK);
  return made;
}

com_ptr<IDMLCompiledOperator> make_compiled(IDMLDevice* device) {
  described problem = sound(DML_OPERATOR_SCATTER);
  return compile(device, problem);
}

// An operator of nobody's, as a wrapper of the platform's objects would be.
class stranger final : public IDMLOperator {
 public:
  HRESULT QueryInterface(REFIID, void** object) noexcept override {
    *object = nullptr;
    return E_NOINTERFACE;
  }
  ULONG AddRef() noexcept override { return 2; }
  ULONG Release() noexcept override { return 1; }
  HRESULT GetPrivateData(REFGUID, UINT*, void*) noexcept override { return DXGI_ERROR_NOT_FOUND; }
  HRESULT SetPrivateData(REFGUID, UINT, const void*) noexcept override { return S_OK; }
  HRESULT SetPrivateDataInterface(REFGUID, IUnknown*) noexcept override { return S_OK; }
  HRESULT SetName(PCWSTR) noexcept override { return S_OK; }
  HRESULT GetDevice(REFIID, void** device) noexcept override {
    *device = nullptr;
    return E_NOINTERFACE;
  }
};

TEST_F(directml_misuse_objects, DM28_a_graph) {
  com_ptr<IDMLDevice1> newer;
  ASSERT_EQ(watched.device->QueryInterface(IID_PPV_ARGS(newer.put())), S_OK);
  const com_ptr<IDMLCompiledOperator> before = make_compiled(watched.device.get());
  void* place = before.get();
  const GUID& id = strew::directml::interface_id<IDMLCompiledOperator>;
  EXPECT_EQ(newer->CompileGraph(nullptr, DML_EXECUTION_FLAG_NONE, id, &place), DXGI_ERROR_UNSUPPORTED);
  EXPECT_EQ(place, nullptr);
  expect_message(watched, DXGI_ERROR_UNSUPPORTED, "IDMLDevice1::CompileGraph", "", "DM28");
  EXPECT_EQ(newer->CompileGraph(nullptr, DML_EXECUTION_FLAG_NONE, id, nullptr), DXGI_ERROR_UNSUPPORTED);
  expect_message(watched, DXGI_ERROR_UNSUPPORTED, "IDMLDevice1::CompileGraph", "", "DM28");
  EXPECT_EQ(newer->GetDeviceRemovedReason(), S_OK);
}

TEST_F(directml_misuse_objects, DM24_operator_of_another_device) {
  const auto made = make_operator(other.get());
  com_ptr<IDMLCompiledOperator> compiled;
  EXPECT_EQ(watched.device->CompileOperator(made.get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(compiled.put())),
            E_INVALIDARG);
  EXPECT_FALSE(compiled);
  expect_message(watched, E_INVALIDARG, "CompileOperator", "", "DM24");
}

TEST_F(directml_misuse_objects, DM24_operator_of_nobody) {
  stranger unknown;
  com_ptr<IDMLCompiledOperator> compiled;
  EXPECT_EQ(watched.device->CompileOperator(&unknown, DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(compiled.put())),
            E_INVALIDARG);
  expect_message(watched, E_INVALIDARG, "CompileOperator", "", "DM24");
}

TEST_F(directml_misuse_objects, DM24_table_for_what_another_device_compiled) {
  const auto compiled = make_compiled(other.get());
  const DML_BINDING_TABLE_DESC desc = {compiled.get(), {0}, {0}, 0};
  com_ptr<IDMLBindingTable> table;
  EXPECT_EQ(watched.device->CreateBindingTable(&desc, IID_PPV_ARGS(table.put())), E_INVALIDARG);
  expect_message(watched, E_INVALIDARG, "CreateBindingTable", "", "DM24");
}

TEST_F(directml_misuse_objects, a_table_needs_a_dispatchable) {
  const DML_BINDING_TABLE_DESC desc = {nullptr, {0}, {0}, 0};
  com_ptr<IDMLBindingTable> table;
  EXPECT_EQ(watched.device->CreateBindingTable(&desc, IID_PPV_ARGS(table.put())), E_INVALIDARG);
  expect_message(watched, E_INVALIDARG, "CreateBindingTable", "", "DM1");
}

TEST_F(directml_misuse_objects, a_table_without_a_description_is_of_use_after_reset) {
  com_ptr<IDMLBindingTable> table;
  ASSERT_EQ(watched.device->CreateBindingTable(nullptr, IID_PPV_ARGS(table.put())), S_OK);
  described problem = sound(DML_OPERATOR_SCATTER);
  work made(watched.get(), problem);
  zero_indices(made);
  const auto recorder = make_recorder(watched.get());
  EXPECT_EQ(bind_all(table.get(), made.bound()).result, E_INVALIDARG);
  EXPECT_EQ(recorder->RecordDispatch(nullptr, made.compiled.get(), table.get()), E_INVALIDARG);
  const DML_BINDING_TABLE_DESC desc = {made.compiled.get(), {0}, {0}, 0};
  EXPECT_EQ(table->Reset(&desc), S_OK);
  EXPECT_EQ(bind_all(table.get(), made.bound()).result, S_OK);
  EXPECT_EQ(recorder->RecordDispatch(nullptr, made.compiled.get(), table.get()), S_OK) << last_error().message;
}

TEST_F(directml_misuse_objects, DM24_table_of_another_dispatchable) {
  described problem = sound(DML_OPERATOR_SCATTER);
  work made(watched.get(), problem);
  zero_indices(made);
  const auto twin = make_compiled(watched.get());
  const auto table = make_table(watched.get(), twin.get());
  const auto recorder = make_recorder(watched.get());
  ASSERT_EQ(bind_all(table.get(), made.bound()).result, S_OK);
  const auto before = made.memory[output].image();
  EXPECT_EQ(recorder->RecordDispatch(nullptr, made.compiled.get(), table.get()), E_INVALIDARG);
  EXPECT_EQ(made.memory[output].image(), before);
  expect_message(watched, E_INVALIDARG, "RecordDispatch", "", "DM24");
  const DML_BINDING_TABLE_DESC desc = {made.compiled.get(), {0}, {0}, 0};
  ASSERT_EQ(table->Reset(&desc), S_OK);
  ASSERT_EQ(bind_all(table.get(), made.bound()).result, S_OK);
  EXPECT_EQ(recorder->RecordDispatch(nullptr, made.compiled.get(), table.get()), S_OK);
}

TEST_F(directml_misuse_objects, DM24_recorder_of_another_device) {
  described problem = sound(DML_OPERATOR_SCATTER);
  work made(watched.get(), problem);
  zero_indices(made);
  const auto table = make_table(watched.get(), made.compiled.get());
  ASSERT_EQ(bind_all(table.get(), made.bound()).result, S_OK);
  const auto before = made.memory[output].image();
  EXPECT_EQ(make_recorder(other.get())->RecordDispatch(nullptr, made.compiled.get(), table.get()), E_INVALIDARG);
  EXPECT_STREQ(last_error().rule, "DM24");
  EXPECT_EQ(made.memory[output].image(), before);
}

TEST_F(directml_misuse_objects, DM1_dispatch_of_nothing) {
  described problem = sound(DML_OPERATOR_SCATTER);
  work made(watched.get(), problem);
  const auto table = make_table(watched.get(), made.compiled.get());
  const auto recorder = make_recorder(watched.get());
  EXPECT_EQ(recorder->RecordDispatch(nullptr, nullptr, table.get()), E_INVALIDARG);
  expect_message(watched, E_INVALIDARG, "RecordDispatch", "", "DM1");
  EXPECT_EQ(recorder->RecordDispatch(nullptr, made.compiled.get(), nullptr), E_INVALIDARG);
  expect_message(watched, E_INVALIDARG, "RecordDispatch", "", "DM1");
}

TEST_F(directml_misuse_objects, DM24_initializer_of_another_device) {
  const auto foreign = make_compiled(other.get());
  IDMLCompiledOperator* const list[] = {foreign.get()};
  com_ptr<IDMLOperatorInitializer> initializer;
  EXPECT_EQ(watched.device->CreateOperatorInitializer(1, list, IID_PPV_ARGS(initializer.put())), E_INVALIDARG);
  expect_message(watched, E_INVALIDARG, "CreateOperatorInitializer", "", "DM24");
  ASSERT_EQ(watched.device->CreateOperatorInitializer(0, nullptr, IID_PPV_ARGS(initializer.put())), S_OK);
  EXPECT_EQ(initializer->Reset(1, list), E_INVALIDARG);
  expect_message(watched, E_INVALIDARG, "Reset", "", "DM24");
}

TEST_F(directml_misuse_objects, DM24_residency_of_objects_of_another_device) {
  const auto foreign = make_compiled(other.get()), native = make_compiled(watched.get());
  IDMLPageable* const list[] = {native.get(), foreign.get()};
  EXPECT_EQ(watched.device->Evict(1, list), S_OK);
  EXPECT_EQ(watched.device->MakeResident(1, list), S_OK);
  EXPECT_EQ(watched.device->Evict(0, nullptr), S_OK);
  EXPECT_EQ(watched.device->Evict(2, list), E_INVALIDARG);
  expect_message(watched, E_INVALIDARG, "Evict", "", "DM24");
  EXPECT_EQ(watched.device->MakeResident(2, list), E_INVALIDARG);
  expect_message(watched, E_INVALIDARG, "MakeResident", "", "DM24");
  EXPECT_EQ(watched.device->MakeResident(1, nullptr), E_INVALIDARG);
  expect_message(watched, E_INVALIDARG, "MakeResident", "", "DM1");
}

TEST_F(directml_misuse_objects, DM25_interfaces_that_an_object_has_not) {
  const GUID& wrong = strew::directml::interface_id<IDMLDevice>;
  described problem = sound(DML_OPERATOR_SCATTER);
  com_ptr<IDMLOperator> made = make_operator(watched.get());
  void* object = &problem;
  EXPECT_EQ(watched.device->CompileOperator(made.get(), DML_EXECUTION_FLAG_NONE, wrong, &object), E_NOINTERFACE);
  EXPECT_EQ(object, nullptr);
  expect_message(watched, E_NOINTERFACE, "CompileOperator", "", "DM25");
  object = &problem;
  EXPECT_EQ(watched.device->CreateCommandRecorder(wrong, &object), E_NOINTERFACE);
  EXPECT_EQ(object, nullptr);
  expect_message(watched, E_NOINTERFACE, "CreateCommandRecorder", "", "DM25");
  object = &problem;
  EXPECT_EQ(watched.device->CreateBindingTable(nullptr, wrong, &object), E_NOINTERFACE);
  EXPECT_EQ(object, nullptr);
  expect_message(watched, E_NOINTERFACE, "CreateBindingTable", "", "DM25");
  object = &problem;
  const GUID& no_device = strew::directml::interface_id<IDMLOperator>;
  EXPECT_EQ(DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_NONE, no_device, &object), E_NOINTERFACE);
  EXPECT_EQ(object, nullptr);
  EXPECT_STREQ(last_error().rule, "DM25");
}

}  // namespace
