#include "files/onnx_types.hpp"

#include <algorithm>
#include <iterator>

#include "files/type_names.hpp"

namespace strew::files {
namespace {

struct onnx_type {
  std::int32_t number;
  std::string_view name;
  std::string_view spelling;  // of files/type_names.hpp; empty: it is not read
  std::string_view field;
};

constexpr onnx_type onnx_types[] = {
    {0, "UNDEFINED", "", ""},
    {1, "FLOAT", "f32", "float_data"},
    {2, "UINT8", "u8", "int32_data"},
    {3, "INT8", "i8", "int32_data"},
    {4, "UINT16", "u16", "int32_data"},
    {5, "INT16", "i16", "int32_data"},
    {6, "INT32", "i32", "int32_data"},
    {7, "INT64", "i64", "int64_data"},
    {8, "STRING", "", ""},
    {9, "BOOL", "bool", "int32_data"},
    {10, "FLOAT16", "f16", "int32_data"},
    {11, "DOUBLE", "f64", "double_data"},
    {12, "UINT32", "u32", "uint64_data"},
    {13, "UINT64", "u64", "uint64_data"},
    {14, "COMPLEX64", "c64", "float_data"},
    {15, "COMPLEX128", "c128", "double_data"},
    {16, "BFLOAT16", "bf16", "int32_data"},
    {17, "FLOAT8E4M3FN", "F8_E4M3", "int32_data"},
    {18, "FLOAT8E4M3FNUZ", "F8_E4M3FNUZ", "int32_data"},
    {19, "FLOAT8E5M2", "F8_E5M2", "int32_data"},
    {20, "FLOAT8E5M2FNUZ", "F8_E5M2FNUZ", "int32_data"},
    {21, "UINT4", "", ""},
    {22, "INT4", "", ""},
    {23, "FLOAT4E2M1", "", ""},
    {24, "FLOAT8E8M0", "F8_E8M0", "int32_data"},
    {25, "UINT2", "", ""},
    {26, "INT2", "", ""},
};

const onnx_type* row_of(std::int32_t number) {
  const auto* const row = std::find_if(std::begin(onnx_types), std::end(onnx_types),
                                       [&](const onnx_type& one) { return one.number == number; });
  return row == std::end(onnx_types) ? nullptr : row;
}

result<npy_type> type_of_spelling(std::string_view spelling) {
  return spelling.starts_with("F8") ? type_of_safetensors(spelling) : type_of_name(spelling);
}

}  // namespace

std::string onnx_type_text(std::int32_t number) {
  const onnx_type* const row = row_of(number);
  return row == nullptr ? engine::formatted("the unknown type {}", number)
                        : engine::formatted("{} ({})", row->name, number);
}

result<npy_type> type_of_onnx(std::int32_t number) {
  const onnx_type* const row = row_of(number);
  if (row != nullptr && !row->spelling.empty()) return type_of_spelling(row->spelling);
  return refused("its data_type is {}, which is not read", onnx_type_text(number));
}

std::int32_t onnx_number(const npy_type& type) {
  for (const onnx_type& row : onnx_types) {
    if (!row.spelling.empty() && type_of_spelling(row.spelling)->canonical == type.canonical) return row.number;
  }
  return 0;
}

std::string_view onnx_field(std::int32_t number) {
  const onnx_type* const row = row_of(number);
  return row == nullptr ? std::string_view() : row->field;
}

}  // namespace strew::files
