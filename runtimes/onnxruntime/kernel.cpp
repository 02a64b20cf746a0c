#include "onnxruntime/kernel.hpp"

#include <algorithm>
#include <memory>

#include "onnxruntime/counters.hpp"
#include "onnxruntime/element_types.hpp"
#include "onnxruntime/failure.hpp"
#include "onnxruntime/fused.hpp"
#include "onnxruntime/moves.hpp"
#include "strew/executor.hpp"
#include "strew/onnx/call.hpp"
#include "strew/onnx/inputs.hpp"
#include "strew/onnx/refusal.hpp"

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

std::unique_ptr<kernel> make(const kernel_class& from) {
  if (from.of->is_segments() || from.of->is_codes()) return std::make_unique<fused_kernel>(from);
  return std::make_unique<move_kernel>(from);
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
    std::unique_ptr<kernel> one = make(from);
    STREW_TRY(one->read(info));
    *made = one.release();
    return nullptr;
  });
}

abi::status* kernel::read(const abi::kernel_info* info) {
  STREW_TRY(abi::get_input_count(at_, info, &inputs_));
  inputs_ = std::min(inputs_, onnx::detail::input_count(of()));
  const auto outcome = node_.read(kernel_attributes(at_, info));
  if (!outcome) return failed(at_, outcome.error());
  settings_ = *outcome;
  what_ = onnx::detail::choose(of(), settings_);
  return nullptr;
}

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

abi::status* kernel::read_inputs(abi::kernel_context* context, std::span<const_view> to) const {
  for (std::size_t i = 0; i < inputs_; ++i) STREW_TRY(read_input(context, i, to[i]));
  return nullptr;
}

std::span<const const_view> given_of(std::span<const const_view> inputs) noexcept {
  while (!inputs.empty() && inputs.back().is_none()) inputs = inputs.first(inputs.size() - 1);
  return inputs;
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
