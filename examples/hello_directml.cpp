// A program for DirectML after its port. docs/frontends/directml_port.md has it beside the program for Windows.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <vector>

#include "strew/directml.h"

using Microsoft::WRL::ComPtr;
using buffer = std::vector<std::byte>;

namespace {

void require(HRESULT result) {
  if (SUCCEEDED(result)) return;
  strew_error why = STREW_ERROR_INIT;
  strew_directml_last_error(&why);
  throw std::runtime_error(why.message);
}

// A tensor: its description, and the buffer that holds its elements.
struct tensor {
  DML_BUFFER_TENSOR_DESC desc = {};
  buffer memory;
  DML_BUFFER_BINDING binding = {};

  template <UINT Count>
  tensor(DML_TENSOR_DATA_TYPE type, const UINT (&sizes)[Count]) {
    desc.DataType = type;
    desc.DimensionCount = ARRAYSIZE(sizes);
    desc.Sizes = sizes;
    desc.TotalTensorSizeInBytes = DMLCalcBufferTensorSize(type, Count, sizes, nullptr);
    memory = buffer(desc.TotalTensorSizeInBytes);
    binding = {memory.data(), 0, desc.TotalTensorSizeInBytes};
  }
  DML_TENSOR_DESC described() const { return {DML_TENSOR_TYPE_BUFFER, &desc}; }
  DML_BINDING_DESC bound() const { return {DML_BINDING_TYPE_BUFFER, &binding}; }
};

ComPtr<IDMLCompiledOperator> compile(IDMLDevice* device, const DML_OPERATOR_DESC& desc) {
  ComPtr<IDMLOperator> op;
  ComPtr<IDMLCompiledOperator> compiled;
  require(device->CreateOperator(&desc, IID_PPV_ARGS(op.GetAddressOf())));
  require(device->CompileOperator(op.Get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(compiled.GetAddressOf())));
  return compiled;
}

// Initializes the operator and executes it once.
void execute(IDMLDevice* device, IDMLCompiledOperator* compiled, const std::vector<DML_BINDING_DESC>& inputs,
             const DML_BINDING_DESC& output) {
  ComPtr<IDMLOperatorInitializer> initializer;
  IDMLCompiledOperator* const operators[] = {compiled};
  require(device->CreateOperatorInitializer(ARRAYSIZE(operators), operators, IID_PPV_ARGS(initializer.GetAddressOf())));
  const DML_BINDING_PROPERTIES first = initializer->GetBindingProperties();
  const DML_BINDING_PROPERTIES then = compiled->GetBindingProperties();

  DML_BINDING_TABLE_DESC table_desc = {};
  table_desc.Dispatchable = initializer.Get();
  table_desc.SizeInDescriptors = std::max(first.RequiredDescriptorCount, then.RequiredDescriptorCount);
  ComPtr<IDMLBindingTable> table;
  require(device->CreateBindingTable(&table_desc, IID_PPV_ARGS(table.GetAddressOf())));

  buffer temporary(std::max(first.TemporaryResourceSize, then.TemporaryResourceSize));
  buffer persistent(then.PersistentResourceSize);
  const DML_BUFFER_BINDING temporary_range = {temporary.data(), 0, temporary.size()};
  const DML_BUFFER_BINDING persistent_range = {persistent.data(), 0, persistent.size()};
  const DML_BINDING_DESC scratch = {DML_BINDING_TYPE_BUFFER, &temporary_range};
  const DML_BINDING_DESC kept = {DML_BINDING_TYPE_BUFFER, &persistent_range};
  if (first.TemporaryResourceSize != 0) table->BindTemporaryResource(&scratch);
  if (then.PersistentResourceSize != 0) table->BindOutputs(1, &kept);

  ComPtr<IDMLCommandRecorder> recorder;
  require(device->CreateCommandRecorder(IID_PPV_ARGS(recorder.GetAddressOf())));
  recorder->RecordDispatch(nullptr, initializer.Get(), table.Get());

  table_desc.Dispatchable = compiled;
  require(table->Reset(&table_desc));
  if (then.TemporaryResourceSize != 0) table->BindTemporaryResource(&scratch);
  if (then.PersistentResourceSize != 0) table->BindPersistentResource(&kept);
  table->BindInputs(static_cast<UINT>(inputs.size()), inputs.data());
  table->BindOutputs(1, &output);
  recorder->RecordDispatch(nullptr, compiled, table.Get());
  require(device->GetDeviceRemovedReason());
}

void run() {
  ComPtr<IDMLDevice> device;
  require(DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(device.GetAddressOf())));

  const UINT whole[] = {1, 8}, tuples[] = {4, 1}, parts[] = {1, 4};
  tensor input(DML_TENSOR_DATA_TYPE_FLOAT32, whole), output(DML_TENSOR_DATA_TYPE_FLOAT32, whole);
  tensor indices(DML_TENSOR_DATA_TYPE_UINT32, tuples), updates(DML_TENSOR_DATA_TYPE_FLOAT32, parts);
  const FLOAT cells[] = {1, 2, 3, 4, 5, 6, 7, 8}, fresh[] = {9, 10, 11, 12};
  const UINT at[] = {4, 3, 1, 7};
  std::memcpy(input.memory.data(), cells, sizeof cells);
  std::memcpy(indices.memory.data(), at, sizeof at);
  std::memcpy(updates.memory.data(), fresh, sizeof fresh);

  const DML_TENSOR_DESC descs[] = {input.described(), indices.described(), updates.described(), output.described()};
  const DML_SCATTER_ND_OPERATOR_DESC scatter = {&descs[0], &descs[1], &descs[2], &descs[3], 1, 2};
  const auto compiled = compile(device.Get(), {DML_OPERATOR_SCATTER_ND, &scatter});
  execute(device.Get(), compiled.Get(), {input.bound(), indices.bound(), updates.bound()}, output.bound());

  FLOAT result[8];
  std::memcpy(result, output.memory.data(), sizeof result);
  for (const FLOAT value : result) std::printf("%g ", static_cast<double>(value));
  std::puts("");
}

}  // namespace

int main() {
  try {
    run();
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
  }
  return 0;
}
