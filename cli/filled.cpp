#include "filled.hpp"

#include <cstring>
#include <utility>

#include "files/shape_bytes.hpp"
#include "files/type_names.hpp"
#include "formatted.hpp"

namespace strew::cli {
namespace {

diagnostic about_type(std::string message, std::string hint) {
  diagnostic made = usage_diagnostic(std::move(message), std::move(hint));
  made.code = exit_data;
  made.kind = "type";
  return made;
}

// The library converts the number, as the fill value of a gather that finds nothing.
outcome convert(const fill_number& number, strew_dtype dtype, std::byte* element) {
  constexpr std::int64_t none = 0;
  constexpr std::int64_t one = 1;
  constexpr std::int64_t index = 0;
  strew_tensor data = STREW_TENSOR_INIT;
  data.dtype = dtype;
  data.data = element;
  data.rank = 1;
  data.extents = &none;
  strew_tensor indices = STREW_TENSOR_INIT;
  indices.dtype = STREW_DTYPE_I64;
  indices.data = const_cast<std::int64_t*>(&index);
  indices.rank = 1;
  indices.extents = &one;
  strew_tensor output = data;
  output.extents = &one;
  strew_options options = STREW_OPTIONS_INIT;
  options.out_of_bounds = STREW_OOB_FILL;
  options.fill_dtype = number.dtype();
  options.fill_bytes = strew_dtype_bytes(number.dtype());
  options.fill_value = number.bytes();
  strew_error error = STREW_ERROR_INIT;
  const strew_status status = strew_gather(&data, &indices, &output, 0, 0, &options, nullptr, &error);
  if (status == STREW_STATUS_OK) return std::nullopt;
  return usage_diagnostic(formatted("--init: the value is not exact in {}", strew_dtype_name(dtype)));
}

}  // namespace

std::string filled_name(const operator_options& options) {
  std::string text;
  for (const std::int64_t extent : *options.zeros) text += formatted("{}{}", text.empty() ? "" : ",", extent);
  return formatted("--zeros {}", text);
}

outcome make_filled(const operator_options& options, file_operand& made) {
  made.file = filled_name(options);
  made.dtype = options.dtype.value_or(STREW_DTYPE_F32);
  if (made.dtype == STREW_DTYPE_OPAQUE) {
    return about_type("--zeros: elements of the type opaque have no width", "--dtype f32 names a type that has one");
  }
  auto type = files::type_of_name(strew_dtype_name(made.dtype));
  if (!type) return file_diagnostic(made.file, type.error());
  made.array.type = std::move(*type);
  made.array.extents = *options.zeros;
  auto bytes = files::shape_bytes(made.array.type.element_bytes, made.array.extents, files::failure_kind::usage);
  if (!bytes) return file_diagnostic(made.file, bytes.error());
  made.array.payload_bytes = *bytes;
  made.array.strides.assign(made.array.extents.size(), 0);
  files::buffer element;
  if (!element.resize(made.array.type.element_bytes)) {
    return file_diagnostic(made.file, {files::failure_kind::resources, "no memory"});
  }
  std::memset(element.data(), 0, element.size());
  if (options.init) {
    if (auto error = convert(*options.init, made.dtype, element.data())) return error;
  }
  made.array.payload = files::elements(std::move(element));
  return std::nullopt;
}

}  // namespace strew::cli
