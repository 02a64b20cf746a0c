// Objects as COM knows them: interfaces, identity, counted references, who keeps whom alive.
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "directml/misuse.hpp"

namespace {

using namespace directml_test;
using strew::directml::interface_id;

const std::vector<std::pair<std::string, GUID>>& interfaces() {
  static const std::vector<std::pair<std::string, GUID>> all = {
      {"IUnknown", interface_id<IUnknown>},
      {"IDMLObject", interface_id<IDMLObject>},
      {"IDMLDeviceChild", interface_id<IDMLDeviceChild>},
      {"IDMLPageable", interface_id<IDMLPageable>},
      {"IDMLOperator", interface_id<IDMLOperator>},
      {"IDMLDispatchable", interface_id<IDMLDispatchable>},
      {"IDMLCompiledOperator", interface_id<IDMLCompiledOperator>},
      {"IDMLOperatorInitializer", interface_id<IDMLOperatorInitializer>},
      {"IDMLBindingTable", interface_id<IDMLBindingTable>},
      {"IDMLCommandRecorder", interface_id<IDMLCommandRecorder>},
      {"IDMLDevice", interface_id<IDMLDevice>},
      {"IDMLDevice1", interface_id<IDMLDevice1>},
      {"IDMLDebugDevice", interface_id<IDMLDebugDevice>}};
  return all;
}

// One object of each class, on a device of its own.
struct household {
  com_ptr<IDMLDevice> device = make_device();
  described problem = sound(DML_OPERATOR_SCATTER);
  com_ptr<IDMLOperator> op;
  com_ptr<IDMLCompiledOperator> compiled;
  com_ptr<IDMLOperatorInitializer> initializer;
  com_ptr<IDMLBindingTable> table;
  com_ptr<IDMLCommandRecorder> recorder = make_recorder(device.get());

  household() {
    EXPECT_EQ(problem.create(device.get(), op.put()), S_OK);
    EXPECT_EQ(device->CompileOperator(op.get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(compiled.put())), S_OK);
    IDMLCompiledOperator* const list[] = {compiled.get()};
    EXPECT_EQ(device->CreateOperatorInitializer(1, list, IID_PPV_ARGS(initializer.put())), S_OK);
    table = make_table(device.get(), compiled.get());
  }
};

// Which interfaces an object answers to; each answer has the object's one IUnknown.
std::vector<std::string> answers(IUnknown* object) {
  std::vector<std::string> found;
  com_ptr<IUnknown> identity;
  EXPECT_EQ(object->QueryInterface(interface_id<IUnknown>, reinterpret_cast<void**>(identity.put())), S_OK);
  for (const auto& [name, id] : interfaces()) {
    void* other = object;
    const HRESULT result = object->QueryInterface(id, &other);
    EXPECT_TRUE(result == S_OK || (result == E_NOINTERFACE && other == nullptr)) << name;
    if (result != S_OK) continue;
    found.push_back(name);
    com_ptr<IUnknown> again;
    EXPECT_EQ(
        static_cast<IUnknown*>(other)->QueryInterface(interface_id<IUnknown>, reinterpret_cast<void**>(again.put())),
        S_OK);
    EXPECT_EQ(again.get(), identity.get()) << name;
    static_cast<IUnknown*>(other)->Release();
  }
  return found;
}

using names = std::vector<std::string>;

TEST(directml_objects, interfaces) {
  household all;
  EXPECT_EQ(answers(all.device.get()),
            (names{"IUnknown", "IDMLObject", "IDMLDevice", "IDMLDevice1", "IDMLDebugDevice"}));
  EXPECT_EQ(answers(all.op.get()), (names{"IUnknown", "IDMLObject", "IDMLDeviceChild", "IDMLOperator"}));
  EXPECT_EQ(answers(all.compiled.get()), (names{"IUnknown", "IDMLObject", "IDMLDeviceChild", "IDMLPageable",
                                                "IDMLDispatchable", "IDMLCompiledOperator"}));
  EXPECT_EQ(answers(all.initializer.get()), (names{"IUnknown", "IDMLObject", "IDMLDeviceChild", "IDMLPageable",
                                                   "IDMLDispatchable", "IDMLOperatorInitializer"}));
  EXPECT_EQ(answers(all.table.get()), (names{"IUnknown", "IDMLObject", "IDMLDeviceChild", "IDMLBindingTable"}));
  EXPECT_EQ(answers(all.recorder.get()), (names{"IUnknown", "IDMLObject", "IDMLDeviceChild", "IDMLCommandRecorder"}));
}

TEST(directml_objects, a_new_object_has_one_reference) {
  household all;
  com_ptr<IDMLOperator> op;
  ASSERT_EQ(all.problem.create(all.device.get(), op.put()), S_OK);
  for (IUnknown* object : {static_cast<IUnknown*>(op.get()), static_cast<IUnknown*>(all.table.get()),
                           static_cast<IUnknown*>(all.recorder.get()), static_cast<IUnknown*>(all.initializer.get())}) {
    EXPECT_EQ(object->AddRef(), 2u);
    EXPECT_EQ(object->AddRef(), 3u);
    EXPECT_EQ(object->Release(), 2u);
    EXPECT_EQ(object->Release(), 1u);
  }
  IDMLDevice* raw = nullptr;
  ASSERT_EQ(DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(&raw)), S_OK);
  EXPECT_EQ(raw->AddRef(), 2u);
  EXPECT_EQ(raw->Release(), 1u);
  EXPECT_EQ(raw->Release(), 0u);
}

TEST(directml_objects, a_compiled_operator_keeps_its_operator) {
  household all;
  const ULONG kept = all.op->AddRef() - 1;
  EXPECT_EQ(all.op->Release(), kept);
  EXPECT_EQ(kept, 2u);
  all.op.reset();
  com_ptr<IDMLDevice> device;
  EXPECT_EQ(all.compiled->GetDevice(IID_PPV_ARGS(device.put())), S_OK);
}

TEST(directml_objects, com_ptr_counts) {
  com_ptr<IDMLDevice> first = make_device();
  const auto count = [&] {
    first->AddRef();
    return first->Release();
  };
  EXPECT_EQ(count(), 1u);
  com_ptr<IDMLDevice> copy = first;
  EXPECT_EQ(count(), 2u);
  com_ptr<IDMLDevice> moved = std::move(copy);
  EXPECT_EQ(count(), 2u);
  moved = first;
  EXPECT_EQ(count(), 2u);
  moved.reset();
  EXPECT_EQ(count(), 1u);
  com_ptr<IDMLDevice> other = make_device();
  other = first;
  EXPECT_EQ(count(), 2u);
  EXPECT_EQ(*other.put(), nullptr);
  EXPECT_EQ(count(), 1u);
  EXPECT_FALSE(other);
}

TEST(directml_objects, children_know_their_device) {
  household all;
  const std::vector<IDMLDeviceChild*> children = {all.op.get(), all.compiled.get(), all.initializer.get(),
                                                  all.table.get(), all.recorder.get()};
  for (IDMLDeviceChild* child : children) {
    com_ptr<IDMLDevice> found;
    EXPECT_EQ(child->GetDevice(IID_PPV_ARGS(found.put())), S_OK);
    EXPECT_EQ(found.get(), all.device.get());
    void* nothing = child;
    EXPECT_EQ(child->GetDevice(interface_id<IDMLOperator>, &nothing), E_NOINTERFACE);
    EXPECT_EQ(nothing, nullptr);
    EXPECT_EQ(child->GetDevice(interface_id<IDMLDevice>, nullptr), E_INVALIDARG);
  }
}

TEST(directml_objects, children_keep_their_device_alive) {
  com_ptr<IDMLOperator> op;
  {
    household all;
    op = all.op;
  }
  com_ptr<IDMLDevice> device;
  ASSERT_EQ(op->GetDevice(IID_PPV_ARGS(device.put())), S_OK);
  com_ptr<IDMLCompiledOperator> compiled;
  EXPECT_EQ(device->CompileOperator(op.get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(compiled.put())), S_OK);
  op.reset();
  device.reset();
  EXPECT_EQ(compiled->GetBindingProperties().RequiredDescriptorCount, 0u);
}

TEST(directml_objects, a_compiled_operator_and_a_table_outlive_everybody) {
  described problem = scatter(f32({5}), u32({4}), f32({4}), f32({5}), 0);
  auto device = make_device();
  work made(device.get(), problem);
  made.fill(input, std::vector<float>{0, 1, 2, 3, 4});
  made.fill(indices, std::vector<std::uint32_t>{3, 1, 3, 0});
  made.fill(updates, std::vector<float>{5, 6, 7, 8});
  auto table = make_table(device.get(), made.compiled.get());
  const auto recorder = make_recorder(device.get());
  device.reset();
  {
    const bindings bound = made.bound();
    ASSERT_EQ(bind_all(table.get(), bound).result, S_OK);  // copied: the lists and structures go
  }
  const auto kept = made.buffers;
  for (DML_BUFFER_BINDING& one : made.buffers) one = {};
  EXPECT_EQ(recorder->RecordDispatch(nullptr, made.compiled.get(), table.get()), S_OK) << last_error().message;
  EXPECT_EQ(made.result<float>(5), (std::vector<float>{8, 6, 2, 7, 4}));
}

TEST(directml_objects, descriptions_are_read_during_the_call_only) {
  const auto device = make_device();
  com_ptr<IDMLOperator> op;
  {
    described problem = sound(DML_OPERATOR_GATHER);
    ASSERT_EQ(problem.create(device.get(), op.put()), S_OK);
    for (tensor& one : problem.owned) std::fill(one.sizes.begin(), one.sizes.end(), 77u);
  }
  com_ptr<IDMLCompiledOperator> compiled;
  EXPECT_EQ(device->CompileOperator(op.get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(compiled.put())), S_OK);
}

TEST(directml_objects, the_device_has_no_parent_and_begins_without_a_failure) {
  const auto device = make_device();
  void* parent = device.get();
  EXPECT_EQ(device->GetParentDevice(interface_id<IUnknown>, &parent), E_NOINTERFACE);
  EXPECT_EQ(parent, nullptr);
  EXPECT_EQ(device->GetDeviceRemovedReason(), S_OK);
}

TEST(directml_objects, every_interface_of_a_child_may_be_asked_for_at_once) {
  const auto device = make_device();
  described problem = sound(DML_OPERATOR_SCATTER);
  com_ptr<IDMLOperator> plain;
  ASSERT_EQ(problem.create(device.get(), plain.put()), S_OK);
  com_ptr<IDMLDispatchable> compiled;
  EXPECT_EQ(device->CompileOperator(plain.get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(compiled.put())), S_OK);
  EXPECT_EQ(compiled->GetBindingProperties().TemporaryResourceSize, 0u);
  com_ptr<IDMLObject> created;
  EXPECT_EQ(DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(created.put())), S_OK);
  EXPECT_EQ(created->SetName(L"by its base"), S_OK);
}

TEST(directml_objects, one_device_serves_many_threads) {
  household all;
  std::vector<std::thread> threads;
  for (std::uint32_t n = 0; n < 4; ++n) {
    threads.emplace_back([&all, n] {
      for (std::uint32_t i = 0; i < 50; ++i) {
        described problem = scatter(f32({5}), u32({4}), f32({4}), f32({5}), 0);
        const std::vector<std::uint32_t> at(4, (i + n) % 5);
        const auto out = run(all.device.get(), problem, std::vector<float>(5), at, std::vector<float>{5, 6, 7, 8});
        ASSERT_EQ(out[at[0]], 8.0f);
        described wrong = sound(DML_OPERATOR_GATHER);
        wrong.attributes[0] = 4 + n;
        com_ptr<IDMLOperator> made;
        ASSERT_EQ(wrong.create(all.device.get(), made.put()), E_INVALIDARG);
        ASSERT_STREQ(last_error().rule, "DM14");
      }
    });
  }
  for (std::thread& one : threads) one.join();
  EXPECT_EQ(all.recorder->AddRef(), 2u);
  EXPECT_EQ(all.recorder->Release(), 1u);
}

}  // namespace
