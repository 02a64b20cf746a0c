// The structures of DirectML that describe tensors and the gather and scatter operators: names, field order and layout
// are DirectML's, so code that fills them needs no change. Everything is read during the call and not retained.
#ifndef STREW_DIRECTML_DESCS_HPP
#define STREW_DIRECTML_DESCS_HPP

#include <cstddef>

#include "strew/directml/enums.hpp"
#include "strew/directml/operator_types.hpp"

STREW_DIRECTML_BEGIN

struct DML_BUFFER_TENSOR_DESC {
  DML_TENSOR_DATA_TYPE DataType;
  DML_TENSOR_FLAGS Flags;
  UINT DimensionCount;                 // 1 to 8
  const UINT* Sizes;                   // in elements, outermost first, none is 0
  const UINT* Strides;                 // in elements, 0 = broadcast (inputs only); null = packed
  UINT64 TotalTensorSizeInBytes;       // at least DMLCalcBufferTensorSize of the above
  UINT GuaranteedBaseOffsetAlignment;  // in bytes: 0, or a power of two of at least one element
};

struct DML_TENSOR_DESC {
  DML_TENSOR_TYPE Type;  // DML_TENSOR_TYPE_BUFFER
  const void* Desc;      // DML_BUFFER_TENSOR_DESC
};

struct DML_OPERATOR_DESC {
  DML_OPERATOR_TYPE Type;
  const void* Desc;  // the structure of that type, one of those below
};

// Output[p, j, s] = Input[p, Indices[j], s], j over the last IndexDimensions dimensions of Indices.
struct DML_GATHER_OPERATOR_DESC {
  const DML_TENSOR_DESC* InputTensor;
  const DML_TENSOR_DESC* IndicesTensor;
  const DML_TENSOR_DESC* OutputTensor;
  UINT Axis;
  UINT IndexDimensions;
};

// Output[c] = Input[c with c[Axis] := Indices[c]].
struct DML_GATHER_ELEMENTS_OPERATOR_DESC {
  const DML_TENSOR_DESC* InputTensor;
  const DML_TENSOR_DESC* IndicesTensor;
  const DML_TENSOR_DESC* OutputTensor;
  UINT Axis;
};

// Output[m, s] = Input[Indices[m, :], s], over the last InputDimensionCount and IndicesDimensionCount dimensions.
struct DML_GATHER_ND_OPERATOR_DESC {
  const DML_TENSOR_DESC* InputTensor;
  const DML_TENSOR_DESC* IndicesTensor;
  const DML_TENSOR_DESC* OutputTensor;
  UINT InputDimensionCount;
  UINT IndicesDimensionCount;
};

// Output[B, m, s] = Input[B, Indices[B, m, :], s], B over the first BatchDimensionCount of those dimensions.
struct DML_GATHER_ND1_OPERATOR_DESC {
  const DML_TENSOR_DESC* InputTensor;
  const DML_TENSOR_DESC* IndicesTensor;
  const DML_TENSOR_DESC* OutputTensor;
  UINT InputDimensionCount;
  UINT IndicesDimensionCount;
  UINT BatchDimensionCount;
};

// Output = Input, then Output[c with c[Axis] := Indices[c]] = Updates[c] in row-major order of c.
struct DML_SCATTER_OPERATOR_DESC {
  const DML_TENSOR_DESC* InputTensor;
  const DML_TENSOR_DESC* IndicesTensor;
  const DML_TENSOR_DESC* UpdatesTensor;
  const DML_TENSOR_DESC* OutputTensor;
  UINT Axis;
};
using DML_SCATTER_ELEMENTS_OPERATOR_DESC = DML_SCATTER_OPERATOR_DESC;

// Output = Input, then Output[Indices[m, :], s] = Updates[m, s] in row-major order of m.
struct DML_SCATTER_ND_OPERATOR_DESC {
  const DML_TENSOR_DESC* InputTensor;
  const DML_TENSOR_DESC* IndicesTensor;
  const DML_TENSOR_DESC* UpdatesTensor;
  const DML_TENSOR_DESC* OutputTensor;
  UINT InputDimensionCount;
  UINT IndicesDimensionCount;
};

#if UINTPTR_MAX > 0xFFFFFFFF
static_assert(sizeof(DML_BUFFER_TENSOR_DESC) == 48 && offsetof(DML_BUFFER_TENSOR_DESC, DataType) == 0 &&
              offsetof(DML_BUFFER_TENSOR_DESC, Flags) == 4 && offsetof(DML_BUFFER_TENSOR_DESC, DimensionCount) == 8 &&
              offsetof(DML_BUFFER_TENSOR_DESC, Sizes) == 16 && offsetof(DML_BUFFER_TENSOR_DESC, Strides) == 24 &&
              offsetof(DML_BUFFER_TENSOR_DESC, TotalTensorSizeInBytes) == 32 &&
              offsetof(DML_BUFFER_TENSOR_DESC, GuaranteedBaseOffsetAlignment) == 40);
static_assert(sizeof(DML_TENSOR_DESC) == 16 && offsetof(DML_TENSOR_DESC, Desc) == 8);
static_assert(sizeof(DML_OPERATOR_DESC) == 16 && offsetof(DML_OPERATOR_DESC, Desc) == 8);
static_assert(sizeof(DML_GATHER_OPERATOR_DESC) == 32 && offsetof(DML_GATHER_OPERATOR_DESC, Axis) == 24 &&
              offsetof(DML_GATHER_OPERATOR_DESC, IndexDimensions) == 28);
static_assert(sizeof(DML_GATHER_ELEMENTS_OPERATOR_DESC) == 32 &&
              offsetof(DML_GATHER_ELEMENTS_OPERATOR_DESC, Axis) == 24);
static_assert(sizeof(DML_GATHER_ND_OPERATOR_DESC) == 32 &&
              offsetof(DML_GATHER_ND_OPERATOR_DESC, InputDimensionCount) == 24 &&
              offsetof(DML_GATHER_ND_OPERATOR_DESC, IndicesDimensionCount) == 28);
static_assert(sizeof(DML_GATHER_ND1_OPERATOR_DESC) == 40 &&
              offsetof(DML_GATHER_ND1_OPERATOR_DESC, BatchDimensionCount) == 32);
static_assert(sizeof(DML_SCATTER_OPERATOR_DESC) == 40 && offsetof(DML_SCATTER_OPERATOR_DESC, UpdatesTensor) == 16 &&
              offsetof(DML_SCATTER_OPERATOR_DESC, OutputTensor) == 24 &&
              offsetof(DML_SCATTER_OPERATOR_DESC, Axis) == 32);
static_assert(sizeof(DML_SCATTER_ND_OPERATOR_DESC) == 40 &&
              offsetof(DML_SCATTER_ND_OPERATOR_DESC, InputDimensionCount) == 32 &&
              offsetof(DML_SCATTER_ND_OPERATOR_DESC, IndicesDimensionCount) == 36);
#endif

STREW_DIRECTML_END

#endif
