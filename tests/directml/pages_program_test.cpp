// The example of each scatter page written out as a program for DirectML writes it: nothing of this library but the
// buffers and the results of Bind and Record is in it.
#include <gtest/gtest.h>

#include <array>

#include "strew/directml.h"

namespace {

using strew::directml::com_ptr;

DML_BUFFER_TENSOR_DESC packed(DML_TENSOR_DATA_TYPE type, const std::array<UINT, 2>& sizes) {
  DML_BUFFER_TENSOR_DESC desc = {};
  desc.DataType = type;
  desc.Flags = DML_TENSOR_FLAG_NONE;
  desc.DimensionCount = static_cast<UINT>(sizes.size());
  desc.Sizes = sizes.data();
  desc.Strides = nullptr;
  desc.TotalTensorSizeInBytes = DMLCalcBufferTensorSize(type, desc.DimensionCount, desc.Sizes, desc.Strides);
  desc.GuaranteedBaseOffsetAlignment = 0;
  return desc;
}

// From an operator to its result; buffers are Input, Indices, Updates, Output.
void run(IDMLDevice* device, const DML_OPERATOR_DESC& desc, std::array<DML_BUFFER_BINDING, 4> buffers) {
  com_ptr<IDMLOperator> op;
  ASSERT_EQ(device->CreateOperator(&desc, IID_PPV_ARGS(op.put())), S_OK);
  com_ptr<IDMLCompiledOperator> compiled;
  ASSERT_EQ(device->CompileOperator(op.get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(compiled.put())), S_OK);

  const DML_BINDING_PROPERTIES properties = compiled->GetBindingProperties();
  EXPECT_EQ(properties.RequiredDescriptorCount, 0u);
  EXPECT_EQ(properties.TemporaryResourceSize, 0u);
  EXPECT_EQ(properties.PersistentResourceSize, 0u);

  DML_BINDING_TABLE_DESC tableDesc = {};
  tableDesc.Dispatchable = compiled.get();
  tableDesc.SizeInDescriptors = properties.RequiredDescriptorCount;
  com_ptr<IDMLBindingTable> table;
  ASSERT_EQ(device->CreateBindingTable(&tableDesc, IID_PPV_ARGS(table.put())), S_OK);

  const DML_BINDING_DESC inputs[] = {{DML_BINDING_TYPE_BUFFER, &buffers[0]},
                                     {DML_BINDING_TYPE_BUFFER, &buffers[1]},
                                     {DML_BINDING_TYPE_BUFFER, &buffers[2]}};
  const DML_BINDING_DESC output = {DML_BINDING_TYPE_BUFFER, &buffers[3]};
  ASSERT_EQ(table->BindInputs(3, inputs), S_OK);
  ASSERT_EQ(table->BindOutputs(1, &output), S_OK);

  com_ptr<IDMLCommandRecorder> recorder;
  ASSERT_EQ(device->CreateCommandRecorder(IID_PPV_ARGS(recorder.put())), S_OK);
  ASSERT_EQ(recorder->RecordDispatch(nullptr, compiled.get(), table.get()), S_OK);
}

TEST(directml_program, scatter_nd_page) {
  com_ptr<IDMLDevice> device;
  ASSERT_EQ(DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(device.put())), S_OK);
  const std::array<UINT, 2> cells = {1, 8}, tuples = {4, 1}, rows = {1, 4};
  const DML_BUFFER_TENSOR_DESC inputBuffer = packed(DML_TENSOR_DATA_TYPE_FLOAT32, cells);
  const DML_BUFFER_TENSOR_DESC indicesBuffer = packed(DML_TENSOR_DATA_TYPE_UINT32, tuples);
  const DML_BUFFER_TENSOR_DESC updatesBuffer = packed(DML_TENSOR_DATA_TYPE_FLOAT32, rows);
  const DML_BUFFER_TENSOR_DESC outputBuffer = packed(DML_TENSOR_DATA_TYPE_FLOAT32, cells);
  const DML_TENSOR_DESC inputTensor = {DML_TENSOR_TYPE_BUFFER, &inputBuffer};
  const DML_TENSOR_DESC indicesTensor = {DML_TENSOR_TYPE_BUFFER, &indicesBuffer};
  const DML_TENSOR_DESC updatesTensor = {DML_TENSOR_TYPE_BUFFER, &updatesBuffer};
  const DML_TENSOR_DESC outputTensor = {DML_TENSOR_TYPE_BUFFER, &outputBuffer};

  DML_SCATTER_ND_OPERATOR_DESC desc = {};
  desc.InputTensor = &inputTensor;
  desc.IndicesTensor = &indicesTensor;
  desc.UpdatesTensor = &updatesTensor;
  desc.OutputTensor = &outputTensor;
  desc.InputDimensionCount = 1;
  desc.IndicesDimensionCount = 2;

  std::array<float, 8> in = {1, 2, 3, 4, 5, 6, 7, 8}, out = {};
  std::array<std::uint32_t, 4> at = {4, 3, 1, 7};
  std::array<float, 4> from = {9, 10, 11, 12};
  run(device.get(), {DML_OPERATOR_SCATTER_ND, &desc},
      {{{in.data(), 0, sizeof in},
        {at.data(), 0, sizeof at},
        {from.data(), 0, sizeof from},
        {out.data(), 0, sizeof out}}});
  EXPECT_EQ(out, (std::array<float, 8>{1, 11, 3, 10, 9, 6, 7, 12}));
}

TEST(directml_program, scatter_page) {
  com_ptr<IDMLDevice> device;
  ASSERT_EQ(DMLCreateDevice1(nullptr, DML_CREATE_DEVICE_FLAG_NONE, DML_FEATURE_LEVEL_3_0, IID_PPV_ARGS(device.put())),
            S_OK);
  const std::array<UINT, 2> square = {3, 3}, two_rows = {2, 3};
  const DML_BUFFER_TENSOR_DESC inputBuffer = packed(DML_TENSOR_DATA_TYPE_FLOAT32, square);
  const DML_BUFFER_TENSOR_DESC indicesBuffer = packed(DML_TENSOR_DATA_TYPE_UINT32, two_rows);
  const DML_BUFFER_TENSOR_DESC updatesBuffer = packed(DML_TENSOR_DATA_TYPE_FLOAT32, two_rows);
  const DML_TENSOR_DESC inputTensor = {DML_TENSOR_TYPE_BUFFER, &inputBuffer};
  const DML_TENSOR_DESC indicesTensor = {DML_TENSOR_TYPE_BUFFER, &indicesBuffer};
  const DML_TENSOR_DESC updatesTensor = {DML_TENSOR_TYPE_BUFFER, &updatesBuffer};

  DML_SCATTER_ELEMENTS_OPERATOR_DESC desc = {};
  desc.InputTensor = &inputTensor;
  desc.IndicesTensor = &indicesTensor;
  desc.UpdatesTensor = &updatesTensor;
  desc.OutputTensor = &inputTensor;
  desc.Axis = 0;

  std::array<float, 9> in = {}, out = {};
  std::array<std::uint32_t, 6> at = {1, 0, 2, 0, 2, 1};
  std::array<float, 6> from = {10, 11, 12, 20, 21, 22};
  run(device.get(), {DML_OPERATOR_SCATTER_ELEMENTS, &desc},
      {{{in.data(), 0, sizeof in},
        {at.data(), 0, sizeof at},
        {from.data(), 0, sizeof from},
        {out.data(), 0, sizeof out}}});
  EXPECT_EQ(out, (std::array<float, 9>{20, 11, 0, 10, 0, 22, 0, 21, 12}));
}

}  // namespace
