#include "plan_operands.hpp"

namespace strew::python {
namespace {

constexpr role moved[] = {role::data, role::indices, role::updates};
constexpr role cached[] = {role::data, role::updates, role::indices};
constexpr role multiplied[] = {role::data, role::right, role::indices};
constexpr role decoded[] = {role::data, role::indices, role::scales};

constexpr role of_segments[] = {role::segments};
constexpr role of_codes[] = {role::zero_points, role::codebook};
constexpr role of_reductions[] = {role::segments,    role::weights,  role::base, role::scales,
                                  role::zero_points, role::codebook, role::arg,  role::count};

}  // namespace

std::span<const role> by_place(std::int32_t op) {
  switch (op) {
    case STREW_OPERATOR_TENSOR_SCATTER:
      return cached;
    case STREW_OPERATOR_SDDMM:
      return multiplied;
    case STREW_OPERATOR_GATHER_BLOCK_QUANTIZED:
      return decoded;
    default:
      return moved;
  }
}

std::span<const role> by_name(std::int32_t op) {
  switch (op) {
    case STREW_OPERATOR_SEGMENT_REDUCE:
      return of_reductions;
    case STREW_OPERATOR_SEGMENT_SCAN:
    case STREW_OPERATOR_SDDMM:
      return of_segments;
    case STREW_OPERATOR_GATHER_BLOCK_QUANTIZED:
      return of_codes;
    default:
      return {};
  }
}

const char* keyword_of(role which, const call_spec& spec) {
  if (which != role::segments) return all_roles[static_cast<std::size_t>(which)].name;
  return spec.segmentation->form == STREW_SEGMENTS_OFFSETS ? "offsets" : "segment_ids";
}

}  // namespace strew::python
