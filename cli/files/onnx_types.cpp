#include "files/onnx_types.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "files/type_names.hpp"

namespace strew::files {
namespace {

// The enumerators of TensorProto.DataType, by their numbers.
constexpr std::string_view enumerators[] = {
    "UNDEFINED", "FLOAT",      "UINT8",      "INT8",         "UINT16",         "INT16",      "INT32",
    "INT64",     "STRING",     "BOOL",       "FLOAT16",      "DOUBLE",         "UINT32",     "UINT64",
    "COMPLEX64", "COMPLEX128", "BFLOAT16",   "FLOAT8E4M3FN", "FLOAT8E4M3FNUZ", "FLOAT8E5M2", "FLOAT8E5M2FNUZ",
    "UINT4",     "INT4",       "FLOAT4E2M1", "FLOAT8E8M0",   "UINT2",          "INT2"};

struct onnx_type {
  std::int32_t number;
  std::string_view spelling;  // of files/type_names.hpp
};

// Those that are read.
constexpr onnx_type onnx_types[] = {
#define STREW_TYPE(of_c, C, cpp, word, bytes, kind, dlpack, numpy, safetensors, onnx, onnx_number, ...) \
  {onnx_number, word},
#include "strew/words.def"
    {18, "F8_E4M3FNUZ"},
    {20, "F8_E5M2FNUZ"},
    {24, "F8_E8M0"},
};

const onnx_type* row_of(std::int32_t number) {
  const auto* const row = std::find_if(std::begin(onnx_types), std::end(onnx_types),
                                       [&](const onnx_type& one) { return one.number != 0 && one.number == number; });
  return row == std::end(onnx_types) ? nullptr : row;
}

result<npy_type> type_of_spelling(std::string_view spelling) {
  return spelling.starts_with("F8") ? type_of_safetensors(spelling) : type_of_name(spelling);
}

}  // namespace

std::string onnx_type_text(std::int32_t number) {
  const bool is_known = number >= 0 && static_cast<std::size_t>(number) < std::size(enumerators);
  return is_known ? engine::formatted("{} ({})", enumerators[number], number)
                  : engine::formatted("the unknown type {}", number);
}

result<npy_type> type_of_onnx(std::int32_t number) {
  const onnx_type* const row = row_of(number);
  if (row != nullptr) return type_of_spelling(row->spelling);
  return refused("its data_type is {}, which is not read", onnx_type_text(number));
}

std::int32_t onnx_number(const npy_type& type) {
  for (const onnx_type& row : onnx_types) {
    if (row.number != 0 && type_of_spelling(row.spelling)->canonical == type.canonical) return row.number;
  }
  return 0;
}

std::string_view onnx_field(std::int32_t number) {
  const onnx_type* const row = row_of(number);
  if (row == nullptr) return {};
  const std::string_view type = row->spelling;
  if (type == "f32" || type == "c64") return "float_data";
  if (type == "f64" || type == "c128") return "double_data";
  if (type == "u32" || type == "u64") return "uint64_data";
  return type == "i64" ? "int64_data" : "int32_data";
}

}  // namespace strew::files
