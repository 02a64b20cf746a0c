#include "jax/call_operands.hpp"

#include <cstdint>
#include <span>

#include "jax/operand.hpp"

namespace strew::jax {
namespace {

using place = const strew_tensor* strew_operands::*;

constexpr place of_gathers[] = {&strew_operands::data, &strew_operands::indices};
constexpr place of_scatters[] = {&strew_operands::data, &strew_operands::indices, &strew_operands::updates};
constexpr place of_codes[] = {&strew_operands::data, &strew_operands::indices, &strew_operands::scales,
                              &strew_operands::zero_points, &strew_operands::codebook};
constexpr place of_segment_reduce[] = {
    &strew_operands::data,   &strew_operands::indices,     &strew_operands::segments, &strew_operands::weights,
    &strew_operands::scales, &strew_operands::zero_points, &strew_operands::codebook, &strew_operands::base};
constexpr place of_segment_scan[] = {&strew_operands::data, &strew_operands::indices, &strew_operands::segments};
constexpr place of_sddmm[] = {&strew_operands::data, &strew_operands::right, &strew_operands::indices,
                              &strew_operands::segments};

// The operands of an operator, in the order in which its calls have them.
std::span<const place> places_of(std::int32_t kind) noexcept {
  switch (kind) {
    case STREW_OPERATOR_SEGMENT_REDUCE:
      return of_segment_reduce;
    case STREW_OPERATOR_SEGMENT_SCAN:
      return of_segment_scan;
    case STREW_OPERATOR_SDDMM:
      return of_sddmm;
    case STREW_OPERATOR_GATHER_BLOCK_QUANTIZED:
      return of_codes;
    case STREW_OPERATOR_GATHER:
    case STREW_OPERATOR_GATHER_ELEMENTS:
    case STREW_OPERATOR_GATHER_ND:
    case STREW_OPERATOR_STABLEHLO_GATHER:
      return of_gathers;
    default:
      return of_scatters;
  }
}

const xla::buffer& buffer_of(const xla::buffers& from, std::int64_t number) noexcept {
  return *static_cast<const xla::buffer*>(from.values[number]);
}

}  // namespace

const char* call_operands::read(const xla::call_frame& frame, const call_form& form) noexcept {
  constexpr const char* misfit = "a call has another number of arguments or results than the operator";
  const std::span<const place> places = places_of(form.op.kind);
  std::int64_t next = 0;
  for (std::size_t n = 0; n < places.size(); ++n) {
    if ((form.absent >> n & 1U) != 0) continue;
    if (next == frame.arguments.size) return misfit;
    tensors_[next] = operand_of(buffer_of(frame.arguments, next));
    all_.*places[n] = &tensors_[next++];
  }
  const bool has_arg = form.op.kind == STREW_OPERATOR_SEGMENT_REDUCE && frame.results.size == 2;
  if (next != frame.arguments.size || frame.results.size != (has_arg ? 2 : 1)) return misfit;
  tensors_[next] = operand_of(buffer_of(frame.results, 0));
  all_.output = &tensors_[next];
  if (!has_arg) return nullptr;
  tensors_[next + 1] = operand_of(buffer_of(frame.results, 1));
  all_.arg = &tensors_[next + 1];
  return nullptr;
}

bool call_operands::is_in_place() const noexcept {
  const strew_tensor* const old = all_.base != nullptr ? all_.base : all_.data;
  return old->data == all_.output->data;
}

}  // namespace strew::jax
