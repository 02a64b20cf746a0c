// DLPack's DLTensor, checked and described as a strew_tensor. DLPack counts strides in elements and adds a byte offset.
#include <cstddef>
#include <cstdint>
#include <string>

#include "api/guarded.hpp"
#include "base/arithmetic.hpp"

namespace strew::engine::api {
namespace {

// The layout of DLTensor, the same in every version of DLPack.
struct dl_tensor {
  void* data;
  std::int32_t device_type;
  std::int32_t device_id;
  std::int32_t rank;
  std::uint8_t type_code;
  std::uint8_t type_bits;
  std::uint16_t type_lanes;
  const std::int64_t* extents;
  const std::int64_t* strides;  // in elements; null = packed
  std::uint64_t byte_offset;
};
static_assert(sizeof(void*) != 8 || (sizeof(dl_tensor) == 48 && offsetof(dl_tensor, extents) == 24));

constexpr std::int32_t cuda_host = 3;  // page-locked host memory is ordinary memory to the CPU
dtype type_of(const dl_tensor& from) {
  std::uint32_t number = 0;
  for (const dtype_info& one : infos()) {
    if (from.type_lanes == 1 && from.type_code == one.dlpack && from.type_bits == 8 * one.width)
      return static_cast<dtype>(number);
    ++number;
  }
  return dtype::opaque;  // other floats of 8 bits, vectors: they move by their width
}

status check_header(const dl_tensor& from, std::uint64_t capacity, const std::int64_t* strides) {
  if (from.rank < 0 || static_cast<std::size_t>(from.rank) > max_rank) {
    return fail(rule::EX1, operand::none, "the DLTensor has rank {}", from.rank);
  }
  if (from.rank > 0 && from.extents == nullptr) return fail(rule::PT1, operand::none, "the DLTensor has no shape");
  const std::uint32_t bits = static_cast<std::uint32_t>(from.type_bits) * from.type_lanes;
  if (bits == 0 || bits % 8 != 0) {
    return fail(rule::TY1, operand::none, "an element of the DLTensor has {} bits, not whole bytes", bits);
  }
  if (from.strides != nullptr && from.rank > 0 &&
      (strides == nullptr || capacity < static_cast<std::uint64_t>(from.rank))) {
    return fail(rule::PT1, operand::none, "there is room for {} strides, the rank is {}", capacity, from.rank);
  }
  return {};
}

status convert(const dl_tensor& from, std::uint64_t capacity, std::int64_t* strides, strew_tensor& to) {
  if (auto bad = check_header(from, capacity, strides)) return bad;
  const std::uint32_t width = static_cast<std::uint32_t>(from.type_bits) * from.type_lanes / 8;
  const auto rank = static_cast<std::size_t>(from.rank);
  const std::size_t stride_count = from.strides == nullptr ? 0 : rank;
  for (std::size_t i = 0; i < stride_count; ++i) {
    if (!narrow(times(from.strides[i], width)))
      return fail(rule::SZ2, operand::none, "stride {} of the DLTensor exceeds 63 bits", from.strides[i]);
  }
  for (std::size_t i = 0; i < stride_count; ++i) strides[i] = from.strides[i] * static_cast<std::int64_t>(width);
  to = strew_tensor STREW_TENSOR_INIT;
  to.device =
      static_cast<std::uint32_t>(from.device_type == cuda_host ? std::int32_t{STREW_DEVICE_CPU} : from.device_type);
  to.dtype = static_cast<strew_dtype>(type_of(from));
  // byte_offset is untrusted: it is added as a number, since a pointer outside its object must not be formed.
  const auto first = reinterpret_cast<std::uintptr_t>(from.data) + from.byte_offset;
  to.data = from.data == nullptr ? nullptr : reinterpret_cast<void*>(first);
  to.element_bytes = width;
  to.rank = rank;
  to.extents = from.extents;
  to.strides = from.strides == nullptr ? nullptr : strides;
  return {};
}

}  // namespace
}  // namespace strew::engine::api

strew_status strew_tensor_from_dlpack(const void* dl_tensor, std::uint64_t capacity, std::int64_t* strides,
                                      strew_tensor* tensor, strew_error* error) {
  using namespace strew::engine;
  return api::guarded(error, [&]() -> status {
    if (dl_tensor == nullptr || tensor == nullptr)
      return fail(rule::PT1, operand::none, "the DLTensor or the place for the view is null");
    return api::convert(*static_cast<const api::dl_tensor*>(dl_tensor), capacity, strides, *tensor);
  });
}
