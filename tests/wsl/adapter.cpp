// The types of Windows from the adapter for WSL, without WRL: plain pointers. IID_PPV_ARGS is the adapter's.
#include <wsl/winadapter.h>

#include "strew/directml.h"

static HRESULT release(IUnknown* object) {
  object->Release();
  return S_OK;
}

int main() {
  static_assert(sizeof(BOOL) == 4 && sizeof(strew::directml::detail::guid) == 16);
  const strew_directml_options options = STREW_DIRECTML_OPTIONS_INIT;
  IDMLDevice* device = nullptr;
  IDMLCommandRecorder* recorder = nullptr;
  IDMLDebugDevice* debug = nullptr;
  if (FAILED(strew_directml_create_device(&options, IID_PPV_ARGS(&device)))) return 1;
  if (FAILED(device->CreateCommandRecorder(IID_PPV_ARGS(&recorder)))) return 2;
  if (FAILED(device->QueryInterface(&debug))) return 3;
  if (FAILED(device->QueryInterface(__uuidof(IDMLDevice), reinterpret_cast<void**>(&device)))) return 4;
  release(debug);
  release(recorder);
  release(device);
  return release(device);
}
