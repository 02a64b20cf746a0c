#include "plan_state.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "failure.hpp"

namespace strew::python {
namespace {

template <class T>
T read_as(nb::handle value) {
  T made{};
  if (!nb::try_cast(value, made)) refuse_state();
  return made;
}

void read_options(strew_options& o, nb::handle given) {
  const nb::tuple words = read_tuple(given, 10);
  std::int32_t* const places[] = {&o.reduction,  &o.out_of_bounds, &o.negative_indices, &o.exclude_self,
                                  &o.accumulate, &o.unordered,     &o.duplicates,       &o.partial_window};
  std::size_t number = 0;
  for (std::int32_t* place : places) *place = read_as<std::int32_t>(words[number++]);
  o.fill_dtype = read_as<strew_dtype>(words[number++]);
  o.fill_bytes = read_as<std::uint64_t>(words[number]);
}

void read_fill_state(call_spec& made, nb::handle fill) {
  if (fill.is_none()) return;
  if (!nb::isinstance<nb::bytes>(fill)) refuse_state();
  const auto bytes = nb::borrow<nb::bytes>(fill);
  const bool is_raw = made.options.fill_dtype == STREW_DTYPE_OPAQUE;
  if (bytes.size() != (is_raw ? made.options.fill_bytes : sizeof(std::int64_t))) refuse_state();
  made.fill = std::make_shared<const std::string>(bytes.c_str(), bytes.size());
  made.options.fill_value = made.fill->data();
}

void read_dimensions(call_spec& made, nb::handle given) {
  if (given.is_none()) return;
  const nb::tuple dimensions = read_tuple(given, 2);
  const auto lists = read_as<std::vector<std::vector<std::int64_t>>>(dimensions[0]);
  auto numbers = std::make_shared<dimension_numbers>();
  if (lists.size() != std::size(numbers->lists)) refuse_state();
  std::copy(lists.begin(), lists.end(), numbers->lists);
  numbers->index_vector_dim = read_as<std::int64_t>(dimensions[1]);
  made.dimensions = std::move(numbers);
}

nb::object state_of(const std::optional<strew_segmentation>& by) {
  if (!by) return nb::none();
  return nb::make_tuple(by->form, by->out_of_bounds, by->ids_from_end, by->has_padding_index, by->has_padding_segment,
                        by->padding_index, by->padding_segment, by->segment_count);
}

void read_segmentation(call_spec& made, nb::handle given) {
  const bool has_segments = made.op == STREW_OPERATOR_SEGMENT_REDUCE || made.op == STREW_OPERATOR_SEGMENT_SCAN ||
                            made.op == STREW_OPERATOR_SDDMM;
  if (given.is_none() == has_segments) refuse_state();
  if (given.is_none()) return;
  const nb::tuple words = read_tuple(given, 8);
  strew_segmentation& by = made.segmentation.emplace(strew_segmentation(STREW_SEGMENTATION_INIT));
  by.form = read_as<std::int64_t>(words[0]);
  std::int32_t* const places[] = {&by.out_of_bounds, &by.ids_from_end, &by.has_padding_index, &by.has_padding_segment};
  std::size_t number = 1;
  for (std::int32_t* place : places) *place = read_as<std::int32_t>(words[number++]);
  by.padding_index = read_as<std::int64_t>(words[number++]);
  by.padding_segment = read_as<std::int64_t>(words[number++]);
  by.segment_count = read_as<std::int64_t>(words[number]);
}

nb::object state_of(const std::optional<strew_quantization>& by) {
  if (!by) return nb::none();
  return nb::make_tuple(by->bits, by->packing, by->block_size);
}

void read_quantization(call_spec& made, nb::handle given) {
  const bool may_have = made.op == STREW_OPERATOR_SEGMENT_REDUCE || made.op == STREW_OPERATOR_GATHER_BLOCK_QUANTIZED;
  if (given.is_none() ? made.op == STREW_OPERATOR_GATHER_BLOCK_QUANTIZED : !may_have) refuse_state();
  if (given.is_none()) return;
  const nb::tuple words = read_tuple(given, 3);
  strew_quantization& by = made.quantization.emplace(strew_quantization(STREW_QUANTIZATION_INIT));
  by.bits = read_as<std::int32_t>(words[0]);
  by.packing = read_as<std::int32_t>(words[1]);
  by.block_size = read_as<std::int64_t>(words[2]);
}

}  // namespace

nb::object state_of(const operand_shape& shape) {
  if (!shape.is_given) return nb::none();
  return nb::make_tuple(shape.dtype, shape.bytes, shape.extents, shape.is_packed, shape.strides);
}

nb::tuple state_of(const call_spec& spec) {
  const strew_options& o = spec.options;
  nb::object fill = nb::none();
  if (spec.fill) fill = nb::bytes(spec.fill->data(), spec.fill->size());
  nb::object dimensions = nb::none();
  if (spec.dimensions) {
    nb::list lists;
    for (const auto& list : spec.dimensions->lists) lists.append(list);
    dimensions = nb::make_tuple(lists, spec.dimensions->index_vector_dim);
  }
  return nb::make_tuple(spec.op, spec.axis, spec.batch_dims, spec.mode,
                        nb::make_tuple(o.reduction, o.out_of_bounds, o.negative_indices, o.exclude_self, o.accumulate,
                                       o.unordered, o.duplicates, o.partial_window, o.fill_dtype, o.fill_bytes),
                        fill, dimensions, spec.execution.threads, spec.execution.on_error, state_of(spec.segmentation),
                        state_of(spec.quantization), spec.counts);
}

void refuse_state() {
  raise(rule::PY12, nullptr, "the state is not that of a plan of this version of strew");
}

nb::tuple read_tuple(nb::handle value, std::size_t size) {
  if (!nb::isinstance<nb::tuple>(value) || nb::len(value) != size) refuse_state();
  return nb::borrow<nb::tuple>(value);
}

operand_shape shape_of(nb::handle given) {
  operand_shape made;
  if (given.is_none()) return made;
  const nb::tuple state = read_tuple(given, 5);
  made.is_given = true;
  made.dtype = read_as<strew_dtype>(state[0]);
  made.bytes = read_as<std::uint64_t>(state[1]);
  made.extents = read_as<std::vector<std::int64_t>>(state[2]);
  made.is_empty = std::find(made.extents.begin(), made.extents.end(), 0) != made.extents.end();
  made.is_packed = read_as<bool>(state[3]);
  made.strides = read_as<std::vector<std::int64_t>>(state[4]);
  if (made.strides.size() != (made.is_packed ? 0 : made.extents.size())) refuse_state();
  return made;
}

call_spec call_spec_of(nb::handle given) {
  const nb::tuple state = read_tuple(given, 12);
  call_spec made;
  const auto kind = read_as<std::int32_t>(state[0]);
  if (strew_operator_name(kind) == nullptr) refuse_state();
  made.op = kind;
  made.axis = read_as<std::int64_t>(state[1]);
  made.batch_dims = read_as<std::int64_t>(state[2]);
  made.mode = read_as<std::int32_t>(state[3]);
  read_options(made.options, state[4]);
  read_fill_state(made, state[5]);
  read_dimensions(made, state[6]);
  read_segmentation(made, state[9]);
  read_quantization(made, state[10]);
  made.counts = read_as<bool>(state[11]);
  if (made.counts && made.op != STREW_OPERATOR_SEGMENT_SCAN) refuse_state();
  made.execution = {read_as<std::uint64_t>(state[7]), read_as<std::int32_t>(state[8])};
  const std::int32_t on_error = made.execution.on_error;
  if (on_error != STREW_ON_ERROR_KEEP && on_error != STREW_ON_ERROR_DISCARD) refuse_state();
  return made;
}

}  // namespace strew::python
