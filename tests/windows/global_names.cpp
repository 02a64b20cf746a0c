// The usual case: DirectML's names are global, as its own header has them, and IID_PPV_ARGS works on plain pointers.
#include "fill.hpp"

static_assert(sizeof(::DML_OPERATOR_DESC) == 16 && ::DML_OPERATOR_SCATTER_ND == 109);
#if defined(__MINGW32__)  // __uuidof is a template there: a name without an identifier fails when programs are linked
static_assert(__uuidof(::IDMLDevice).Data1 == 0x6dbd6437 && __uuidof(::IDMLDebugDevice).Data1 == 0x7d6f3ac9);
static_assert(__uuidof(::IDMLDevice1).Data1 == 0xa0884f9a);
static_assert(__uuidof(::IDMLOperator).Data1 == 0x26caae7a && __uuidof(::IDMLCommandRecorder).Data1 == 0xe6857a76);
#endif

HRESULT run_everything(void* memory) {
  ::IDMLDevice* device = nullptr;
  HRESULT result = ::DMLCreateDevice(nullptr, ::DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(&device));
  if (FAILED(result)) return result;
  ::IDMLDebugDevice* debug = nullptr;
  result = device->QueryInterface(IID_PPV_ARGS(&debug));
  if (SUCCEEDED(result)) debug->Release();
  device->Release();
  return strew::directml::use::run_all(memory);
}
