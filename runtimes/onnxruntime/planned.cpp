#include "onnxruntime/planned.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "onnxruntime/batches.hpp"
#include "onnxruntime/element_types.hpp"
#include "strew/call.hpp"
#include "strew/onnx/call.hpp"
#include "strew/onnx/refusal.hpp"
#include "strew/view.hpp"

namespace strew::onnxruntime {
namespace {

// Two tasks of the engine have at least this much to move (min_task_bytes of src/walk/tasks.hpp).
constexpr std::uint64_t min_bytes_for_threads = 262144;

std::span<const std::int64_t> extents_of(const operand& given) {
  return {given.extents, given.rank};
}

const_view view_of(const operand& given) {
  if (given.type == 0) return {};
  return {static_cast<const void*>(nullptr), dtype_of(given.type), extents_of(given)};
}

// The frontend takes the inputs that the operator has; the last one may be left out.
result<onnx::detail::call> translate(const node& what, const std::array<const_view, 3>& views) {
  std::size_t count = views.size();
  while (count > 0 && views[count - 1].is_none()) --count;
  return onnx::detail::translate(what.of(), what.view(), std::span(views).first(count));
}

bool is_gather_nd(const onnx::detail::version& of) noexcept {
  return of.is_gather() && of.is_nd();
}

// A node as the engine computes it, and the extents of its output in the graph.
struct prepared {
  plan made;
  std::vector<std::int64_t> output;
};

result<std::vector<std::int64_t>> output_of(const onnx::detail::call& what, const const_view& data,
                                            const const_view& indices) {
  if (what.of->is_gather()) return onnx::detail::named(strew::detail::try_shape(what.what.op, data, indices), *what.of);
  const std::span<const std::int64_t> whole = data.extents();
  return std::vector<std::int64_t>(whole.begin(), whole.end());
}

result<prepared> prepare(const onnx::detail::call& what, const const_view& data, const const_view& indices) {
  result<std::vector<std::int64_t>> extents = output_of(what, data, indices);
  if (!extents) return extents.error();
  const view output(static_cast<void*>(nullptr), data.dtype(), *extents);
  result<plan> made = onnx::detail::named(onnx::detail::make_plan(what, output), *what.of);
  if (!made) return made.error();
  return prepared{*std::move(made), *std::move(extents)};
}

result<prepared> prepare_batches(onnx::detail::call what, batches with) {
  what.what.op.batch_dims = 1;
  what.with.data = with.data;
  what.with.indices = with.indices;
  result<prepared> made = prepare(what, with.data, with.indices);
  if (made) made->output = std::move(with.output);
  return made;
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

result<void> planned::make(const node& what, const operands& given) {
  layouts_ = {};
  const std::array<const_view, 3> views{view_of(given[0]), view_of(given[1]), view_of(given[2])};
  const result<onnx::detail::call> call = translate(what, views);
  if (!call) return call.error();
  std::optional<batches> other;
  if (is_gather_nd(what.of())) other = regroup(views[0], views[1], call->what.op.batch_dims);
  result<prepared> made = other ? prepare_batches(*call, *std::move(other)) : prepare(*call, views[0], views[1]);
  if (!made) return made.error();

  extents_.clear();
  for (const operand& one : given) extents_.insert(extents_.end(), one.extents, one.extents + one.rank);
  output_ = std::move(made->output);
  plan_ = std::move(made->made);
  has_work_ = !is_gather_nd(what.of()) || std::ranges::count(output_, 0) == 0;
  is_large_ = plan_.bytes() >= min_bytes_for_threads;
  for (std::size_t i = 0; i < given.size(); ++i) layouts_[i] = {given[i].type, given[i].rank};
  return {};
}

}  // namespace strew::onnxruntime
