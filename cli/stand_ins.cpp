#include "stand_ins.hpp"

#include <cstring>
#include <utility>

#include "files/shape_bytes.hpp"
#include "files/type_names.hpp"
#include "formatted.hpp"
#include "strew/dtype.hpp"
#include "usage.hpp"

namespace strew::cli {
namespace {

diagnostic no_numbers(const char* option, strew_dtype dtype) {
  diagnostic made = usage_diagnostic(
      formatted("{}: elements of the type {} are only moved, no number becomes one", option, strew_dtype_name(dtype)),
      "--dtype f32 names a type of numbers");
  made.code = exit_data;
  made.kind = "type";
  return made;
}

// The library converts the number, as the fill value of a gather that finds nothing.
outcome convert(const char* option, const fill_number& number, strew_dtype dtype, std::byte* element) {
  if (!has_reductions(static_cast<strew::dtype>(dtype))) return no_numbers(option, dtype);
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
  return usage_diagnostic(formatted("{}: the value is not exact in {}", option, strew_dtype_name(dtype)));
}

outcome take_memory(file_operand& of, std::uint64_t bytes, files::buffer& memory) {
  if (!memory.resize(bytes)) return file_diagnostic(of.file, {files::failure_kind::resources, "no memory"});
  std::memset(memory.data(), 0, memory.size());
  return std::nullopt;
}

// Makes all elements of an operand, whose type and extents are known, one element: `number`, or zero without it.
outcome fill(const char* option, const std::optional<fill_number>& number, file_operand& made) {
  auto bytes = files::shape_bytes(made.array.type.element_bytes, made.array.extents, files::failure_kind::usage);
  if (!bytes) return file_diagnostic(made.file, bytes.error());
  made.array.payload_bytes = *bytes;
  made.array.strides.assign(made.array.extents.size(), 0);
  files::buffer element;
  if (auto error = take_memory(made, made.array.type.element_bytes, element)) return error;
  if (number) {
    if (auto error = convert(option, *number, made.dtype, element.data())) return error;
  }
  made.array.payload = files::elements(std::move(element));
  return std::nullopt;
}

outcome take_type(strew_dtype dtype, file_operand& made) {
  made.dtype = dtype;
  auto type = files::type_of_name(strew_dtype_name(dtype));
  if (!type) return file_diagnostic(made.file, type.error());
  made.array.type = std::move(*type);
  return std::nullopt;
}

}  // namespace

outcome make_zeros(const operator_options& options, file_operand& made) {
  made.file = formatted("{} {}", zeros_option, join(*options.zeros, ","));
  const strew_dtype dtype = options.dtype.value_or(STREW_DTYPE_F32);
  if (dtype == STREW_DTYPE_OPAQUE) return no_numbers(zeros_option, dtype);
  if (auto error = take_type(dtype, made)) return error;
  made.array.extents = *options.zeros;
  return fill("--init", options.init, made);
}

outcome make_rows(const operator_options& options, file_operand& made) {
  const std::vector<std::int64_t>& rows = *options.rows;
  made.file = formatted("{} {}", rows_option, join(rows, ","));
  if (auto error = take_type(STREW_DTYPE_I64, made)) return error;
  made.array.extents = {static_cast<std::int64_t>(rows.size())};
  made.array.payload_bytes = rows.size() * sizeof rows[0];
  files::buffer memory;
  if (auto error = take_memory(made, made.array.payload_bytes, memory)) return error;
  if (!rows.empty()) std::memcpy(memory.data(), rows.data(), memory.size());
  made.array.payload = files::elements(std::move(memory));
  return std::nullopt;
}

outcome make_value(const operator_options& options, const file_operand& data, std::span<const std::int64_t> extents,
                   file_operand& made) {
  made.file = value_option;
  made.dtype = data.dtype;
  made.array.type = data.array.type;
  made.array.extents.assign(extents.begin(), extents.end());
  return fill(value_option, options.value, made);
}

outcome make_ones(const operator_options& options, std::span<const std::int64_t> extents, file_operand& made) {
  made.file = value_option;
  const strew_dtype dtype = options.dtype.value_or(STREW_DTYPE_I64);
  if (dtype == STREW_DTYPE_OPAQUE) return no_numbers(value_option, dtype);
  if (auto error = take_type(dtype, made)) return error;
  made.array.extents.assign(extents.begin(), extents.end());
  return fill(value_option, options.value, made);
}

}  // namespace strew::cli
