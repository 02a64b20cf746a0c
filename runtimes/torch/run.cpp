#include "torch/run.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "strew/strew.h"
#include "torch/executor.hpp"
#include "torch/failure.hpp"

namespace strew::torch {
namespace {

constexpr std::int32_t cpu = 0;  // c10::DeviceType::CPU

tensor make_result(const planned& what, std::int32_t dtype) {
  tensor_handle made = nullptr;
  STREW_TORCH_CALL(aoti_torch_empty_strided, static_cast<std::int64_t>(what.sizes.size()), what.sizes.data(),
                   what.strides.data(), dtype, cpu, -1, &made);
  return tensor(made);
}

const void* fill_of(const operands& tensors, std::int32_t dtype) {
  if (!tensors.fill.is_given()) return nullptr;
  const layout one = layout_of(tensors.fill);
  if (one.dtype != dtype || one.rank != 0)
    throw std::runtime_error("AT4: fill: it is not a tensor of rank 0 and of the element type of data");
  return tensors.fill.read();
}

void read_layouts(call& given, const operands& tensors) {
  given.indices = layout_of(tensors.indices);
  if (given.kind != form::gather) given.updates = layout_of(tensors.updates);
  if (given.kind != form::zeros)
    given.data = layout_of(tensors.data);
  else
    given.data.dtype = given.updates.dtype;
  given.fill = fill_of(tensors, given.data.dtype);
}

pointers pointers_of(const call& given, const operands& tensors, const tensor& result) {
  pointers at{};
  // First, since writing may move what data share with another tensor.
  at.output = given.kind == form::in_place ? tensors.data.write() : result.write();
  at.data = given.kind == form::gather || given.kind == form::scatter ? tensors.data.read() : at.output;
  at.indices = tensors.indices.read();
  at.updates = given.kind == form::gather ? nullptr : tensors.updates.read();
  return at;
}

}  // namespace

tensor run(call& given, const operands& tensors) {
  read_layouts(given, tensors);
  const planned& what = plan_of(given);
  tensor result = given.kind == form::in_place ? tensor() : make_result(what, given.data.dtype);
  const pointers at = pointers_of(given, tensors, result);
  if (given.kind == form::zeros) set_to_zero(at.output, what.bytes);
  execute(what, at, given.kind == form::in_place ? STREW_ON_ERROR_KEEP : STREW_ON_ERROR_DISCARD);
  return result;
}

void execute(const planned& what, const pointers& at, std::int32_t on_error) {
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.executor = &parallel_for;
  execution.on_error = on_error;
  strew_error record;
  check(strew_execute(what.plan.get(), at.data, at.indices, at.updates, at.output, &execution, &reset(record)), record);
}

}  // namespace strew::torch
