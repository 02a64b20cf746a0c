#include "directml/tensor.hpp"

#include <bit>

#include "directml/data_types.hpp"
#include "directml/levels.hpp"

namespace strew::frontends::directml {
namespace {

constexpr std::uint64_t max_elements = 0xFFFFFFFF;

const DML_BUFFER_TENSOR_DESC& buffer_of(const DML_TENSOR_DESC& desc) {
  return *static_cast<const DML_BUFFER_TENSOR_DESC*>(desc.Desc);
}

// Strides have at most 32 bits and elements 8 bytes, so bytes are fewer than 2^35.
void read_strides(const DML_BUFFER_TENSOR_DESC& buffer, tensor& made) {
  std::int64_t packed = made.width;
  for (std::uint32_t i = made.rank; i-- > 0;) {
    made.strides[i] = buffer.Strides == nullptr ? packed : buffer.Strides[i] * made.width;
    packed = static_cast<std::int64_t>(static_cast<std::uint64_t>(packed) * buffer.Sizes[i]);
  }
}

// DM6 limits both the logical elements, which broadcasts multiply, and the spanned ones, which padding increases.
maybe_failure check_elements(const DML_BUFFER_TENSOR_DESC& buffer, tensor& made) {
  const std::uint64_t logical = strew::directml::detail::footprint(made.rank, buffer.Sizes, nullptr);
  const std::uint64_t reached = strew::directml::detail::footprint(made.rank, buffer.Sizes, buffer.Strides);
  if (logical > max_elements || reached > max_elements) {
    return invalid(STREW_STATUS_SIZE, made.operand, "DM6",
                   "it has {} elements and its strides span {}; at most 2^32 - 1 are allowed", logical, reached);
  }
  made.used_bytes = reached * static_cast<std::uint64_t>(made.width);
  return {};
}

maybe_failure check_bytes(const DML_BUFFER_TENSOR_DESC& buffer, tensor& made) {
  made.total_bytes = buffer.TotalTensorSizeInBytes;
  made.alignment = buffer.GuaranteedBaseOffsetAlignment;
  const std::uint64_t least = DMLCalcBufferTensorSize(buffer.DataType, made.rank, buffer.Sizes, buffer.Strides);
  if (made.total_bytes < least) {
    return invalid(STREW_STATUS_SIZE, made.operand, "DM7",
                   "its TotalTensorSizeInBytes is {}; its sizes and strides need {}", made.total_bytes, least);
  }
  if (made.alignment != 0 && (!std::has_single_bit(made.alignment) || made.alignment < made.width)) {
    return invalid(
        STREW_STATUS_ATTRIBUTE, made.operand, "DM8",
        "its GuaranteedBaseOffsetAlignment is {}: not 0, nor a power of two of at least the element's {} bytes",
        made.alignment, made.width);
  }
  return {};
}

}  // namespace

maybe_failure check_pointers(const DML_TENSOR_DESC* desc, std::int32_t operand) {
  if (desc == nullptr) return null_pointer(operand, "its DML_TENSOR_DESC");
  if (desc->Type != DML_TENSOR_TYPE_BUFFER) {
    return invalid(STREW_STATUS_ATTRIBUTE, operand, "DM2", "its Type is {}, not DML_TENSOR_TYPE_BUFFER (1)",
                   std::int32_t{desc->Type});
  }
  return desc->Desc == nullptr ? null_pointer(operand, "its DML_BUFFER_TENSOR_DESC") : maybe_failure{};
}

maybe_failure read_type(const DML_TENSOR_DESC& desc, std::int32_t operand, tensor& made) {
  const DML_BUFFER_TENSOR_DESC& buffer = buffer_of(desc);
  const std::int32_t type = buffer.DataType;
  const bool is_index = operand == STREW_OPERAND_INDICES;
  if (!(is_index ? can_be_indices(type) : can_be_data(type))) {
    const char* name = strew_directml_data_type_name(type);
    return invalid(STREW_STATUS_TYPE, operand, "DM5", "its DataType is {} ({}); no feature level has it {}", type,
                   name == nullptr ? "unknown" : name, is_index ? "as indices" : "in this operator");
  }
  const std::int32_t flags = buffer.Flags;
  if ((flags & ~DML_TENSOR_FLAG_OWNED_BY_DML) != 0)
    return invalid(STREW_STATUS_ATTRIBUTE, operand, "DM2", "its Flags are {:#x}", static_cast<std::uint32_t>(flags));
  if (flags != 0 && operand == STREW_OPERAND_OUTPUT)
    return invalid(STREW_STATUS_ATTRIBUTE, operand, "DM9", "an output is flagged OWNED_BY_DML");
  made.operand = operand;
  made.type = type;
  made.width = static_cast<std::int64_t>(strew_dtype_bytes(engine_type(type)));
  made.is_owned = flags != 0;
  return {};
}

maybe_failure read_sizes(const DML_TENSOR_DESC& desc, tensor& made) {
  const DML_BUFFER_TENSOR_DESC& buffer = buffer_of(desc);
  if (buffer.DimensionCount < 1 || buffer.DimensionCount > max_dimensions) {
    return invalid(STREW_STATUS_SHAPE, made.operand, "DM3", "its DimensionCount is {}, not 1 to {}",
                   buffer.DimensionCount, max_dimensions);
  }
  if (buffer.Sizes == nullptr) return null_pointer(made.operand, "its Sizes");
  made.rank = buffer.DimensionCount;
  for (std::uint32_t i = 0; i < made.rank; ++i) {
    if (buffer.Sizes[i] == 0) return invalid(STREW_STATUS_SHAPE, made.operand, "DM4", "its Sizes[{}] is 0", i);
    made.extents[i] = buffer.Sizes[i];
  }
  return {};
}

maybe_failure read_bytes(const DML_TENSOR_DESC& desc, tensor& made) {
  const DML_BUFFER_TENSOR_DESC& buffer = buffer_of(desc);
  if (auto bad = check_elements(buffer, made)) return bad;
  read_strides(buffer, made);
  return check_bytes(buffer, made);
}

strew_tensor view(const tensor& from, std::uint32_t first) {
  strew_tensor made = STREW_TENSOR_INIT;
  made.dtype = engine_type(from.type);
  made.rank = from.rank - first;
  made.extents = from.extents + first;
  made.strides = from.strides + first;
  return made;
}

maybe_failure check_leading_ones(const tensor& of, std::uint32_t first) {
  for (std::uint32_t i = 0; i < first; ++i) {
    if (of.extents[i] == 1) continue;
    return invalid(STREW_STATUS_SHAPE, of.operand, "DM11",
                   "its Sizes[{}] is {}; only its last {} dimensions are meaningful", i, of.extents[i],
                   of.rank - first);
  }
  return {};
}

}  // namespace strew::frontends::directml
