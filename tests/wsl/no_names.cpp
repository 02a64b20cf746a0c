// After the adapter DirectML's names can be in strew::directml; the types of Windows are the adapter's.
#define STREW_DIRECTML_NO_NAMES
#include <wsl/wrladapter.h>

#include "strew/directml.h"

struct IDMLDevice {};

int main() {
  namespace dml = strew::directml;
  Microsoft::WRL::ComPtr<dml::IDMLDevice> device;
  if (FAILED(dml::DMLCreateDevice(nullptr, dml::DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(&device)))) return 1;
  Microsoft::WRL::ComPtr<dml::IDMLDebugDevice> debug;
  if (FAILED(device.As(&debug)) || debug.Get() == nullptr) return 2;
  dml::com_ptr<dml::IDMLCommandRecorder> recorder;
  return FAILED(device->CreateCommandRecorder(STREW_DIRECTML_PPV_ARGS(recorder.put()))) ? 3 : 0;
}
