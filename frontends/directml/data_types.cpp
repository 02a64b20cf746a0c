#include "directml/data_types.hpp"

#include <iterator>

#include "strew/directml.h"

namespace strew::frontends::directml {
namespace {

struct data_type {
  const char* name;
  strew_dtype element;  // STREW_DTYPE_OPAQUE: elements are not whole bytes
};

// Indexed by value: 1, 2, ...
constexpr data_type types[] = {
    {"FLOAT32", STREW_DTYPE_F32}, {"FLOAT16", STREW_DTYPE_F16}, {"UINT32", STREW_DTYPE_U32},
    {"UINT16", STREW_DTYPE_U16},  {"UINT8", STREW_DTYPE_U8},    {"INT32", STREW_DTYPE_I32},
    {"INT16", STREW_DTYPE_I16},   {"INT8", STREW_DTYPE_I8},     {"FLOAT64", STREW_DTYPE_F64},
    {"UINT64", STREW_DTYPE_U64},  {"INT64", STREW_DTYPE_I64},   {"UINT4", STREW_DTYPE_OPAQUE},
    {"INT4", STREW_DTYPE_OPAQUE}};
static_assert(std::size(types) == DML_TENSOR_DATA_TYPE_INT4);

}  // namespace

strew_dtype engine_type(std::int32_t data_type) {
  return types[data_type - 1].element;
}

}  // namespace strew::frontends::directml

const char* strew_directml_data_type_name(std::int32_t data_type) {
  using strew::frontends::directml::types;
  return data_type > 0 && data_type <= std::int32_t{std::size(types)} ? types[data_type - 1].name : nullptr;
}
