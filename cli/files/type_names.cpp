#include "files/type_names.hpp"

#include <algorithm>
#include <iterator>

namespace strew::files {
namespace {

struct named_type {
  std::string_view name;         // of strew
  std::string_view numpy;        // and of NumPy
  std::string_view safetensors;  // empty: the format has not this type
  char kind;
  std::string_view descr;
};

// The 8-bit floats are only moved, and only .safetensors files name them.
constexpr named_type types[] = {
    {"bool", "bool", "BOOL", 'b', "'|b1'"},     {"i8", "int8", "I8", 'i', "'|i1'"},
    {"i16", "int16", "I16", 'i', "'<i2'"},      {"i32", "int32", "I32", 'i', "'<i4'"},
    {"i64", "int64", "I64", 'i', "'<i8'"},      {"u8", "uint8", "U8", 'u', "'|u1'"},
    {"u16", "uint16", "U16", 'u', "'<u2'"},     {"u32", "uint32", "U32", 'u', "'<u4'"},
    {"u64", "uint64", "U64", 'u', "'<u8'"},     {"f16", "float16", "F16", 'f', "'<f2'"},
    {"bf16", "bfloat16", "BF16", 'E', "'<V2'"}, {"f32", "float32", "F32", 'f', "'<f4'"},
    {"f64", "float64", "F64", 'f', "'<f8'"},    {"c64", "complex64", "C64", 'c', "'<c8'"},
    {"c128", "complex128", "", 'c', "'<c16'"},  {"", "", "F8_E4M3", 'V', "'|V1'"},
    {"", "", "F8_E5M2", 'V', "'|V1'"},          {"", "", "F8_E8M0", 'V', "'|V1'"},
    {"", "", "F8_E4M3FNUZ", 'V', "'|V1'"},      {"", "", "F8_E5M2FNUZ", 'V', "'|V1'"},
};

result<npy_type> type_of_descr(std::string_view descr) {
  literal text;
  text.source = descr;
  text.text = descr.substr(1, descr.size() - 2);
  return parse_npy_type(text);
}

result<npy_type> type_of(const named_type& row) {
  result<npy_type> type = type_of_descr(row.descr);
  if (!type || (row.kind != 'E' && row.kind != 'V')) return type;
  type->kind = row.kind;
  type->name = row.safetensors;
  type->canonical = row.safetensors;
  return type;
}

// "V12"
bool is_width(std::string_view name) {
  return name.size() > 1 && name.front() == 'V' && name.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

std::string all_names() {
  std::string all;
  for (const named_type& row : types) {
    if (!row.name.empty()) all += std::string(row.name) + ", ";
  }
  return all + "V and a number of bytes";
}

}  // namespace

result<npy_type> type_of_name(std::string_view name) {
  if (is_width(name)) return type_of_descr(engine::formatted("'|{}'", name));
  const auto* const row = std::find_if(std::begin(types), std::end(types), [&](const named_type& one) {
    return !name.empty() && (one.name == name || one.numpy == name);
  });
  if (row != std::end(types)) return type_of(*row);
  return failure{failure_kind::usage, engine::formatted("'{}' is not one of {}", name, all_names())};
}

result<npy_type> type_of_safetensors(std::string_view name) {
  const auto* const row = std::find_if(std::begin(types), std::end(types),
                                       [&](const named_type& one) { return !name.empty() && one.safetensors == name; });
  if (row != std::end(types)) return type_of(*row);
  return refused("the element type '{}' is not read", name);
}

std::string safetensors_name(const npy_type& type) {
  if (!type.name.empty()) return type.name;
  const auto* const row = std::find_if(std::begin(types), std::end(types), [&](const named_type& one) {
    const bool is_width_equal = type_of_descr(one.descr)->element_bytes == type.element_bytes;
    return one.kind == type.kind && type.kind != 'V' && is_width_equal;
  });
  return row == std::end(types) ? "" : std::string(row->safetensors);
}

}  // namespace strew::files
