#include "torch/run.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <stdexcept>

#include "strew/site.hpp"
#include "torch/dtypes.hpp"
#include "torch/executor.hpp"
#include "torch/failure.hpp"
#include "torch/options.hpp"
#include "torch/view.hpp"

namespace strew::torch {
namespace {

strew_status run_at_site(const call& given, const strew_operands& all, const void* fill, std::int32_t on_error,
                         strew_error& record) {
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = given.op;
  op.axis = given.axis;
  op.batch_dims = given.batch_dims;
  strew_options options = options_of(given.options);
  options.fill_value = fill;  // raw bytes of the element type: nothing is converted
  options.fill_bytes = fill == nullptr ? 0 : element_type_of(given.data.dtype).bytes;
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.executor = parallel_for();
  execution.on_error = on_error;
  return strew_run_at(site_of_this_thread(given.op), &op, &all, &options, &execution, &reset(record));
}

void read_layouts(call& given, const operands& tensors) {
  given.indices = layout_of(tensors.indices);
  if (given.kind != form::gather) given.updates = layout_of(tensors.updates);
  if (given.kind != form::zeros)
    given.data = layout_of(tensors.data);
  else
    given.data.dtype = given.updates.dtype;
}

tensor run_into_new(const call& given, const operands& tensors) {
  alignas(16) static constexpr std::byte zero[16] = {};
  const void* const fill = fill_of(tensors.fill, given.data.dtype);
  const view data = given.kind == form::zeros ? view::of_one(given.data, zero) : view(given.data, tensors.data.read());
  const view indices(given.indices, tensors.indices.read());
  const bool is_gather = given.kind == form::gather;
  const view updates(given.updates, is_gather ? nullptr : tensors.updates.read());
  new_tensor to{given.data.dtype};
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = data.native(), all.indices = indices.native(), all.updates = is_gather ? nullptr : updates.native();
  all.context = &to, all.make_output = &new_tensor::make_output;
  strew_error record;
  const strew_status status = run_at_site(given, all, fill, STREW_ON_ERROR_DISCARD, record);
  if (to.failure != nullptr) std::rethrow_exception(to.failure);
  check(status, record);
  return std::move(to.made);
}

}  // namespace

const void* fill_of(const tensor& fill, std::int32_t dtype) {
  if (!fill.is_given()) return nullptr;
  const layout one = layout_of(fill);
  if (one.dtype != dtype || one.rank != 0)
    throw std::runtime_error("AT4: fill: it is not a tensor of rank 0 and of the element type of the result");
  return fill.read();
}

tensor run(call& given, const operands& tensors) {
  read_layouts(given, tensors);
  if (given.kind != form::in_place) return run_into_new(given, tensors);
  // Data first, since writing may move what they share with another tensor.
  void* const data = tensors.data.write();
  run_in_place(given, data, tensors.indices.read(), tensors.updates.read());
  return {};
}

void run_in_place(const call& given, void* memory, const void* indices_memory, const void* updates_memory) {
  const view data(given.data, memory), indices(given.indices, indices_memory), updates(given.updates, updates_memory);
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = all.output = data.native(), all.indices = indices.native(), all.updates = updates.native();
  strew_error record;
  check(run_at_site(given, all, nullptr, STREW_ON_ERROR_KEEP, record), record);
}

}  // namespace strew::torch
