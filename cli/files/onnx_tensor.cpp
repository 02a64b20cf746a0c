#include "files/onnx_tensor.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "files/byte_source.hpp"
#include "files/onnx_types.hpp"
#include "files/shape_bytes.hpp"
#include "strew_onnx.pb.h"

namespace strew::files {
namespace {

constexpr int most_dims = 256;

// A field that may have elements, and how many values it has.
struct data_field {
  std::string_view name;
  std::uint64_t count;
};

std::vector<data_field> used_fields(const onnx_files::Tensor& tensor) {
  const auto count = [](int values) { return static_cast<std::uint64_t>(values); };
  std::vector<data_field> fields;
  if (tensor.has_raw_data()) fields.push_back({"raw_data", tensor.raw_data().size()});
  for (const data_field& one : {data_field{"float_data", count(tensor.float_data_size())},
                                {"int32_data", count(tensor.int32_data_size())},
                                data_field{"int64_data", count(tensor.int64_data_size())},
                                {"double_data", count(tensor.double_data_size())},
                                data_field{"uint64_data", count(tensor.uint64_data_size())},
                                data_field{"string_data", count(tensor.string_data_size())}}) {
    if (one.count > 0) fields.push_back(one);
  }
  return fields;
}

// The values that elements of a type may have in a field of wider ones.
struct value_range {
  std::int64_t low;
  std::uint64_t high;
};

value_range range_of(const npy_type& type) {
  if (type.kind == 'b') return {0, 1};
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - 8 * type.element_bytes);
  if (type.kind != 'i') return {0, all};
  return {-static_cast<std::int64_t>(all >> 1) - 1, all >> 1};
}

// Keeps the low bytes of each value: those of a number of two's complement, or the bits of a float.
template <class Values>
maybe_failure narrow_values(const Values& values, const data_field& field, std::int32_t data_type, const npy_type& type,
                            std::byte* to) {
  const value_range range = range_of(type);
  for (int i = 0; i < values.size(); ++i) {
    const auto value = values[i];
    if (std::cmp_less(value, range.low) || std::cmp_greater(value, range.high)) {
      return refused("value {} of {} is {}, outside [{}, {}] of {}", i, field.name, value, range.low, range.high,
                     onnx_type_text(data_type));
    }
    std::memcpy(to, &value, type.element_bytes);
    to += type.element_bytes;
  }
  return std::nullopt;
}

template <class Values>
maybe_failure copy_values(const Values& values, std::uint64_t bytes, std::byte* to) {
  if (bytes > 0) std::memcpy(to, values.data(), bytes);
  return std::nullopt;
}

maybe_failure take_values(const onnx_files::Tensor& tensor, const data_field& field, const onnx_array& array,
                          std::byte* to) {
  const std::uint64_t bytes = array.payload_bytes;
  const std::int32_t number = tensor.data_type();
  if (field.name == "raw_data") return copy_values(tensor.raw_data(), bytes, to);
  if (field.name == "float_data") return copy_values(tensor.float_data(), bytes, to);
  if (field.name == "double_data") return copy_values(tensor.double_data(), bytes, to);
  if (field.name == "int64_data") return copy_values(tensor.int64_data(), bytes, to);
  if (field.name == "int32_data") return narrow_values(tensor.int32_data(), field, number, array.type, to);
  return narrow_values(tensor.uint64_data(), field, number, array.type, to);
}

// So many values of the field make the elements.
std::uint64_t values_needed(std::string_view field, const onnx_array& array) {
  if (field == "raw_data") return array.payload_bytes;
  const std::uint64_t elements = array.payload_bytes / array.type.element_bytes;
  return array.type.kind == 'c' ? 2 * elements : elements;
}

maybe_failure check_field(const onnx_files::Tensor& tensor, const data_field& field, const onnx_array& array) {
  const std::int32_t number = tensor.data_type();
  if (field.name != "raw_data" && field.name != onnx_field(number)) {
    return refused("its elements are in {}, but those of {} are in raw_data or {}", field.name, onnx_type_text(number),
                   onnx_field(number));
  }
  const std::uint64_t needed = values_needed(field.name, array);
  if (field.count == needed) return std::nullopt;
  return refused("{} of {} require {} {} of {}, which has {}", shape_text(array.extents), onnx_type_text(number),
                 needed, field.name == "raw_data" ? "bytes" : "values", field.name, field.count);
}

maybe_failure check_location(const onnx_files::Tensor& tensor, const std::vector<data_field>& used) {
  const std::int32_t location = tensor.data_location();
  if (location != 0 && location != 1) return refused("its data_location is {}, neither 0 nor 1", location);
  if (used.size() > 1) {
    return refused("its elements are in {} and in {}; one field alone may have elements", used[0].name, used[1].name);
  }
  if (location == 0 || used.empty()) return std::nullopt;
  return refused("its elements are in another file (data_location 1) and in {}", used[0].name);
}

}  // namespace

result<onnx_array> onnx_array_of(const onnx_files::Tensor& tensor) {
  if (!tensor.has_data_type()) return refused("has no data_type");
  if (tensor.has_segment()) return refused("has a segment: a part of a tensor, or a sequence of tensors, is not read");
  result<npy_type> type = type_of_onnx(tensor.data_type());
  if (!type) return type.error();
  if (tensor.dims_size() > most_dims) return refused("has {} dims; at most {} are read", tensor.dims_size(), most_dims);
  onnx_array array;
  array.extents.assign(tensor.dims().begin(), tensor.dims().end());
  const result<std::uint64_t> bytes = shape_bytes(type->element_bytes, array.extents);
  if (!bytes) return bytes.error();
  if (auto error = check_location(tensor, used_fields(tensor))) return *error;
  array.type = std::move(*type);
  array.payload_bytes = *bytes;
  return array;
}

bool is_external(const onnx_files::Tensor& tensor) {
  return tensor.data_location() == 1;
}

result<buffer> onnx_elements(const onnx_files::Tensor& tensor, const onnx_array& array) {
  const std::vector<data_field> used = used_fields(tensor);
  if (used.empty() && array.payload_bytes > 0) {
    return refused("{} of {} require elements, and it has none", shape_text(array.extents),
                   onnx_type_text(tensor.data_type()));
  }
  if (!used.empty()) {
    if (auto error = check_field(tensor, used[0], array)) return *error;
  }
  buffer memory;
  if (!memory.resize(array.payload_bytes)) return no_memory(array.payload_bytes);
  if (!used.empty()) {
    if (auto error = take_values(tensor, used[0], array, memory.data())) return *error;
  }
  return memory;
}

maybe_failure check_onnx_raw_data(const onnx_files::Tensor& tensor, std::span<const std::int64_t> extents,
                                  std::uint64_t payload_bytes, std::uint64_t bytes) {
  if (bytes == payload_bytes) return std::nullopt;
  return refused("{} of {} require {} bytes of raw_data, which has {}", shape_text(extents),
                 onnx_type_text(tensor.data_type()), payload_bytes, bytes);
}

maybe_failure describe_onnx_tensor(std::string_view name, const npy_type& type, std::span<const std::int64_t> extents,
                                   onnx_files::Tensor& tensor) {
  const std::int32_t number = onnx_number(type);
  if (number == 0) {
    return failure{failure_kind::usage, engine::formatted("ONNX has no type for elements of the type {}", type.descr)};
  }
  tensor.Clear();
  tensor.mutable_dims()->Add(extents.begin(), extents.end());
  tensor.set_data_type(number);
  tensor.set_name(std::string(name));
  return std::nullopt;
}

maybe_failure set_onnx_tensor(std::string_view name, const npy_type& type, std::span<const std::int64_t> extents,
                              std::span<const std::byte> elements, onnx_files::Tensor& tensor) {
  if (auto error = describe_onnx_tensor(name, type, extents, tensor)) return error;
  tensor.set_raw_data(elements.data(), elements.size());
  return std::nullopt;
}

}  // namespace strew::files
