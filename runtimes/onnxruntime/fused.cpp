#include "onnxruntime/fused.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "onnxruntime/counters.hpp"
#include "onnxruntime/element_types.hpp"
#include "onnxruntime/failure.hpp"
#include "onnxruntime/output.hpp"
#include "strew/gather_block_quantized.hpp"
#include "strew/onnx/gather_block_quantized.hpp"
#include "strew/onnx/refusal.hpp"
#include "strew/onnx/segment_reduce.hpp"
#include "strew/operator.h"
#include "strew/result.hpp"
#include "strew/segment_reduce.hpp"

namespace strew::onnxruntime {
namespace {

bool is_below_zero(std::int64_t extent) noexcept {
  return extent < 0;
}

}  // namespace

abi::status* fused_kernel::run(abi::kernel_context* context) {
  counted.calls.fetch_add(1, std::memory_order_relaxed);
  std::array<const_view, 5> given;
  STREW_TRY(read_inputs(context, given));
  if (of().is_segments()) return reduce(given_of(given), context);
  bool has_uint4 = false;
  STREW_TRY(read_codes(context, 0, given[0], has_uint4));
  if (!given[3].is_none()) STREW_TRY(read_codes(context, 3, given[3], has_uint4));
  return decode(given_of(given), has_uint4, context);
}

// Those of four bits as their bytes; others stay as they are.
abi::status* fused_kernel::read_codes(abi::kernel_context* context, std::size_t number, const_view& to,
                                      bool& has_uint4) const {
  const abi::value* given = nullptr;
  abi::element_type type = 0;
  const std::int64_t* extents = nullptr;
  std::size_t rank = 0;
  STREW_TRY(abi::get_input(host(), context, number, &given));
  STREW_TRY(abi::get_layout(host(), given, &type, &extents, &rank));
  if (type != uint4_type && type != int4_type) return nullptr;
  has_uint4 = type == uint4_type;
  const auto bytes = onnx::detail::named(onnx::try_byte_extents({extents, rank}), of());
  if (!bytes) return failed(host(), bytes.error());
  to = const_view(to.data(), has_uint4 ? dtype::u8 : dtype::i8, *bytes);
  return nullptr;
}

// An output that is not base is discarded after an error: the session does not hand it out then.
abi::status* fused_kernel::reduce(inputs given, abi::kernel_context* context) {
  const auto made = onnx::detail::translate_segments(of(), with(), given);
  if (!made) return failed(host(), made.error());
  auto extents = onnx::detail::named(onnx::detail::extents_of(*made), of());
  // Then a rule is broken, which the engine tells before there is an output.
  if (extents && std::ranges::any_of(*extents, is_below_zero))
    extents = onnx::detail::named(onnx::detail::shape_of(*made, given), of());
  if (!extents) return failed(host(), extents.error());
  node_output output{host(), context};
  STREW_TRY(output.make(*extents));
  const bool is_in_place = output.memory == made->operands.base.data() && !made->operands.base.is_none();
  if (is_in_place) counted.in_place.fetch_add(1, std::memory_order_relaxed);
  const view written(output.memory, made->data.dtype(), *extents);
  const strew::detail::segment_call call(made->data, made->operands, written);
  strew_operator op = strew::detail::numbered(of().kind, 0, with().batch_dims);
  op.segmentation = &call.segmentation();
  const result<void> outcome = execute({op, made->chosen.native()}, call.operands(),
                                       is_in_place ? STREW_ON_ERROR_KEEP : STREW_ON_ERROR_DISCARD, context);
  return outcome ? nullptr : failed(host(), outcome.error());
}

abi::status* fused_kernel::decode(inputs given, bool has_uint4, abi::kernel_context* context) {
  const auto made = onnx::detail::translate_codes(of(), with(), given, has_uint4);
  if (!made) return failed(host(), made.error());
  const std::vector<std::int64_t> extents = onnx::detail::extents_of(*made);
  node_output output{host(), context};
  STREW_TRY(output.make(extents));
  const view written(output.memory, made->by.scales.dtype(), extents);
  const strew::detail::coded_call call(made->data, made->indices, made->by, written);
  const result<void> outcome =
      execute({call.op(made->axis, 0), made->chosen.native()}, call.operands(), STREW_ON_ERROR_DISCARD, context);
  return outcome ? nullptr : failed(host(), outcome.error());
}

}  // namespace strew::onnxruntime
