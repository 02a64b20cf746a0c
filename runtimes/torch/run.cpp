#include "torch/run.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <vector>

#include "strew/site.hpp"
#include "torch/dtypes.hpp"
#include "torch/executor.hpp"
#include "torch/failure.hpp"
#include "torch/options.hpp"

namespace strew::torch {
namespace {

constexpr std::int32_t cpu = 0;  // c10::DeviceType::CPU

// Numbers of a tensor's dimensions.
class numbers {
 public:
  explicit numbers(std::int64_t count) {
    if (static_cast<std::size_t>(count) > few_.size()) many_.resize(static_cast<std::size_t>(count));
  }
  std::int64_t* data() { return many_.empty() ? few_.data() : many_.data(); }

 private:
  std::array<std::int64_t, 8> few_;
  std::vector<std::int64_t> many_;
};

// A layout as a view, with strides in bytes.
class view {
 public:
  explicit view(const layout& from, const void* memory) : strides_(from.rank) {
    const element_type type = element_type_of(from.dtype);
    for (std::int64_t i = 0; i < from.rank; ++i)
      strides_.data()[i] = from.strides[i] * static_cast<std::int64_t>(type.bytes);
    set(from, memory, type);
  }
  // All elements are the one that the memory holds.
  static view of_one(const layout& from, const void* memory) { return {from, memory, 0}; }
  view(const view&) = delete;
  view& operator=(const view&) = delete;
  ~view() = default;

  [[nodiscard]] const strew_tensor* native() const { return &view_; }

 private:
  view(const layout& from, const void* memory, std::int64_t stride) : strides_(from.rank) {
    for (std::int64_t i = 0; i < from.rank; ++i) strides_.data()[i] = stride;
    set(from, memory, element_type_of(from.dtype));
  }
  // The memory of the output is written; a strew_tensor is const where it is read.
  void set(const layout& from, const void* memory, element_type type) {
    view_.data = const_cast<void*>(memory);
    view_.dtype = type.dtype;
    view_.element_bytes = type.bytes;
    view_.rank = static_cast<std::uint64_t>(from.rank);
    view_.extents = from.sizes;
    view_.strides = strides_.data();
  }

  numbers strides_;
  strew_tensor view_ = STREW_TENSOR_INIT;
};

// A new tensor, made when the engine has its sizes.
struct new_tensor {
  std::int32_t dtype;
  tensor made = {};
  std::exception_ptr failure = nullptr;

  void make(const std::int64_t* sizes, std::int64_t rank) {
    numbers strides(rank);
    std::int64_t next = 1;
    for (std::int64_t i = rank; i-- > 0;) {
      strides.data()[i] = next;
      // An empty tensor may have sizes whose product is beyond 64 bits.
      if (sizes[i] > 1 && __builtin_mul_overflow(next, sizes[i], &next)) next = 0;
    }
    tensor_handle handle = nullptr;
    STREW_TORCH_CALL(aoti_torch_empty_strided, rank, sizes, strides.data(), dtype, cpu, -1, &handle);
    made = tensor(handle);
  }
  static void* make_output(void* self, const std::int64_t* sizes, std::uint64_t rank) {
    auto& to = *static_cast<new_tensor*>(self);
    try {
      to.make(sizes, static_cast<std::int64_t>(rank));
      return to.made.write();
    } catch (...) {
      to.failure = std::current_exception();
      return nullptr;
    }
  }
};

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
}

tensor run_into_new(const call& given, const operands& tensors) {
  alignas(16) static constexpr std::byte zero[16] = {};
  const void* const fill = fill_of(tensors, given.data.dtype);
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
