// Null pointers and unknown values of types and flags in descriptions: DM1, DM2.
#include <gtest/gtest.h>

#include "directml/misuse.hpp"

namespace {

using namespace directml_test;

struct directml_misuse_pointers : testing::Test, spoiler {};

TEST_F(directml_misuse_pointers, DM1_of_descriptions) {
  com_ptr<IDMLOperator> made;
  EXPECT_EQ(watched.device->CreateOperator(nullptr, IID_PPV_ARGS(made.put())), E_INVALIDARG);
  expect_message(watched, E_INVALIDARG, "CreateOperator", "", "DM1");
  for (const DML_OPERATOR_TYPE type : every_operator) {
    described problem = sound(type);
    problem.has_structure = false;
    expect(problem, "", "DM1");
  }
}

TEST_F(directml_misuse_pointers, DM1_of_the_place_for_the_object) {
  described problem = sound(DML_OPERATOR_SCATTER);
  com_ptr<IDMLOperator> made;
  ASSERT_EQ(problem.create(watched.get(), made.put()), S_OK);
  const GUID& id = strew::directml::interface_id<IDMLOperator>;
  EXPECT_EQ(problem.create(watched.get(), nullptr), E_INVALIDARG);
  expect_message(watched, E_INVALIDARG, "CreateOperator", "", "DM1");
  EXPECT_EQ(watched.device->CompileOperator(made.get(), DML_EXECUTION_FLAG_NONE, id, nullptr), E_INVALIDARG);
  expect_message(watched, E_INVALIDARG, "CompileOperator", "", "DM1");
  EXPECT_EQ(watched.device->CreateCommandRecorder(id, nullptr), E_INVALIDARG);
  expect_message(watched, E_INVALIDARG, "CreateCommandRecorder", "", "DM1");
  EXPECT_EQ(watched.device->CreateBindingTable(nullptr, id, nullptr), E_INVALIDARG);
  expect_message(watched, E_INVALIDARG, "CreateBindingTable", "", "DM1");
  EXPECT_EQ(watched.device->CreateOperatorInitializer(0, nullptr, id, nullptr), E_INVALIDARG);
  expect_message(watched, E_INVALIDARG, "CreateOperatorInitializer", "", "DM1");
  EXPECT_EQ(DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_NONE, id, nullptr), E_INVALIDARG);
  EXPECT_STREQ(last_error().rule, "DM1");
}

TEST_F(directml_misuse_pointers, DM1_of_objects) {
  com_ptr<IDMLCompiledOperator> compiled;
  EXPECT_EQ(watched.device->CompileOperator(nullptr, DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(compiled.put())),
            E_INVALIDARG);
  expect_message(watched, E_INVALIDARG, "CompileOperator", "", "DM1");
  com_ptr<IDMLOperatorInitializer> initializer;
  EXPECT_EQ(watched.device->CreateOperatorInitializer(1, nullptr, IID_PPV_ARGS(initializer.put())), E_INVALIDARG);
  expect_message(watched, E_INVALIDARG, "CreateOperatorInitializer", "", "DM1");
  IDMLCompiledOperator* none = nullptr;
  EXPECT_EQ(watched.device->CreateOperatorInitializer(1, &none, IID_PPV_ARGS(initializer.put())), E_INVALIDARG);
  expect_message(watched, E_INVALIDARG, "CreateOperatorInitializer", "", "DM1");
}

TEST_F(directml_misuse_pointers, DM1_of_a_tensor) {
  expect_each([](described& problem, std::size_t i) { problem.pointers[i] = nullptr; }, "DM1");
}

TEST_F(directml_misuse_pointers, DM1_of_a_buffer_description) {
  expect_each([](described& problem, std::size_t i) { problem.tensors[i].Desc = nullptr; }, "DM1");
}

TEST_F(directml_misuse_pointers, DM1_of_sizes) {
  expect_each([](described& problem, std::size_t i) { problem.buffers[i].Sizes = nullptr; }, "DM1");
}

TEST_F(directml_misuse_pointers, DM2_of_a_tensor) {
  for (const std::int32_t type : {0, 2, -1, 1000}) {
    expect_each(
        [&](described& problem, std::size_t i) { problem.tensors[i].Type = static_cast<DML_TENSOR_TYPE>(type); },
        "DM2");
  }
}

TEST_F(directml_misuse_pointers, DM2_of_flags) {
  for (const std::int32_t flags : {2, 3, -1, 1 << 30}) {
    expect_each(
        [&](described& problem, std::size_t i) { problem.buffers[i].Flags = static_cast<DML_TENSOR_FLAGS>(flags); },
        "DM2");
  }
}

TEST_F(directml_misuse_pointers, DM2_of_an_operator_nobody_knows) {
  described problem = sound(DML_OPERATOR_SCATTER);
  for (const std::int32_t type : {0, 178, -1, 1 << 30}) {
    problem.type = static_cast<DML_OPERATOR_TYPE>(type);
    expect(problem, "", "DM2");
  }
}

TEST_F(directml_misuse_pointers, DM15_of_an_operator_of_others) {
  described problem = sound(DML_OPERATOR_SCATTER);
  for (std::int32_t type = 1; type <= 177; ++type) {
    bool is_ours = false;
    for (const DML_OPERATOR_TYPE ours : every_operator) is_ours = is_ours || ours == type;
    if (is_ours) continue;
    problem.type = static_cast<DML_OPERATOR_TYPE>(type);
    expect(problem, "", "DM15", DXGI_ERROR_UNSUPPORTED);
    EXPECT_NE(std::string(last_error().message).find("ELEMENT_WISE_IDENTITY, are out of scope"), std::string::npos);
  }
}

TEST_F(directml_misuse_pointers, unknown_execution_flags) {
  described problem = sound(DML_OPERATOR_SCATTER);
  com_ptr<IDMLOperator> made;
  ASSERT_EQ(problem.create(watched.get(), made.put()), S_OK);
  com_ptr<IDMLCompiledOperator> compiled;
  for (int flags = 0; flags < 8; ++flags) {
    EXPECT_EQ(watched.device->CompileOperator(made.get(), static_cast<DML_EXECUTION_FLAGS>(flags),
                                              IID_PPV_ARGS(compiled.put())),
              S_OK);
  }
  for (const int flags : {8, -1, 1 << 30}) {
    EXPECT_EQ(watched.device->CompileOperator(made.get(), static_cast<DML_EXECUTION_FLAGS>(flags),
                                              IID_PPV_ARGS(compiled.put())),
              E_INVALIDARG);
    expect_message(watched, E_INVALIDARG, "CompileOperator", "", "DM2");
  }
}

}  // namespace
