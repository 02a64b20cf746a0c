// Direct3D's own header: its devices and command lists are those of DirectML's signatures.
#include <wsl/winadapter.h>

#include <directx/d3d12.h>

#include "strew/directml.h"

int main() {
  ID3D12Device* none = nullptr;
  ID3D12GraphicsCommandList* list = nullptr;
  IDMLDevice* device = nullptr;
  IDMLCommandRecorder* recorder = nullptr;
  if (FAILED(DMLCreateDevice(none, DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(&device)))) return 1;
  if (FAILED(device->CreateCommandRecorder(IID_PPV_ARGS(&recorder)))) return 2;
  const bool is_refused = recorder->RecordDispatch(list, nullptr, nullptr) == E_INVALIDARG;
  recorder->Release();
  device->Release();
  return is_refused ? 0 : 3;
}
