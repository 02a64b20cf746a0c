#include "onnxruntime/moves.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "onnxruntime/batches.hpp"
#include "onnxruntime/counters.hpp"
#include "onnxruntime/failure.hpp"
#include "onnxruntime/output.hpp"
#include "strew/onnx/call.hpp"
#include "strew/onnx/inputs.hpp"
#include "strew/onnx/refusal.hpp"
#include "strew/operator.h"
#include "strew/result.hpp"

namespace strew::onnxruntime {
namespace {

bool has_zero(std::span<const std::int64_t> extents) noexcept {
  return std::ranges::count(extents, 0) != 0;
}

}  // namespace

abi::status* move_kernel::run(abi::kernel_context* context) {
  counted.calls.fetch_add(1, std::memory_order_relaxed);
  views given;
  STREW_TRY(read_inputs(context, given));
  const result<void> checked = onnx::detail::check_inputs(of(), given_of(given), with());
  if (!checked) return failed(host(), checked.error());
  return of().is_gather() ? gather(given, context) : scatter(given, context);
}

abi::status* move_kernel::gather(const views& given, abi::kernel_context* context) {
  node_output output{host(), context};
  onnx::detail::call call{&of(), what(), {given[0], given[1], {}, {}}};
  std::optional<batches> other;
  if (of().is_nd()) other = regroup(given[0], given[1], call.what.op.batch_dims);
  if (other) {
    call.what.op.batch_dims = 1;
    call.with.data = other->data, call.with.indices = other->indices;
    output.in_graph = &other->output;
  }
  // The runtime's own GatherND does not look at the indices of an output without elements: none of them is bad.
  if (of().is_nd() && (has_zero(given[0].extents()) || has_zero(given[1].extents()))) {
    const std::array<const_view, 2> inputs{other ? other->data : given[0], other ? other->indices : given[1]};
    const auto extents = onnx::detail::named(onnx::detail::shape_of(call, inputs), of());
    if (!extents) return failed(host(), extents.error());
    const std::vector<std::int64_t>& made = other ? other->output : *extents;
    if (has_zero(made)) return output.make(made);
  }
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = call.with.data.native(), all.indices = call.with.indices.native();
  all.context = &output, all.make_output = &node_output::make_output;
  const result<void> outcome = execute(call.what, all, STREW_ON_ERROR_DISCARD, context);
  return output.failure != nullptr || outcome ? output.failure : failed(host(), outcome.error());
}

// An output that is not its data is discarded after an error: the session does not hand it out then.
abi::status* move_kernel::scatter(const views& given, abi::kernel_context* context) {
  node_output output{host(), context};
  STREW_TRY(output.make(given[0].extents()));
  const bool is_in_place = output.memory == given[0].data();
  if (is_in_place) counted.in_place.fetch_add(1, std::memory_order_relaxed);
  strew_tensor written = given[0].native();
  written.data = output.memory;
  const bool is_append = of().is_append();
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = &given[0].native(), all.output = &written;
  all.updates = &given[is_append ? 1 : 2].native();
  if (!is_append || !given[2].is_none()) all.indices = &given[is_append ? 2 : 1].native();
  const result<void> outcome =
      execute(what(), all, is_in_place ? STREW_ON_ERROR_KEEP : STREW_ON_ERROR_DISCARD, context);
  return outcome ? nullptr : failed(host(), outcome.error());
}

}  // namespace strew::onnxruntime
