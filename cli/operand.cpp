#include "operand.hpp"

#include <string_view>
#include <utility>

#include "files/formats.hpp"

#include "formatted.hpp"

namespace strew::cli {
namespace {

// As its file spells it.
const std::string& spelling(const files::npy_type& type) {
  return type.name.empty() ? type.descr : type.name;
}

// Of those that are only moved.
strew_dtype named_type(std::string_view name) {
  constexpr struct {
    strew_dtype number;
    std::string_view name;
  } types[] = {
#define STREW_TYPE(number, C, cpp, word, bytes, kind, dlpack, numpy, safetensors, ...) {number, safetensors},
#include "strew/words.def"
  };
  for (const auto& one : types) {
    if (one.name == name) return one.number;  // no name is that of opaque elements
  }
  return STREW_DTYPE_OPAQUE;
}

// Elements without a header do not begin like a .npy file.
diagnostic open_diagnostic(const std::string& file, const files::array_name& name, const files::failure& failure) {
  diagnostic made = file_diagnostic(file, failure);
  const bool is_raw = name.file.ends_with(".bin") || name.file.ends_with(".raw");
  if (failure.kind == files::failure_kind::format && is_raw && name.format == &files::npy_format()) {
    made.hint = formatted("{}:f32[1000, 64] says which elements a file without a header has", name.file);
  }
  return made;
}

}  // namespace

strew_dtype dtype_of(const files::npy_type& type) {
  const auto pick = [&](strew_dtype one, strew_dtype two, strew_dtype four, strew_dtype eight) {
    return type.element_bytes == 1 ? one : type.element_bytes == 2 ? two : type.element_bytes == 4 ? four : eight;
  };
  switch (type.kind) {
    case 'b':
      return STREW_DTYPE_BOOL;
    case 'i':
      return pick(STREW_DTYPE_I8, STREW_DTYPE_I16, STREW_DTYPE_I32, STREW_DTYPE_I64);
    case 'u':
      return pick(STREW_DTYPE_U8, STREW_DTYPE_U16, STREW_DTYPE_U32, STREW_DTYPE_U64);
    case 'f':
      return pick(STREW_DTYPE_OPAQUE, STREW_DTYPE_F16, STREW_DTYPE_F32, STREW_DTYPE_F64);
    case 'E':
      return STREW_DTYPE_BF16;
    case 'c':
      return type.element_bytes == 8 ? STREW_DTYPE_C64 : STREW_DTYPE_C128;
    default:
      return named_type(type.name);
  }
}

std::string type_text(strew_dtype dtype, std::uint64_t element_bytes) {
  if (dtype != STREW_DTYPE_OPAQUE) return strew_dtype_name(dtype);
  return formatted("{} ({} byte{})", strew_dtype_name(dtype), element_bytes, element_bytes == 1 ? "" : "s");
}

strew_tensor file_operand::tensor() {
  strew_tensor view = STREW_TENSOR_INIT;
  view.dtype = dtype;
  view.data = array.payload.data();
  view.element_bytes = array.type.element_bytes;
  view.rank = array.extents.size();
  view.extents = array.extents.data();
  view.strides = array.strides.empty() ? nullptr : array.strides.data();
  return view;
}

outcome parse_name(const std::string& name, files::array_name& parsed) {
  auto found = files::parse_array_name(name);
  if (!found) return file_diagnostic(name, found.error());
  parsed = std::move(*found);
  return std::nullopt;
}

outcome open_operand(const operand_source& from, const files::transfer_hooks& hooks, file_operand& opened) {
  files::array_name& name = opened.name;
  if (name.format == nullptr) {
    if (auto error = parse_name(from.name, name)) return error;
  }
  opened.file = from.name == "-" ? "standard input" : from.name;
  auto array = name.format->open(name, {hooks, from.rights});
  if (!array) return open_diagnostic(opened.file, name, array.error());
  opened.array = std::move(*array);
  const files::npy_type& type = opened.array.type;
  opened.dtype = from.dtype.value_or(dtype_of(type));
  opened.has_own_type = !from.dtype.has_value();
  const std::uint64_t width = strew_dtype_bytes(opened.dtype);
  if (opened.dtype == STREW_DTYPE_OPAQUE || width == type.element_bytes) return std::nullopt;
  diagnostic made;
  made.code = exit_data;
  made.kind = "type";
  made.file = opened.file;
  made.message = formatted("--dtype {} has {} bytes, the elements ({}{}) have {}", strew_dtype_name(opened.dtype),
                           width, type.name.empty() ? "descr " : "type ", spelling(type), type.element_bytes);
  return made;
}

outcome check_same_record(const file_operand& data, const file_operand& updates) {
  const files::npy_type& left = data.array.type;
  const files::npy_type& right = updates.array.type;
  const bool both_opaque = data.dtype == STREW_DTYPE_OPAQUE && updates.dtype == STREW_DTYPE_OPAQUE;
  if (!both_opaque || left.canonical == right.canonical) return std::nullopt;
  diagnostic made;
  made.code = exit_data;
  made.kind = "type";
  made.file = updates.file;
  made.message = formatted("its elements are {}, those of {} are {}", spelling(right), data.file, spelling(left));
  if (left.element_bytes == right.element_bytes) made.hint = "--dtype opaque takes both as bare bytes";
  return made;
}

}  // namespace strew::cli
