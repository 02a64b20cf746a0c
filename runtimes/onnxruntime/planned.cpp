#include "onnxruntime/planned.hpp"

#include <span>
#include <utility>

#include "onnxruntime/element_types.hpp"
#include "strew/call.hpp"
#include "strew/onnx/call.hpp"
#include "strew/onnx/refusal.hpp"
#include "strew/view.hpp"

namespace strew::onnxruntime {
namespace {

// Two tasks of the engine have at least this much to move (min_task_bytes of strew_tuning).
constexpr std::uint64_t min_bytes_for_threads = 262144;

std::span<const std::int64_t> extents_of(const operand& given) {
  return {given.extents, given.rank};
}

const_view view_of(const operand& given) {
  if (given.type == 0) return {};
  return {static_cast<const void*>(nullptr), dtype_of(given.type), extents_of(given)};
}

// The frontend takes the inputs that the operator has; the last one may be left out.
result<onnx::detail::call> translate(const onnx::node& what, const std::array<const_view, 3>& views) {
  std::size_t count = views.size();
  while (count > 0 && views[count - 1].is_none()) --count;
  return onnx::detail::translate(what, std::span(views).first(count));
}

result<std::vector<std::int64_t>> output_of(const onnx::detail::call& made, const std::array<const_view, 3>& views) {
  if (made.of->is_gather())
    return onnx::detail::named(strew::detail::try_shape(made.what.op, views[0], views[1]), *made.of);
  const std::span<const std::int64_t> whole = views[0].extents();
  return std::vector<std::int64_t>(whole.begin(), whole.end());
}

}  // namespace

bool planned::is_for(const operands& given) const noexcept {
  const std::int64_t* known = extents_.data();
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i].type != layouts_[i].type || given[i].rank != layouts_[i].rank) return false;
    for (std::size_t d = 0; d < given[i].rank; ++d) {
      if (given[i].extents[d] != *known++) return false;
    }
  }
  return true;
}

result<void> planned::make(const onnx::node& what, const operands& given) {
  layouts_ = {};
  const std::array<const_view, 3> views{view_of(given[0]), view_of(given[1]), view_of(given[2])};
  const result<onnx::detail::call> call = translate(what, views);
  if (!call) return call.error();
  result<std::vector<std::int64_t>> extents = output_of(*call, views);
  if (!extents) return extents.error();
  const view output(static_cast<void*>(nullptr), views[0].dtype(), *extents);
  result<plan> made = onnx::detail::named(onnx::detail::make_plan(*call, output), *call->of);
  if (!made) return made.error();

  extents_.clear();
  for (const operand& one : given) extents_.insert(extents_.end(), one.extents, one.extents + one.rank);
  output_ = *std::move(extents);
  plan_ = *std::move(made);
  is_large_ = plan_.bytes() >= min_bytes_for_threads;
  for (std::size_t i = 0; i < given.size(); ++i) layouts_[i] = {given[i].type, given[i].rank};
  return {};
}

}  // namespace strew::onnxruntime
