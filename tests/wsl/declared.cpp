// STREW_DIRECTML_WINDOWS_TYPES says that a header declares the types of Windows which is not recognised by itself.
#include <wsl/wrladapter.h>
#undef STDMETHODCALLTYPE

#define STREW_DIRECTML_WINDOWS_TYPES
#include "support/directml_ported.hpp"

int main() {
  ported::program p;
  if (FAILED(DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(&p.device)))) return 1;
  return ported::prepare_all(p);
}
