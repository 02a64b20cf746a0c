// Messages and the record: names of objects, the debug device's mute, threads.
#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "directml/bound_case.hpp"

namespace {

using namespace directml_test;

// A call to the device that fails.
HRESULT fail_on(IDMLDevice* device) {
  described problem = sound(DML_OPERATOR_GATHER);
  problem.attributes[0] = 4;
  com_ptr<IDMLOperator> made;
  return problem.create(device, made.put());
}

std::string message_of(watched_device& watched) {
  EXPECT_EQ(fail_on(watched.get()), E_INVALIDARG);
  EXPECT_EQ(watched.messages.size(), 1u);
  const std::string text = watched.messages.empty() ? "" : watched.messages.front().text;
  watched.messages.clear();
  return text;
}

TEST(directml_messages, one_sentence_names_method_and_rule) {
  watched_device watched;
  const std::string text = message_of(watched);
  EXPECT_TRUE(has(text, "CreateOperator")) << text;
  EXPECT_TRUE(has(text, "DM14")) << text;
  EXPECT_TRUE(has(text, "Axis")) << text;
  EXPECT_TRUE(has(text, "4")) << text;
  EXPECT_FALSE(has(text, "\n")) << text;
}

TEST(directml_messages, begin_with_the_name_of_the_object) {
  watched_device watched;
  EXPECT_EQ(watched.device->SetName(L"the first device"), S_OK);
  EXPECT_EQ(message_of(watched).rfind("the first device", 0), 0u);
  EXPECT_EQ(watched.device->SetName(L"Gr\u00f6\u00dfe"), S_OK);
  EXPECT_EQ(message_of(watched).rfind("Gr\xC3\xB6\xC3\x9F"
                                      "e",
                                      0),
            0u);
  EXPECT_EQ(watched.device->SetName(nullptr), S_OK);
  EXPECT_FALSE(has(message_of(watched), "Gr\xC3\xB6"));
}

TEST(directml_messages, begin_with_the_name_of_a_table) {
  watched_device watched;
  described problem = sound(DML_OPERATOR_SCATTER);
  work made(watched.get(), problem);
  const auto table = make_table(watched.get(), made.compiled.get());
  EXPECT_EQ(table->SetName(L"bindings of the frame"), S_OK);
  EXPECT_EQ(table->BindOutputs(1, nullptr), E_INVALIDARG);
  ASSERT_EQ(watched.messages.size(), 1u);
  EXPECT_EQ(watched.messages[0].text.rfind("bindings of the frame", 0), 0u) << watched.messages[0].text;
}

TEST(directml_messages, the_debug_device_mutes_them) {
  watched_device watched;
  com_ptr<IDMLDebugDevice> debug;
  ASSERT_EQ(watched.device->QueryInterface(IID_PPV_ARGS(debug.put())), S_OK);
  debug->SetMuteDebugOutput(1);
  EXPECT_EQ(fail_on(watched.get()), E_INVALIDARG);
  EXPECT_TRUE(watched.messages.empty());
  EXPECT_STREQ(last_error().rule, "DM14");
  debug->SetMuteDebugOutput(0);
  EXPECT_EQ(fail_on(watched.get()), E_INVALIDARG);
  EXPECT_EQ(watched.messages.size(), 1u);
}

TEST(directml_messages, success_is_silent_and_keeps_the_record) {
  watched_device watched;
  EXPECT_EQ(fail_on(watched.get()), E_INVALIDARG);
  watched.messages.clear();
  described problem = sound(DML_OPERATOR_SCATTER);
  EXPECT_TRUE(compile(watched.get(), problem));
  EXPECT_TRUE(watched.messages.empty());
  EXPECT_STREQ(last_error().rule, "DM14");
}

// The callback makes another device fail.
void fail_again(void* other, std::int32_t, const char*, const strew_error*) {
  described problem = sound(DML_OPERATOR_SCATTER);
  problem.pointers[updates] = nullptr;
  com_ptr<IDMLOperator> made;
  EXPECT_EQ(problem.create(static_cast<IDMLDevice*>(other), made.put()), E_INVALIDARG);
  EXPECT_STREQ(last_error().rule, "DM1");
}

TEST(directml_messages, a_callback_may_call_in_again) {
  const auto other = make_device();
  auto options = options_at();
  options.message = &fail_again;
  options.message_context = other.get();
  EXPECT_EQ(fail_on(make_device(options).get()), E_INVALIDARG);
  EXPECT_STREQ(last_error().rule, "DM14");
}

TEST(directml_messages, the_record_is_of_the_thread) {
  const auto device = make_device();
  EXPECT_EQ(fail_on(device.get()), E_INVALIDARG);
  std::int32_t status = -1;
  std::string rule = "?";
  std::thread([&] {
    status = last_error().status;
    rule = last_error().rule;
  }).join();
  EXPECT_EQ(status, STREW_STATUS_OK);
  EXPECT_EQ(rule, "");
  EXPECT_NE(last_error().status, STREW_STATUS_OK);
}

TEST(directml_messages, the_record_has_operand_and_status) {
  const auto device = make_device();
  const auto expect = [&](described& problem, strew_status status, std::int32_t operand) {
    com_ptr<IDMLOperator> made;
    EXPECT_TRUE(FAILED(problem.create(device.get(), made.put())));
    EXPECT_EQ(last_error().status, status) << last_error().message;
    EXPECT_EQ(last_error().operand, operand) << last_error().message;
  };
  described null_input = sound(DML_OPERATOR_SCATTER);
  null_input.pointers[input] = nullptr;
  expect(null_input, STREW_STATUS_POINTER, STREW_OPERAND_DATA);
  described wrong_indices = sound(DML_OPERATOR_SCATTER);
  wrong_indices.set_type(indices, DML_TENSOR_DATA_TYPE_FLOAT32);
  expect(wrong_indices, STREW_STATUS_TYPE, STREW_OPERAND_INDICES);
  described no_updates = sound(DML_OPERATOR_SCATTER);
  no_updates.owned[updates].sizes[1] = 0;
  expect(no_updates, STREW_STATUS_SHAPE, STREW_OPERAND_UPDATES);
  described short_output = sound(DML_OPERATOR_SCATTER);
  short_output.buffers[output].TotalTensorSizeInBytes = 1;
  expect(short_output, STREW_STATUS_SIZE, STREW_OPERAND_OUTPUT);
}

TEST(directml_messages, a_record_of_an_unknown_version_is_refused) {
  strew_error record = STREW_ERROR_INIT;
  record.version = 3;
  EXPECT_EQ(strew_directml_last_error(&record), E_INVALIDARG);
  record.version = 1;
  record.struct_size = 8;
  EXPECT_EQ(strew_directml_last_error(&record), E_INVALIDARG);
  EXPECT_EQ(strew_directml_last_error(nullptr), E_INVALIDARG);
}

}  // namespace
