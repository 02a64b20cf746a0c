#include "files/type_names.hpp"

#include <algorithm>
#include <iterator>

namespace strew::files {
namespace {

enum kind : char {
  record = 'V',
  boolean = 'b',
  signed_integer = 'i',
  unsigned_integer = 'u',
  real = 'f',
  complex = 'c'
};

struct named_type {
  std::string_view name;         // of strew; empty: only files name it
  std::string_view numpy;        // and of NumPy
  std::string_view safetensors;  // empty: the format has not this type
  char kind;                     // of npy_type
  int bytes;
};

constexpr char kind_of(std::string_view name, char kind) {
  return name == "bf16" ? 'E' : kind;
}

constexpr named_type types[] = {
#define STREW_TYPE(number, C, cpp, word, bytes, kind, dlpack, numpy, safetensors, ...) \
  {word, numpy, safetensors, kind_of(word, kind), bytes},
#include "strew/words.def"
    {"", "", "F8_E8M0", 'V', 1},
    {"", "", "F8_E4M3FNUZ", 'V', 1},
    {"", "", "F8_E5M2FNUZ", 'V', 1},
};

result<npy_type> type_of_descr(std::string_view descr) {
  literal text;
  text.source = descr;
  text.text = descr.substr(1, descr.size() - 2);
  return parse_npy_type(text);
}

result<npy_type> type_of(const named_type& row) {
  const std::string letters = {row.bytes == 1 ? '|' : '<', row.kind == 'E' ? 'V' : row.kind};
  result<npy_type> type = type_of_descr(engine::formatted("'{}{}'", letters, row.bytes));
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
    if (!row.name.empty() && row.bytes != 0) all += std::string(row.name) + ", ";
  }
  return all + "V and a number of bytes";
}

}  // namespace

result<npy_type> type_of_name(std::string_view name) {
  if (is_width(name)) return type_of_descr(engine::formatted("'|{}'", name));
  const auto* const row = std::find_if(std::begin(types), std::end(types), [&](const named_type& one) {
    return one.bytes != 0 && !name.empty() && (one.name == name || one.numpy == name);
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
    return one.kind == type.kind && type.kind != 'V' && static_cast<std::uint64_t>(one.bytes) == type.element_bytes;
  });
  return row == std::end(types) ? "" : std::string(row->safetensors);
}

}  // namespace strew::files
