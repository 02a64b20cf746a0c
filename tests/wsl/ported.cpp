// A program for DirectML with the adapter for WSL and its ComPtr.
#include <wsl/wrladapter.h>

#include "support/directml_ported.hpp"

int main() {
  ported::program p;
  if (FAILED(DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(&p.device)))) return 1;
  if (FAILED(ported::prepare_all(p))) return 2;
  ported::operands on;
  ported::dispatch(p, on);
  if (!ported::has_expected_output(on)) return 3;
  if (!ported::is_one_device(p)) return 4;
  ported::ComPtr<IDMLDevice> other;
  return FAILED(DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_NONE, STREW_DIRECTML_PPV_ARGS(&other))) ? 5 : 0;
}
