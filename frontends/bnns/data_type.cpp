// The table of data types.
#include "bnns/data_type.hpp"

namespace strew::frontends::bnns {
namespace {

constexpr data_type types[] = {
    {BNNSDataTypeFloat16, 16, STREW_DTYPE_F16},    {BNNSDataTypeFloat32, 32, STREW_DTYPE_F32},
    {BNNSDataTypeBFloat16, 16, STREW_DTYPE_BF16},  {BNNSDataTypeInt1, 1, STREW_DTYPE_OPAQUE},
    {BNNSDataTypeInt2, 2, STREW_DTYPE_OPAQUE},     {BNNSDataTypeInt4, 4, STREW_DTYPE_OPAQUE},
    {BNNSDataTypeInt8, 8, STREW_DTYPE_I8},         {BNNSDataTypeInt16, 16, STREW_DTYPE_I16},
    {BNNSDataTypeInt32, 32, STREW_DTYPE_I32},      {BNNSDataTypeInt64, 64, STREW_DTYPE_I64},
    {BNNSDataTypeUInt1, 1, STREW_DTYPE_OPAQUE},    {BNNSDataTypeUInt2, 2, STREW_DTYPE_OPAQUE},
    {BNNSDataTypeUInt3, 3, STREW_DTYPE_OPAQUE},    {BNNSDataTypeUInt4, 4, STREW_DTYPE_OPAQUE},
    {BNNSDataTypeUInt6, 6, STREW_DTYPE_OPAQUE},    {BNNSDataTypeUInt8, 8, STREW_DTYPE_U8},
    {BNNSDataTypeUInt16, 16, STREW_DTYPE_U16},     {BNNSDataTypeUInt32, 32, STREW_DTYPE_U32},
    {BNNSDataTypeUInt64, 64, STREW_DTYPE_U64},     {BNNSDataTypeIndexed1, 1, STREW_DTYPE_OPAQUE},
    {BNNSDataTypeIndexed2, 2, STREW_DTYPE_OPAQUE}, {BNNSDataTypeIndexed4, 4, STREW_DTYPE_OPAQUE},
    {BNNSDataTypeIndexed8, 8, STREW_DTYPE_U8},     {BNNSDataTypeBoolean, 8, STREW_DTYPE_BOOL},
};

}  // namespace

const data_type* find_data_type(BNNSDataType value) {
  for (const data_type& row : types) {
    if (row.value == value) return &row;
  }
  return nullptr;
}

}  // namespace strew::frontends::bnns
