#include "directml/binding.hpp"

#include <cstdint>

namespace strew::frontends::directml {
namespace {

maybe_failure check_end(const strew_directml_backend& at, const DML_BUFFER_BINDING& given, std::int32_t operand) {
  if (at.size_of == nullptr || given.Buffer == nullptr) return {};
  const std::uint64_t bytes = at.size_of(at.context, given.Buffer);
  if (given.Offset <= bytes && given.SizeInBytes <= bytes - given.Offset) return {};
  return invalid(STREW_STATUS_SIZE, operand, "DM21", "Offset {} and SizeInBytes {} leave its buffer, of {} bytes",
                 given.Offset, given.SizeInBytes, bytes);
}

maybe_failure read_range(const strew_directml_backend& at, const DML_BUFFER_BINDING& given, std::int32_t operand,
                         strew_directml_range& made) {
  const std::uint64_t begin = given.Buffer == nullptr ? 0 : at.address_of(at.context, given.Buffer);
  if (given.Buffer != nullptr && begin == 0)
    return invalid(STREW_STATUS_POINTER, operand, "DM20", "Buffer of its binding has no address on the device");
  if (given.Offset > UINTPTR_MAX - begin || given.SizeInBytes > UINTPTR_MAX - begin - given.Offset) {
    return invalid(STREW_STATUS_SIZE, operand, "DM21", "Offset {} and SizeInBytes {} leave the address space",
                   given.Offset, given.SizeInBytes);
  }
  if (auto bad = check_end(at, given, operand)) return bad;
  if (given.Buffer != nullptr) made = {given.Buffer, given.Offset, given.SizeInBytes, begin + given.Offset};
  return {};
}

maybe_failure read_array(const strew_directml_backend& at, const DML_BUFFER_ARRAY_BINDING& array, std::size_t count,
                         std::int32_t operand, binding& made) {
  if (array.BindingCount != count) {
    return invalid(STREW_STATUS_ATTRIBUTE, operand, "DM20", "{} buffers are bound for {} inputs", array.BindingCount,
                   count);
  }
  if (array.Bindings == nullptr) return null_pointer(operand, "Bindings of a buffer array");
  made.ranges.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (auto bad = read_range(at, array.Bindings[i], operand, made.ranges[i])) return bad;
  }
  return {};
}

}  // namespace

maybe_failure read_binding(const strew_directml_backend& at, const DML_BINDING_DESC& desc, const binding_shape& spec,
                           std::int32_t operand, binding& made) {
  made.type = desc.Type;
  if (made.type == DML_BINDING_TYPE_NONE) return {};
  if (made.type != DML_BINDING_TYPE_BUFFER && made.type != DML_BINDING_TYPE_BUFFER_ARRAY)
    return invalid(STREW_STATUS_ATTRIBUTE, operand, "DM2", "the Type of its binding is {}", made.type);
  if (made.type != spec.type) {
    return invalid(STREW_STATUS_ATTRIBUTE, operand, "DM20", "its binding is {}, not {}",
                   made.type == DML_BINDING_TYPE_BUFFER ? "a buffer" : "an array of buffers",
                   made.type == DML_BINDING_TYPE_BUFFER ? "an array of buffers" : "a buffer");
  }
  if (desc.Desc == nullptr) return null_pointer(operand, "Desc of its binding");
  if (made.type == DML_BINDING_TYPE_BUFFER_ARRAY)
    return read_array(at, *static_cast<const DML_BUFFER_ARRAY_BINDING*>(desc.Desc), spec.count, operand, made);
  const auto& buffer = *static_cast<const DML_BUFFER_BINDING*>(desc.Desc);
  if (buffer.Buffer == nullptr) return null_pointer(operand, "Buffer of its binding");
  made.ranges.resize(1);
  return read_range(at, buffer, operand, made.ranges[0]);
}

strew_directml_range part_of(const strew_directml_range& whole, std::uint64_t offset, std::uint64_t bytes) noexcept {
  return {whole.buffer, whole.offset + offset, bytes, whole.address + offset};
}

bool do_overlap(std::uint64_t left, std::uint64_t left_bytes, std::uint64_t right, std::uint64_t right_bytes) {
  return left < right ? right - left < left_bytes : left - right < right_bytes;
}

maybe_failure check_tensor_range(const strew_directml_range& given, const tensor& of) {
  if (given.bytes < of.total_bytes) {
    return invalid(STREW_STATUS_SIZE, of.operand, "DM21",
                   "SizeInBytes of its binding is {}; TotalTensorSizeInBytes is {}", given.bytes, of.total_bytes);
  }
  if (of.alignment > 1 && given.offset % of.alignment != 0) {
    return invalid(STREW_STATUS_POINTER, of.operand, "DM21",
                   "Offset of its binding is {}; GuaranteedBaseOffsetAlignment is {}", given.offset, of.alignment);
  }
  return {};
}

maybe_failure check_tensor_binding(const binding& given, const tensor& of) {
  if (of.is_owned) {
    if (given.type == DML_BINDING_TYPE_NONE) return {};
    return invalid(STREW_STATUS_ATTRIBUTE, of.operand, "DM23",
                   "it is OWNED_BY_DML: the initializer binds it, not this");
  }
  if (given.type == DML_BINDING_TYPE_BUFFER) return check_tensor_range(given.ranges[0], of);
  return invalid(STREW_STATUS_ATTRIBUTE, of.operand, "DM20", "it is bound to nothing");
}

maybe_failure check_resource(const binding& given, std::uint64_t min_bytes, const char* name) {
  const std::uint64_t bytes = given.type == DML_BINDING_TYPE_NONE ? 0 : given.ranges[0].bytes;
  if (bytes >= min_bytes) return {};
  return invalid(STREW_STATUS_SIZE, STREW_OPERAND_NONE, "DM22", "{} has {} bytes; {} are needed", name, bytes,
                 min_bytes);
}

}  // namespace strew::frontends::directml
