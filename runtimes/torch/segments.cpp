#include "torch/segments.hpp"

#include <cstdint>
#include <optional>
#include <vector>

#include "strew/strew.h"
#include "torch/arguments.hpp"
#include "torch/dtypes.hpp"
#include "torch/executor.hpp"
#include "torch/failure.hpp"
#include "torch/options.hpp"
#include "torch/view.hpp"

namespace strew::torch {
namespace {

using segments_function = decltype(&strew_segment_reduce);

// An operand and its view; without a tensor, null.
class given_tensor {
 public:
  explicit given_tensor(tensor from) : tensor_(std::move(from)) {
    if (tensor_.is_given()) view_.emplace(layout_of(tensor_), tensor_.read());
  }
  [[nodiscard]] const strew_tensor* native() const { return view_ ? view_->native() : nullptr; }
  [[nodiscard]] std::int32_t dtype() const { return layout_of(tensor_).dtype; }

 private:
  tensor tensor_;
  std::optional<view> view_;
};

// What follows the tensors of both operators: the size of the result, then numbers.
struct segment_arguments {
  std::vector<std::int64_t> size;
  strew_segmentation by = STREW_SEGMENTATION_INIT;
  std::int64_t batch_dims = 0;
  strew_options options = STREW_OPTIONS_INIT;

  explicit segment_arguments(arguments& all) : size(all.next_integers()) {
    by.form = all.next_integer();
    batch_dims = all.next_integer();
    options = options_of(all.next_integer());
    const strew_options of_segments = options_of(all.next_integer());
    by.out_of_bounds = of_segments.out_of_bounds;
    by.ids_from_end = of_segments.negative_indices == STREW_NEGATIVE_FROM_END ? 1 : 0;
    set(all.next_optional_integer(), by.has_padding_index, by.padding_index);
    set(all.next_optional_integer(), by.has_padding_segment, by.padding_segment);
  }

 private:
  static void set(std::optional<std::int64_t> given, std::int32_t& is_given, std::int64_t& value) {
    is_given = given ? 1 : 0;
    value = given.value_or(0);
  }
};

tensor run_segments(segments_function function, const segment_arguments& given, strew_operands& all,
                    std::int32_t dtype) {
  new_tensor to{dtype};
  to.make(given.size.data(), static_cast<std::int64_t>(given.size.size()));
  const view output(layout_of(to.made), to.made.write());
  all.output = output.native();
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.executor = parallel_for();
  execution.on_error = STREW_ON_ERROR_DISCARD;
  strew_error record = STREW_ERROR_INIT;
  check(function(&all, &given.by, given.batch_dims, &given.options, &execution, &record), record);
  return std::move(to.made);
}

// The tensors of segment_reduce, before what follows them.
struct reduced_tensors {
  given_tensor data, indices, segments, weights, base;

  explicit reduced_tensors(arguments& all)
      : data(all.next_tensor()),
        indices(all.next_optional_tensor()),
        segments(all.next_optional_tensor()),
        weights(all.next_optional_tensor()),
        base(all.next_optional_tensor()) {}

  [[nodiscard]] strew_operands all() const {
    strew_operands made = STREW_OPERANDS_INIT;
    made.data = data.native(), made.indices = indices.native(), made.segments = segments.native();
    made.weights = weights.native(), made.base = base.native();
    return made;
  }
};

void segment_reduce(stack_value* stack, std::uint64_t, std::uint64_t) {
  arguments rest(stack);
  const reduced_tensors of(rest);
  const segment_arguments given(rest);
  strew_operands all = of.all();
  stack[0] = run_segments(&strew_segment_reduce, given, all, of.data.dtype()).release();
}

// The positions of minima or maxima; those themselves go.
void segment_arg(stack_value* stack, std::uint64_t, std::uint64_t) {
  arguments rest(stack);
  const reduced_tensors of(rest);
  const segment_arguments given(rest);
  strew_operands all = of.all();
  new_tensor to{torch_dtype_of(STREW_DTYPE_I64)};
  to.make(given.size.data(), static_cast<std::int64_t>(given.size.size()));
  const view positions(layout_of(to.made), to.made.write());
  all.arg = positions.native();
  run_segments(&strew_segment_reduce, given, all, of.data.dtype());
  stack[0] = to.made.release();
}

void sddmm(stack_value* stack, std::uint64_t, std::uint64_t) {
  arguments rest(stack);
  const given_tensor data(rest.next_tensor()), right(rest.next_tensor());
  const given_tensor indices(rest.next_optional_tensor()), segments(rest.next_optional_tensor());
  const segment_arguments given(rest);
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = data.native(), all.right = right.native();
  all.indices = indices.native(), all.segments = segments.native();
  stack[0] = run_segments(&strew_sddmm, given, all, data.dtype()).release();
}

}  // namespace

#define STREW_REDUCE_ARGUMENTS                                                                             \
  "(Tensor data, Tensor? indices, Tensor? segments, Tensor? weights, Tensor? base, SymInt[] size, "        \
  "int form, int batch_dims, int options, int segment_options, int? padding_index, int? padding_segment) " \
  "-> Tensor"

const own_operator segment_operators[3] = {
    {"segment_reduce", "segment_reduce" STREW_REDUCE_ARGUMENTS, segment_reduce},
    {"segment_arg", "segment_arg" STREW_REDUCE_ARGUMENTS, segment_arg},
    {"sddmm",
     "sddmm(Tensor data, Tensor right, Tensor? indices, Tensor? segments, SymInt[] size, int form, int batch_dims, "
     "int options, int segment_options, int? padding_index, int? padding_segment) -> Tensor",
     sddmm},
};

}  // namespace strew::torch
