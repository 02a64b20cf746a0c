// SCATTER_ND as a program for DirectML on Windows has it: its types, WRL's ComPtr, IID_PPV_ARGS(&pointer), results of
// Bind and Record that nobody reads. Only the buffers are host memory. What declares the Windows types, if anything
// but strew does, is included before.
#pragma once

#include <array>
#include <cstring>

#include "strew/directml.h"

#if DML_TARGET_VERSION < 0x3000
#error "IndicesTensor of INT32 needs feature level 3_0"
#endif

namespace ported {

using Microsoft::WRL::ComPtr;

struct program {
  ComPtr<IDMLDevice> device;
  ComPtr<IDMLCompiledOperator> compiled;
  ComPtr<IDMLOperatorInitializer> initializer;
  ComPtr<IDMLBindingTable> bindings;
  ComPtr<IDMLCommandRecorder> recorder;
};

struct operands {
  FLOAT input[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  INT indices[4] = {4, 3, 1, 7};
  FLOAT updates[4] = {9, 10, 11, 12};
  FLOAT output[8] = {};
};

inline DML_BUFFER_TENSOR_DESC packed(DML_TENSOR_DATA_TYPE type, const UINT* sizes) {
  DML_BUFFER_TENSOR_DESC desc = {};
  desc.DataType = type;
  desc.DimensionCount = 2;
  desc.Sizes = sizes;
  desc.TotalTensorSizeInBytes = DMLCalcBufferTensorSize(type, 2, sizes, nullptr);
  return desc;
}

inline HRESULT compile(program& p) {
  const UINT whole[2] = {1, 8}, tuples[2] = {4, 1}, parts[2] = {1, 4};
  const DML_BUFFER_TENSOR_DESC input = packed(DML_TENSOR_DATA_TYPE_FLOAT32, whole);
  const DML_BUFFER_TENSOR_DESC indices = packed(DML_TENSOR_DATA_TYPE_INT32, tuples);
  const DML_BUFFER_TENSOR_DESC updates = packed(DML_TENSOR_DATA_TYPE_FLOAT32, parts);
  static_assert(ARRAYSIZE(whole) == 2);
  const DML_TENSOR_DESC tensors[] = {
      {DML_TENSOR_TYPE_BUFFER, &input}, {DML_TENSOR_TYPE_BUFFER, &indices}, {DML_TENSOR_TYPE_BUFFER, &updates}};
  const DML_SCATTER_ND_OPERATOR_DESC scatter = {&tensors[0], &tensors[1], &tensors[2], &tensors[0], 1, 2};
  const DML_OPERATOR_DESC desc = {DML_OPERATOR_SCATTER_ND, &scatter};
  ComPtr<IDMLOperator> op;
  HRESULT hr = p.device->CreateOperator(&desc, IID_PPV_ARGS(&op));
  if (SUCCEEDED(hr)) hr = p.device->CompileOperator(op.Get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(&p.compiled));
  return hr;
}

inline HRESULT prepare(program& p) {
  HRESULT hr = p.device->CreateOperatorInitializer(1, p.compiled.GetAddressOf(), IID_PPV_ARGS(&p.initializer));
  if (FAILED(hr)) return hr;
  DML_BINDING_TABLE_DESC table = {};
  table.Dispatchable = p.compiled.Get();
  hr = p.device->CreateBindingTable(&table, IID_PPV_ARGS(&p.bindings));
  if (FAILED(hr)) return hr;
  return p.device->CreateCommandRecorder(IID_PPV_ARGS(&p.recorder));
}

inline void dispatch(program& p, operands& on) {
  const DML_BUFFER_BINDING buffers[] = {{on.input, 0, sizeof on.input},
                                        {on.indices, 0, sizeof on.indices},
                                        {on.updates, 0, sizeof on.updates},
                                        {on.output, 0, sizeof on.output}};
  std::array<DML_BINDING_DESC, 4> bound = {};
  for (DWORD i = 0; i < bound.size(); ++i) bound[i] = {DML_BINDING_TYPE_BUFFER, &buffers[i]};
  p.bindings->BindInputs(3, bound.data());
  p.bindings->BindOutputs(1, &bound[3]);
  p.recorder->RecordDispatch(nullptr, p.compiled.Get(), p.bindings.Get());
}

inline BOOL has_expected_output(const operands& on) {
  const FLOAT expected[8] = {1, 11, 3, 10, 9, 6, 7, 12};
  const BYTE* found = reinterpret_cast<const BYTE*>(on.output);
  return std::memcmp(found, expected, sizeof expected) == 0 ? TRUE : FALSE;
}

// The identifiers of interfaces by __uuidof, and conversions between them.
inline BOOL is_one_device(const program& p) {
  ComPtr<IDMLObject> object;
  ComPtr<IDMLDebugDevice> debug;
  if (FAILED(p.device.As(&object)) || FAILED(p.device->QueryInterface(IID_PPV_ARGS(&debug)))) return FALSE;
  ComPtr<IDMLDevice1> newer;
  if (FAILED(p.device.As(&newer)) || newer.Get() != p.device.Get()) return FALSE;
  ComPtr<IUnknown> same;
  if (FAILED(debug->QueryInterface(__uuidof(IDMLDevice), &same))) return FALSE;
  return same.Get() == p.device.Get() && object.Get() != nullptr ? TRUE : FALSE;
}

inline HRESULT prepare_all(program& p) {
  const HRESULT hr = compile(p);
  return FAILED(hr) ? hr : prepare(p);
}

}  // namespace ported
