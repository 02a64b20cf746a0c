#include "onnxruntime/kernel.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "onnxruntime/batches.hpp"
#include "onnxruntime/counters.hpp"
#include "onnxruntime/element_types.hpp"
#include "onnxruntime/failure.hpp"
#include "strew/executor.hpp"
#include "strew/onnx/refusal.hpp"
#include "strew/operator.h"
#include "strew/result.hpp"

namespace strew::onnxruntime {
namespace {

// Each thread of the runtime takes one task after the other.
auto divide_among_threads(const abi::host& at, const abi::kernel_context* context, bool& is_divided) noexcept {
  return [&at, context, &is_divided](std::uint64_t tasks, const task& each) noexcept {
    is_divided = is_divided || tasks > 1;
    const auto take_one = [](void* argument, std::size_t) { (*static_cast<const task*>(argument))(); };
    abi::status* const failure =
        abi::parallel_for(at, context, take_one, static_cast<std::size_t>(tasks), 0, const_cast<task*>(&each));
    if (failure != nullptr) abi::release_status(at, failure);  // the executor does what is left
  };
}

// The output of a node, made when its extents are known: those that the engine found, or, where it works in batches,
// those that the node has in the graph.
struct node_output {
  const abi::host& at;
  abi::kernel_context* context;
  const std::vector<std::int64_t>* in_graph = nullptr;
  void* memory = nullptr;
  abi::status* failure = nullptr;

  abi::status* make(std::span<const std::int64_t> extents) noexcept {
    abi::value* made = nullptr;
    STREW_TRY(abi::get_output(at, context, 0, extents.data(), extents.size(), &made));
    return abi::get_mutable_data(at, made, &memory);
  }
  static void* make_output(void* self, const std::int64_t* extents, std::uint64_t rank) noexcept {
    auto& output = *static_cast<node_output*>(self);
    output.failure = output.in_graph != nullptr ? output.make(*output.in_graph)
                                                : output.make({extents, static_cast<std::size_t>(rank)});
    return output.failure == nullptr ? output.memory : nullptr;
  }
};

bool has_zero(std::span<const std::int64_t> extents) noexcept {
  return std::ranges::count(extents, 0) != 0;
}

}  // namespace

kernel::kernel(const kernel_class& from) : at_(from.at), node_(*from.of), pool_(from.pool) {
  compute = [](abi::kernel* self, abi::kernel_context* context) noexcept {
    auto& own = *static_cast<onnxruntime::kernel*>(self);
    return guarded(own.at_, [&] { return own.run(context); });
  };
  release = [](abi::kernel* self) noexcept { delete static_cast<onnxruntime::kernel*>(self); };
}

abi::status* kernel::create(void* state, const abi::kernel_info* info, abi::kernel** made) noexcept {
  const auto& from = *static_cast<const kernel_class*>(state);
  return guarded(from.at, [&]() -> abi::status* {
    auto one = std::make_unique<kernel>(from);
    STREW_TRY(one->read(info));
    *made = one.release();
    return nullptr;
  });
}

abi::status* kernel::read(const abi::kernel_info* info) {
  STREW_TRY(abi::get_input_count(at_, info, &inputs_));
  inputs_ = std::min(inputs_, views().size());
  const auto outcome = node_.read(kernel_attributes(at_, info));
  if (!outcome) return failed(at_, outcome.error());
  settings_ = *outcome;
  what_ = onnx::detail::choose(node_.of(), settings_);
  return nullptr;
}

// One that is left out stays none.
abi::status* kernel::read_input(abi::kernel_context* context, std::size_t number, const_view& to) const {
  const abi::value* given = nullptr;
  STREW_TRY(abi::get_input(at_, context, number, &given));
  if (given == nullptr) return nullptr;
  abi::element_type type = 0;
  const std::int64_t* extents = nullptr;
  std::size_t rank = 0;
  const void* data = nullptr;
  STREW_TRY(abi::get_layout(at_, given, &type, &extents, &rank));
  STREW_TRY(abi::get_data(at_, given, &data));
  std::destroy_at(&to);  // assigned, it would be copied twice
  std::construct_at(&to, data, dtype_of(type), std::span(extents, rank));
  return nullptr;
}

abi::status* kernel::run(abi::kernel_context* context) {
  counted.calls.fetch_add(1, std::memory_order_relaxed);
  onnxruntime::views given;
  for (std::size_t i = 0; i < inputs_; ++i) STREW_TRY(read_input(context, i, given[i]));
  // The frontend takes the inputs that the operator has; the last one may be left out.
  std::size_t count = given.size();
  while (count > 0 && given[count - 1].is_none()) --count;
  const result<void> checked = onnx::detail::check_inputs(node_.of(), std::span(given).first(count), settings_);
  if (!checked) return failed(at_, checked.error());
  return node_.of().is_gather() ? gather(given, context) : scatter(given, context);
}

abi::status* kernel::gather(const views& given, abi::kernel_context* context) {
  node_output output{at_, context};
  onnx::detail::call call{&node_.of(), what_, {given[0], given[1], {}, {}}};
  std::optional<batches> other;
  if (node_.of().is_nd()) other = regroup(given[0], given[1], call.what.op.batch_dims);
  if (other) {
    call.what.op.batch_dims = 1;
    call.with.data = other->data, call.with.indices = other->indices;
    output.in_graph = &other->output;
  }
  // The runtime's own GatherND does not look at the indices of an output without elements: none of them is bad.
  if (node_.of().is_nd() && (has_zero(given[0].extents()) || has_zero(given[1].extents()))) {
    const std::array<const_view, 2> inputs{other ? other->data : given[0], other ? other->indices : given[1]};
    const auto extents = onnx::detail::named(onnx::detail::shape_of(call, inputs), node_.of());
    if (!extents) return failed(at_, extents.error());
    const std::vector<std::int64_t>& made = other ? other->output : *extents;
    if (has_zero(made)) return output.make(made);
  }
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = call.with.data.native(), all.indices = call.with.indices.native();
  all.context = &output, all.make_output = &node_output::make_output;
  const result<void> outcome = execute(call.what, all, STREW_ON_ERROR_DISCARD, context);
  return output.failure != nullptr || outcome ? output.failure : failed(at_, outcome.error());
}

// An output that is not its data is discarded after an error: the session does not hand it out then.
abi::status* kernel::scatter(const views& given, abi::kernel_context* context) {
  node_output output{at_, context};
  STREW_TRY(output.make(given[0].extents()));
  const bool is_in_place = output.memory == given[0].data();
  if (is_in_place) counted.in_place.fetch_add(1, std::memory_order_relaxed);
  strew_tensor written = given[0].native();
  written.data = output.memory;
  const bool is_append = node_.of().is_append();
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = &given[0].native(), all.output = &written;
  all.updates = &given[is_append ? 1 : 2].native();
  if (!is_append || !given[2].is_none()) all.indices = &given[is_append ? 2 : 1].native();
  const result<void> outcome = execute(what_, all, is_in_place ? STREW_ON_ERROR_KEEP : STREW_ON_ERROR_DISCARD, context);
  return outcome ? nullptr : failed(at_, outcome.error());
}

result<void> kernel::execute(const strew::detail::chosen& what, const strew_operands& all, std::int32_t on_error,
                             abi::kernel_context* context) noexcept {
  bool is_divided = false;
  std::uint64_t threads = 0;
  const auto executor = from_parallel_for(divide_among_threads(at_, context, is_divided), [&] {
    return threads != 0 ? threads : threads = pool_->count(at_, context);  // which takes a while
  });
  strew_execution settings = STREW_EXECUTION_INIT;
  settings.on_error = on_error;
  settings.executor = executor;
  const result<void> outcome = strew::detail::attempt(
      [&](strew_error* failure) { return strew_run_at(site_, &what.op, &all, &what.options, &settings, failure); });
  if (is_divided) counted.divided.fetch_add(1, std::memory_order_relaxed);
  return onnx::detail::named(outcome, node_.of());
}

}  // namespace strew::onnxruntime
