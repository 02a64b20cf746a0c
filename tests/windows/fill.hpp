// What code for DirectML does with the names of strew/directml.h: it fills every description and walks the objects. The
// namespace finds these names wherever they stand, in the global one or in strew::directml. Only compiled, never run.
#pragma once

#include <cstddef>
#include <cstdint>

#include "strew/directml.h"

namespace strew::directml::use {

// `indices` describes tuples, scalars or elements as the operator wants them; shapes are not checked here.
struct tensors {
  UINT sizes[4] = {1, 1, 1, 8};
  UINT strides[4] = {8, 8, 8, 1};
  DML_BUFFER_TENSOR_DESC data_buffer = {DML_TENSOR_DATA_TYPE_FLOAT32,
                                        DML_TENSOR_FLAG_NONE,
                                        4,
                                        sizes,
                                        strides,
                                        DMLCalcBufferTensorSize(DML_TENSOR_DATA_TYPE_FLOAT32, 4, sizes, strides),
                                        DML_MINIMUM_BUFFER_TENSOR_ALIGNMENT};
  DML_BUFFER_TENSOR_DESC index_buffer = {
      DML_TENSOR_DATA_TYPE_UINT32, DML_TENSOR_FLAG_OWNED_BY_DML, 4, sizes, nullptr, 32, 0};
  DML_TENSOR_DESC data = {DML_TENSOR_TYPE_BUFFER, &data_buffer};
  DML_TENSOR_DESC indices = {DML_TENSOR_TYPE_BUFFER, &index_buffer};
};

struct operators {
  tensors of;
  DML_GATHER_OPERATOR_DESC gather = {&of.data, &of.indices, &of.data, 3, 1};
  DML_GATHER_ELEMENTS_OPERATOR_DESC gather_elements = {&of.data, &of.indices, &of.data, 3};
  DML_GATHER_ND_OPERATOR_DESC gather_nd = {&of.data, &of.indices, &of.data, 1, 2};
  DML_GATHER_ND1_OPERATOR_DESC gather_nd1 = {&of.data, &of.indices, &of.data, 1, 2, 0};
  DML_SCATTER_OPERATOR_DESC scatter = {&of.data, &of.indices, &of.data, &of.data, 3};
  DML_SCATTER_ELEMENTS_OPERATOR_DESC scatter_elements = scatter;
  DML_SCATTER_ND_OPERATOR_DESC scatter_nd = {&of.data, &of.indices, &of.data, &of.data, 1, 2};
  DML_OPERATOR_DESC all[7] = {{DML_OPERATOR_GATHER, &gather},        {DML_OPERATOR_GATHER_ELEMENTS, &gather_elements},
                              {DML_OPERATOR_GATHER_ND, &gather_nd},  {DML_OPERATOR_GATHER_ND1, &gather_nd1},
                              {DML_OPERATOR_SCATTER, &scatter},      {DML_OPERATOR_SCATTER_ELEMENTS, &scatter_elements},
                              {DML_OPERATOR_SCATTER_ND, &scatter_nd}};
};

inline HRESULT bind(IDMLBindingTable& table, void* memory, const DML_BINDING_PROPERTIES& properties) {
  const DML_BUFFER_BINDING buffer = {memory, 0, 32};
  const DML_BUFFER_ARRAY_BINDING array = {1, &buffer};
  const DML_BUFFER_BINDING workspace = {memory, 32, properties.TemporaryResourceSize};
  const DML_BINDING_DESC bound = {DML_BINDING_TYPE_BUFFER, &buffer};
  const DML_BINDING_DESC temporary = {DML_BINDING_TYPE_BUFFER, &workspace};
  const DML_BINDING_DESC persistent = {DML_BINDING_TYPE_BUFFER_ARRAY, &array};
  const DML_BINDING_DESC inputs[] = {bound, {DML_BINDING_TYPE_NONE, nullptr}, bound};
  HRESULT result = table.BindInputs(3, inputs);
  if (SUCCEEDED(result)) result = table.BindOutputs(1, &bound);
  if (SUCCEEDED(result)) result = table.BindTemporaryResource(&temporary);
  if (SUCCEEDED(result)) result = table.BindPersistentResource(&persistent);
  return result;
}

inline bool has_level(IDMLDevice& device) {
  const DML_FEATURE_LEVEL asked[] = {DML_FEATURE_LEVEL_1_0, DML_FEATURE_LEVEL_6_4};
  const DML_FEATURE_QUERY_FEATURE_LEVELS query = {2, asked};
  DML_FEATURE_DATA_FEATURE_LEVELS found = {};
  const HRESULT result =
      device.CheckFeatureSupport(DML_FEATURE_FEATURE_LEVELS, sizeof query, &query, sizeof found, &found);
  return result == S_OK && found.MaxSupportedFeatureLevel == DML_FEATURE_LEVEL_6_4;
}

// The way from a device to a dispatch.
inline HRESULT run(const DML_OPERATOR_DESC& desc, void* memory) {
  com_ptr<IDMLDevice> device;
  const DML_CREATE_DEVICE_FLAGS flags = DML_CREATE_DEVICE_FLAG_NONE | DML_CREATE_DEVICE_FLAG_DEBUG;
  HRESULT result = DMLCreateDevice1(nullptr, flags, DML_FEATURE_LEVEL_3_0, STREW_DIRECTML_PPV_ARGS(device.put()));
  if (FAILED(result) || !has_level(*device.get())) return result;
  com_ptr<IDMLOperator> described;
  result = device->CreateOperator(&desc, STREW_DIRECTML_PPV_ARGS(described.put()));
  if (result == E_INVALIDARG || result == DXGI_ERROR_UNSUPPORTED) return result;
  com_ptr<IDMLCompiledOperator> compiled;
  result = device->CompileOperator(described.get(), DML_EXECUTION_FLAG_NONE, STREW_DIRECTML_PPV_ARGS(compiled.put()));
  IDMLCompiledOperator* const both[] = {compiled.get()};
  com_ptr<IDMLOperatorInitializer> initializer;
  result = device->CreateOperatorInitializer(1, both, STREW_DIRECTML_PPV_ARGS(initializer.put()));
  com_ptr<IDMLBindingTable> table;
  const DML_BINDING_TABLE_DESC place = {compiled.get(), {}, {}, 0};
  result = device->CreateBindingTable(&place, STREW_DIRECTML_PPV_ARGS(table.put()));
  com_ptr<IDMLCommandRecorder> recorder;
  result = device->CreateCommandRecorder(STREW_DIRECTML_PPV_ARGS(recorder.put()));
  result = bind(*table.get(), memory, compiled->GetBindingProperties());
  return SUCCEEDED(result) ? recorder->RecordDispatch(nullptr, compiled.get(), table.get()) : result;
}

inline HRESULT run_all(void* memory) {
  const operators given;
  HRESULT result = S_OK;
  for (const DML_OPERATOR_DESC& desc : given.all) {
    if (SUCCEEDED(result)) result = run(desc, memory);
  }
  return result;
}

}  // namespace strew::directml::use
