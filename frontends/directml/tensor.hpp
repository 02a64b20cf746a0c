// A DML_TENSOR_DESC after reading and checking.
#pragma once

#include <cstdint>

#include "directml/failure.hpp"
#include "strew/directml.h"

namespace strew::frontends::directml {

constexpr std::uint32_t max_dimensions = DML_TENSOR_DIMENSION_COUNT_MAX1;

struct tensor {
  std::int32_t operand;
  std::int32_t type;
  std::int64_t width;  // bytes of an element
  std::uint32_t rank;
  std::int64_t extents[max_dimensions];
  std::int64_t strides[max_dimensions];  // in bytes
  std::uint64_t used_bytes;              // from the first element to the end of the last one
  std::uint64_t total_bytes;             // TotalTensorSizeInBytes
  std::uint32_t alignment;               // GuaranteedBaseOffsetAlignment
  bool is_owned;                         // OWNED_BY_DML
};

// The rules of one description, each step to be checked for all tensors of an operator before the next. `operand` is a
// STREW_OPERAND_; the description is not retained.
maybe_failure check_pointers(const DML_TENSOR_DESC* desc, std::int32_t operand);           // DM1, DM2
maybe_failure read_type(const DML_TENSOR_DESC& desc, std::int32_t operand, tensor& made);  // DM2, DM5, DM9
maybe_failure read_sizes(const DML_TENSOR_DESC& desc, tensor& made);                       // DM1, DM3, DM4
maybe_failure read_bytes(const DML_TENSOR_DESC& desc, tensor& made);                       // DM6, DM7, DM8

// The dimensions from `first` on, as a tensor of the engine; it borrows from `from`.
strew_tensor view(const tensor& from, std::uint32_t first);

// DM11: the sizes before `first` are 1.
maybe_failure check_leading_ones(const tensor& of, std::uint32_t first);

}  // namespace strew::frontends::directml
