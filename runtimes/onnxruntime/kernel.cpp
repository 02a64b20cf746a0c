#include "onnxruntime/kernel.hpp"

#include <algorithm>
#include <cstdint>

#include "onnxruntime/counters.hpp"
#include "onnxruntime/failure.hpp"
#include "strew/executor.hpp"
#include "strew/onnx/refusal.hpp"
#include "strew/operator.h"
#include "strew/result.hpp"

namespace strew::onnxruntime {
namespace {

// strew's order of the operands of a node.
struct buffers_of {
  const void *data, *indices, *updates;

  buffers_of(const onnx::detail::version& of, const operands& given) noexcept
      : data(given[0].data),
        indices(given[of.is_append() ? 2 : 1].data),
        updates(of.is_gather() ? nullptr : given[of.is_append() ? 1 : 2].data) {}
};

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
  inputs_ = std::min(inputs_, operands().size());
  const auto outcome = node_.read(kernel_attributes(at_, info));
  return outcome ? nullptr : failed(at_, outcome.error());
}

abi::status* kernel::read_input(abi::kernel_context* context, std::size_t number, operand& to) const noexcept {
  const abi::value* given = nullptr;
  STREW_TRY(abi::get_input(at_, context, number, &given));
  if (given == nullptr) return nullptr;
  STREW_TRY(abi::get_layout(at_, given, &to.type, &to.extents, &to.rank));
  return abi::get_data(at_, given, &to.data);
}

abi::status* kernel::run(abi::kernel_context* context) {
  counted.calls.fetch_add(1, std::memory_order_relaxed);
  operands given;
  for (std::size_t i = 0; i < inputs_; ++i) STREW_TRY(read_input(context, i, given[i]));
  const plans::lease taken = plans_.take(given);
  planned& with = *taken;
  if (!with.is_for(given)) {
    counted.plans.fetch_add(1, std::memory_order_relaxed);
    if (const result<void> outcome = with.make(node_, given); !outcome) return failed(at_, outcome.error());
  }
  return run_planned(with, given, context);
}

abi::status* kernel::run_planned(const planned& with, const operands& given,
                                 abi::kernel_context* context) const noexcept {
  const std::vector<std::int64_t>& extents = with.output_extents();
  abi::value* made = nullptr;
  STREW_TRY(abi::get_output(at_, context, 0, extents.data(), extents.size(), &made));
  if (!with.has_work()) return nullptr;
  void* output = nullptr;
  STREW_TRY(abi::get_mutable_data(at_, made, &output));
  if (!node_.of().is_gather() && output == given[0].data) counted.in_place.fetch_add(1, std::memory_order_relaxed);
  const result<void> outcome = execute(with, given, output, context);
  return outcome ? nullptr : failed(at_, onnx::detail::named(outcome.error(), node_.of()));
}

// An output that is not its data is discarded after an error: the session does not hand it out then.
result<void> kernel::execute(const planned& with, const operands& given, void* output,
                             abi::kernel_context* context) const noexcept {
  const buffers_of from(node_.of(), given);
  strew_execution settings = STREW_EXECUTION_INIT;
  if (output != from.data) settings.on_error = STREW_ON_ERROR_DISCARD;
  const auto run = [&] {
    return strew::detail::attempt([&](strew_error* failure) {
      return strew_execute(with.native(), from.data, from.indices, from.updates, output, &settings, failure);
    });
  };
  if (!with.is_large()) return run();  // there is no library of threads in this one
  bool is_divided = false;
  const executor_of executor(pool_->count(at_, context), divide_among_threads(at_, context, is_divided));
  settings.executor = executor;
  const result<void> outcome = run();
  if (is_divided) counted.divided.fetch_add(1, std::memory_order_relaxed);
  return outcome;
}

}  // namespace strew::onnxruntime
