// Stands for a platform's own DirectML.h in a syntax check: its guard, the types of Windows it is built on, and some of
// its names, with fewer members than the real ones so that a mix-up does not compile.
#pragma once

#define DIRECTML_H

#if defined(_WIN32)
#define NOMINMAX
#include <unknwn.h>
#else
#include "windows_types.h"
#endif

#ifndef DXGI_ERROR_UNSUPPORTED
#define DXGI_ERROR_UNSUPPORTED ((HRESULT)0x887A0004L)
#endif

enum DML_TENSOR_DATA_TYPE { DML_TENSOR_DATA_TYPE_UNKNOWN };
enum DML_OPERATOR_TYPE { DML_OPERATOR_INVALID };
struct DML_BUFFER_TENSOR_DESC {
  DML_TENSOR_DATA_TYPE DataType;
};
struct DML_OPERATOR_DESC {
  DML_OPERATOR_TYPE Type;
};
struct DML_SCATTER_ND_OPERATOR_DESC {
  UINT InputDimensionCount;
};
struct IDMLDevice : IUnknown {};
inline constexpr UINT DML_MINIMUM_BUFFER_TENSOR_ALIGNMENT = 16;
inline UINT64 DMLCalcBufferTensorSize(DML_TENSOR_DATA_TYPE, UINT, const UINT*, const UINT*) {
  return 0;
}
