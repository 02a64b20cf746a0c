// A program for DirectML with the names of Windows that it uses, of Windows itself or of strew.
#if defined(_WIN32)
#include <wrl/client.h>
#endif

#include "support/directml_ported.hpp"

HRESULT run_everything(ported::operands& on) {
  ported::program p;
  HRESULT result = DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(&p.device));
  if (SUCCEEDED(result)) result = ported::prepare_all(p);
  if (SUCCEEDED(result)) ported::dispatch(p, on);
  return result == S_OK && ported::has_expected_output(on) && ported::is_one_device(p) ? S_OK : E_FAIL;
}
