// Failures of methods that return nothing in DirectML, for programs that do not read what they return here: the reason
// for which the device would be removed, and messages without a message function.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <thread>

#include "directml/bound_case.hpp"

namespace {

using namespace directml_test;

// A working scatter, its table bound, whose indices can be made wrong.
class ready_work {
 public:
  com_ptr<IDMLDevice> device;
  described problem = sound(DML_OPERATOR_SCATTER);
  work made;
  bindings bound;
  com_ptr<IDMLBindingTable> table;
  com_ptr<IDMLCommandRecorder> recorder;

  explicit ready_work(com_ptr<IDMLDevice> on) : device(std::move(on)), made(device.get(), problem) {
    zero_indices(made);
    bound = made.bound();
    table = make_table(device.get(), made.compiled.get());
    recorder = make_recorder(device.get());
    EXPECT_EQ(bind_all(table.get(), bound).result, S_OK);
  }
  ready_work() : ready_work(make_device()) {}

  HRESULT dispatch() { return recorder->RecordDispatch(nullptr, made.compiled.get(), table.get()); }
  HRESULT dispatch_bad_index() {
    made.fill(indices, std::vector<std::uint32_t>{99});
    const HRESULT result = dispatch();
    zero_indices(made);
    return result;
  }
  HRESULT reason() const { return device->GetDeviceRemovedReason(); }
};

TEST(directml_unseen_failures, each_method_without_a_result_is_the_reason) {
  const DML_BINDING_DESC unknown = {static_cast<DML_BINDING_TYPE>(7), nullptr};
  const std::vector<std::function<HRESULT(ready_work&)>> failures = {
      [](ready_work& w) { return w.table->BindInputs(0, nullptr); },
      [](ready_work& w) { return w.table->BindOutputs(0, nullptr); },
      [&](ready_work& w) { return w.table->BindTemporaryResource(&unknown); },
      [&](ready_work& w) { return w.table->BindPersistentResource(&unknown); },
      [](ready_work& w) { return w.recorder->RecordDispatch(nullptr, nullptr, nullptr); },
      [](ready_work& w) { return w.dispatch_bad_index(); }};
  for (std::size_t i = 0; i < failures.size(); ++i) {
    ready_work w;
    EXPECT_EQ(w.dispatch(), S_OK);
    EXPECT_EQ(w.reason(), S_OK);
    EXPECT_EQ(failures[i](w), E_INVALIDARG) << i;
    EXPECT_EQ(w.reason(), E_INVALIDARG) << i;
  }
}

TEST(directml_unseen_failures, others_are_no_reason) {
  ready_work w;
  com_ptr<IDMLOperator> none;
  EXPECT_EQ(w.device->CreateOperator(nullptr, IID_PPV_ARGS(none.put())), E_INVALIDARG);
  const DML_BINDING_TABLE_DESC empty = {};
  EXPECT_EQ(w.table->Reset(&empty), E_INVALIDARG);
  EXPECT_EQ(w.reason(), S_OK);
}

TEST(directml_unseen_failures, a_reason_stays_and_the_device_goes_on) {
  ready_work w;
  EXPECT_EQ(w.dispatch_bad_index(), E_INVALIDARG);
  EXPECT_EQ(w.dispatch(), S_OK);
  EXPECT_EQ(w.reason(), E_INVALIDARG);
  EXPECT_EQ(w.reason(), E_INVALIDARG) << "reading does not clear it";
  EXPECT_EQ(w.table->Reset(nullptr), S_OK);
  EXPECT_EQ(w.reason(), E_INVALIDARG);
  EXPECT_EQ(make_device()->GetDeviceRemovedReason(), S_OK) << "it is of one device";
}

TEST(directml_unseen_failures, the_last_failure_is_the_reason) {
  bool cancels = true;
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.cancel = [](void* context) { return *static_cast<bool*>(context) ? 1 : 0; };
  execution.cancel_context = &cancels;
  strew_directml_options options = options_at();
  options.execution = &execution;
  ready_work w(make_device(options));
  EXPECT_EQ(w.dispatch(), E_ABORT);
  EXPECT_EQ(w.reason(), E_ABORT);
  cancels = false;
  EXPECT_EQ(w.dispatch_bad_index(), E_INVALIDARG);
  EXPECT_EQ(w.reason(), E_INVALIDARG);
}

TEST(directml_unseen_failures, any_thread_reads_the_reason) {
  ready_work w;
  std::thread([&] { EXPECT_EQ(w.dispatch_bad_index(), E_INVALIDARG); }).join();
  EXPECT_EQ(w.reason(), E_INVALIDARG);
}

void read_reason(void* device, std::int32_t result, const char*, const strew_error*) {
  EXPECT_EQ((*static_cast<com_ptr<IDMLDevice>*>(device))->GetDeviceRemovedReason(), result);
}

TEST(directml_unseen_failures, the_message_function_reads_the_reason) {
  com_ptr<IDMLDevice> device;
  strew_directml_options options = options_at();
  options.message = &read_reason;
  options.message_context = &device;
  device = make_device(options);
  ready_work w(device);
  EXPECT_EQ(w.dispatch_bad_index(), E_INVALIDARG);
}

// What is written to stderr while a dispatch fails.
std::string written_by(ready_work& w) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(w.dispatch_bad_index(), E_INVALIDARG);
  return testing::internal::GetCapturedStderr();
}

strew_directml_options debug_options() {
  strew_directml_options options = options_at();
  options.flags = DML_CREATE_DEVICE_FLAG_DEBUG;
  return options;
}

TEST(directml_unseen_failures, the_debug_flag_writes_them) {
  ready_work w(make_device(debug_options()));
  const std::string text = written_by(w);
  EXPECT_EQ(text.rfind("strew: IDMLCommandRecorder::RecordDispatch: ", 0), 0u) << text;
  EXPECT_TRUE(has(text, "IX1")) << text;
  EXPECT_EQ(text.find('\n'), text.size() - 1) << text;
}

TEST(directml_unseen_failures, the_debug_flag_writes_those_of_creation) {
  strew_directml_options options = debug_options();
  options.feature_level = 1;
  com_ptr<IDMLDevice> made;
  testing::internal::CaptureStderr();
  EXPECT_EQ(strew_directml_create_device(&options, IID_PPV_ARGS(made.put())), E_INVALIDARG);
  EXPECT_TRUE(has(testing::internal::GetCapturedStderr(), "DM26"));
}

TEST(directml_unseen_failures, nothing_is_written_without_the_flag_with_a_function_or_mute) {
  ready_work plain;
  EXPECT_EQ(written_by(plain), "");
  watched_device watched(debug_options());
  ready_work heard(watched.device);
  EXPECT_EQ(written_by(heard), "");
  EXPECT_EQ(watched.messages.size(), 1u);
  ready_work muted(make_device(debug_options()));
  com_ptr<IDMLDebugDevice> debug;
  ASSERT_EQ(muted.device->QueryInterface(IID_PPV_ARGS(debug.put())), S_OK);
  debug->SetMuteDebugOutput(1);
  EXPECT_EQ(written_by(muted), "");
}

}  // namespace
