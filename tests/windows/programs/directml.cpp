// A program for DirectML as it stands on Windows, linked to strew's: the system's headers, WRL's ComPtr, IID_PPV_ARGS. Its
// caller of GetBindingProperties is compiled as MSVC does (msvc_caller.cpp).
#include <windows.h>
#include <wrl/client.h>

#include <cstdio>

#include "support/directml_ported.hpp"

extern "C" void properties_by_msvc(IDMLDispatchable* of, DML_BINDING_PROPERTIES* to);

namespace {

bool are_equal(const DML_BINDING_PROPERTIES& left, const DML_BINDING_PROPERTIES& right) {
  return left.RequiredDescriptorCount == right.RequiredDescriptorCount &&
         left.TemporaryResourceSize == right.TemporaryResourceSize &&
         left.PersistentResourceSize == right.PersistentResourceSize;
}

// Indices that the operator keeps need a persistent resource: a struct of zeros would tell little.
HRESULT compile_owning(ported::program& p, ported::ComPtr<IDMLCompiledOperator>& made) {
  const UINT sizes[2] = {1, 8}, tuples[2] = {4, 1}, parts[2] = {1, 4};
  const DML_BUFFER_TENSOR_DESC input = ported::packed(DML_TENSOR_DATA_TYPE_FLOAT32, sizes);
  DML_BUFFER_TENSOR_DESC indices = ported::packed(DML_TENSOR_DATA_TYPE_INT32, tuples);
  indices.Flags = DML_TENSOR_FLAG_OWNED_BY_DML;
  const DML_BUFFER_TENSOR_DESC updates = ported::packed(DML_TENSOR_DATA_TYPE_FLOAT32, parts);
  const DML_TENSOR_DESC tensors[] = {
      {DML_TENSOR_TYPE_BUFFER, &input}, {DML_TENSOR_TYPE_BUFFER, &indices}, {DML_TENSOR_TYPE_BUFFER, &updates}};
  const DML_SCATTER_ND_OPERATOR_DESC scatter = {&tensors[0], &tensors[1], &tensors[2], &tensors[0], 1, 2};
  const DML_OPERATOR_DESC desc = {DML_OPERATOR_SCATTER_ND, &scatter};
  ported::ComPtr<IDMLOperator> op;
  const HRESULT hr = p.device->CreateOperator(&desc, IID_PPV_ARGS(&op));
  return FAILED(hr) ? hr : p.device->CompileOperator(op.Get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(&made));
}

bool serve_msvc(ported::program& p) {
  ported::ComPtr<IDMLCompiledOperator> owning;
  if (FAILED(compile_owning(p, owning))) return false;
  DML_BINDING_PROPERTIES found = {~UINT{0}, ~UINT64{0}, ~UINT64{0}};
  properties_by_msvc(owning.Get(), &found);
  std::printf("as MSVC calls it: %u descriptors, %llu temporary, %llu persistent bytes\n", found.RequiredDescriptorCount,
              static_cast<unsigned long long>(found.TemporaryResourceSize),
              static_cast<unsigned long long>(found.PersistentResourceSize));
  return found.PersistentResourceSize != 0 && are_equal(found, owning->GetBindingProperties());
}

}  // namespace

int main() {
  ported::program p;
  ported::operands on;
  HRESULT hr = DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(&p.device));
  if (SUCCEEDED(hr)) hr = ported::prepare_all(p);
  if (FAILED(hr)) return 1;
  ported::dispatch(p, on);
  for (const FLOAT one : on.output) std::printf("%g ", static_cast<double>(one));
  std::printf("\n");
  return ported::has_expected_output(on) && ported::is_one_device(p) && serve_msvc(p) ? 0 : 1;
}
