// Functions and objects of the caller that call in while they are called, and whose name a message bears.
#include <gtest/gtest.h>

#include <string>

#include "directml/misuse.hpp"

namespace {

using namespace directml_test;

const GUID some_guid = {1, 2, 3, {4, 5, 6, 7, 8, 9, 10, 11}};

TEST(directml_calls_in, the_record_is_that_of_the_outer_call) {
  struct nested {
    com_ptr<IDMLDevice> device;
    int depth = 0;

    static void hear(void* context, std::int32_t, const char*, const strew_error*) {
      auto& self = *static_cast<nested*>(context);
      if (self.depth++ > 0) return;
      EXPECT_NE(self.device->CheckFeatureSupport(static_cast<DML_FEATURE>(7), 0, nullptr, 0, nullptr), S_OK);
    }
  } state;
  strew_directml_options options = options_at();
  options.message = &nested::hear;
  options.message_context = &state;
  state.device = make_device(options);
  described problem = sound(DML_OPERATOR_SCATTER);
  problem.attributes[0] = 9;
  com_ptr<IDMLOperator> made;
  EXPECT_EQ(problem.create(state.device.get(), made.put()), E_INVALIDARG);
  EXPECT_EQ(state.depth, 2);
  EXPECT_STREQ(last_error().rule, "DM14");
}

// Its last Release asks the object that kept it.
struct asking final : IUnknown {
  IDMLObject* keeper = nullptr;
  HRESULT answer = S_OK;
  ULONG references = 1;

  HRESULT QueryInterface(REFIID, void**) override { return E_NOINTERFACE; }
  ULONG AddRef() override { return ++references; }
  ULONG Release() override {
    UINT size = 0;
    if (--references == 0) answer = keeper->GetPrivateData(some_guid, &size, nullptr);
    return references;
  }
};

TEST(directml_calls_in, private_data_that_goes_may_ask_for_private_data) {
  const auto device = make_device();
  for (const bool is_replaced : {false, true}) {
    asking kept;
    kept.keeper = device.get();
    ASSERT_EQ(device->SetPrivateDataInterface(some_guid, &kept), S_OK);
    kept.references = 1;  // the object's own
    if (is_replaced) {
      EXPECT_EQ(device->SetPrivateData(some_guid, 4, "abc"), S_OK);
    } else {
      EXPECT_EQ(device->SetPrivateDataInterface(some_guid, nullptr), S_OK);
    }
    EXPECT_EQ(kept.references, 0u);
    EXPECT_EQ(kept.answer, is_replaced ? S_OK : DXGI_ERROR_NOT_FOUND);
  }
}

TEST(directml_calls_in, a_dispatch_bears_the_name_of_what_it_runs) {
  watched_device watched;
  described problem = sound(DML_OPERATOR_GATHER);
  com_ptr<IDMLOperator> made;
  com_ptr<IDMLCompiledOperator> compiled;
  ASSERT_EQ(problem.create(watched.get(), made.put()), S_OK);
  ASSERT_EQ(watched.device->CompileOperator(made.get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(compiled.put())), S_OK);
  const auto recorder = make_recorder(watched.get());
  const auto table = make_table(watched.get(), compiled.get());
  const auto failing = [&] {
    watched.messages.clear();
    EXPECT_EQ(recorder->RecordDispatch(nullptr, compiled.get(), table.get()), E_INVALIDARG);
    return watched.messages.at(0).text;
  };
  EXPECT_EQ(failing().find("IDMLCommandRecorder"), 0u);
  recorder->SetName(L"recorder");
  EXPECT_EQ(failing().find("recorder: "), 0u);
  made->SetName(L"embedding");
  EXPECT_EQ(failing().find("embedding: "), 0u);
  compiled->SetName(L"embedding, compiled");
  EXPECT_EQ(failing().find("embedding, compiled: "), 0u);
}

}  // namespace
