// DML_BINDING_DESC read and copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "directml/failure.hpp"
#include "directml/tensor.hpp"
#include "strew/directml.h"
#include "strew/directml/backend.hpp"

namespace strew::frontends::directml {

// The contents of one DML_BINDING_DESC: nothing, a buffer, or an array of buffers (whose entries may be null).
struct binding {
  std::int32_t type = DML_BINDING_TYPE_NONE;
  std::vector<strew_directml_range> ranges;
};

// What may be bound, apart from nothing: a buffer, or an array of a given number.
struct binding_shape {
  std::int32_t type;
  std::size_t count;
};

// DM1, DM2, DM20, DM21: reads no more than what may be bound to memory of `at`. `operand` is a STREW_OPERAND_ for the
// record. Throws std::bad_alloc.
maybe_failure read_binding(const strew_directml_backend& at, const DML_BINDING_DESC& desc, const binding_shape& spec,
                           std::int32_t operand, binding& made);

// A part of what is bound.
strew_directml_range part_of(const strew_directml_range& whole, std::uint64_t offset, std::uint64_t bytes) noexcept;

// True if two ranges of addresses share a byte.
bool do_overlap(std::uint64_t left, std::uint64_t left_bytes, std::uint64_t right, std::uint64_t right_bytes);

// DM20, DM21, DM23: one buffer, large enough and aligned as the tensor's description guarantees; nothing if it is
// owned.
maybe_failure check_tensor_binding(const binding& given, const tensor& of);
maybe_failure check_tensor_range(const strew_directml_range& given, const tensor& of);

// DM22: nothing, or a buffer large enough. `what` names the resource.
maybe_failure check_resource(const binding& given, std::uint64_t min_bytes, const char* name);

}  // namespace strew::frontends::directml
