// What every consumer of the frontend for DirectML runs: SCATTER_ND through its objects, then an index that is too
// large.
#include <strew/directml.h>

#include <cstdio>
#include <cstring>

namespace {

using strew::directml::com_ptr;

struct tensor {
  UINT sizes[2];
  DML_BUFFER_TENSOR_DESC buffer;
  DML_TENSOR_DESC desc;

  tensor(DML_TENSOR_DATA_TYPE type, UINT rows, UINT columns)
      : sizes{rows, columns},
        buffer{type, DML_TENSOR_FLAG_NONE, 2, sizes, nullptr, DMLCalcBufferTensorSize(type, 2, sizes, nullptr), 0},
        desc{DML_TENSOR_TYPE_BUFFER, &buffer} {}
  tensor(const tensor&) = delete;
  tensor& operator=(const tensor&) = delete;
};

HRESULT make_operator(IDMLDevice* device, com_ptr<IDMLCompiledOperator>& compiled) {
  const tensor data(DML_TENSOR_DATA_TYPE_FLOAT32, 1, 8), indices(DML_TENSOR_DATA_TYPE_UINT32, 4, 1);
  const tensor updates(DML_TENSOR_DATA_TYPE_FLOAT32, 1, 4);
  const DML_SCATTER_ND_OPERATOR_DESC scatter = {&data.desc, &indices.desc, &updates.desc, &data.desc, 1, 2};
  const DML_OPERATOR_DESC desc = {DML_OPERATOR_SCATTER_ND, &scatter};
  com_ptr<IDMLOperator> made;
  const HRESULT result = device->CreateOperator(&desc, IID_PPV_ARGS(made.put()));
  if (FAILED(result)) return result;
  return device->CompileOperator(made.get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(compiled.put()));
}

struct operands {
  float data[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  UINT indices[4] = {4, 3, 1, 7};
  float updates[4] = {9, 10, 11, 12};
  float output[8] = {};
};

HRESULT run(IDMLDevice* device, IDMLCompiledOperator* compiled, operands& given) {
  com_ptr<IDMLBindingTable> table;
  const DML_BINDING_TABLE_DESC place = {compiled, {}, {}, 0};
  HRESULT result = device->CreateBindingTable(&place, IID_PPV_ARGS(table.put()));
  if (FAILED(result)) return result;
  const DML_BUFFER_BINDING buffers[] = {{given.data, 0, sizeof given.data},
                                        {given.indices, 0, sizeof given.indices},
                                        {given.updates, 0, sizeof given.updates},
                                        {given.output, 0, sizeof given.output}};
  DML_BINDING_DESC bindings[4];
  for (int i = 0; i < 4; ++i) bindings[i] = {DML_BINDING_TYPE_BUFFER, &buffers[i]};
  result = table->BindInputs(3, bindings);
  if (SUCCEEDED(result)) result = table->BindOutputs(1, bindings + 3);
  if (FAILED(result)) return result;
  com_ptr<IDMLCommandRecorder> recorder;
  result = device->CreateCommandRecorder(IID_PPV_ARGS(recorder.put()));
  return FAILED(result) ? result : recorder->RecordDispatch(nullptr, compiled, table.get());
}

bool runs() {
  com_ptr<IDMLDevice> device;
  com_ptr<IDMLCompiledOperator> compiled;
  if (FAILED(DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(device.put())))) return false;
  if (FAILED(make_operator(device.get(), compiled))) return false;
  operands given;
  const float expected[8] = {1, 11, 3, 10, 9, 6, 7, 12};
  if (run(device.get(), compiled.get(), given) != S_OK) return false;
  if (std::memcmp(given.output, expected, sizeof expected) != 0) return false;
  com_ptr<IDMLDebugDevice> debug;  // a debug build would write the expected failure
  if (FAILED(device->QueryInterface(IID_PPV_ARGS(debug.put())))) return false;
  debug->SetMuteDebugOutput(TRUE);
  given.indices[2] = 8;
  strew_error error = STREW_ERROR_INIT;
  return run(device.get(), compiled.get(), given) == E_INVALIDARG && strew_directml_last_error(&error) == S_OK &&
         std::strcmp(error.rule, "IX1") == 0 && error.position == 2 &&
         std::strcmp(strew_version(), STREW_VERSION_STRING) == 0;
}

}  // namespace

int main() {
  const bool holds = runs();
  std::puts(holds ? "gathered and scattered" : "consumer_directml: wrong results");
  return holds ? 0 : 1;
}
