// An operator's description from fuzzer input.
#include "fuzz/directml/descriptions.hpp"

namespace strew::fuzz {
namespace {

using cases::operator_kind;

operator_kind form_of(directml_form kind) {
  switch (kind) {
    case directml_form::gather:
      return operator_kind::gather;
    case directml_form::gather_elements:
    case directml_form::scatter:
      return operator_kind::gather_elements;  // the updates of a scatter have the extents of a gather's output
    default:
      return operator_kind::gather_nd;
  }
}

// Valid extents for the operator, sometimes with one exception. DirectML has no empty tensors.
cases::test_case any_shapes(operator_kind op, choices& in) {
  cases::test_case made;
  made.op = op;
  do cases::draw_shapes(made, in);
  while (made.batch_dims > 0 && in.one_in(2));  // most operators of DirectML have no batches
  numbers* const all[] = {&made.data.extents, &made.indices.extents, &made.output.extents};
  if (!in.one_in(16)) {
    for (numbers* extents : all)
      for (std::int64_t& extent : *extents) extent = std::max<std::int64_t>(extent, 1);
  }
  numbers& one = *all[in.below(3)];
  if (in.one_in(10) && !one.empty()) one[in.below(one.size())] = in.between(0, 5);
  return made;
}

std::uint64_t dimension_count(const cases::test_case& shape, choices& in) {
  const std::uint64_t least = std::max<std::uint64_t>(
      {shape.data.extents.size(), shape.indices.extents.size(), shape.output.extents.size(), 1});
  return in.one_in(4) ? std::max(least, 1 + in.below(max_dimensions)) : least;
}

// An unknown operator type, since the structure would be wrong for another known one.
DML_OPERATOR_TYPE unknown_type(choices& in) {
  const auto type = arbitrary_enum<DML_OPERATOR_TYPE>(in);
  return strew_directml_operator_name(type) == nullptr ? type : DML_OPERATOR_INVALID;
}

void set_numbers(directml_operator& made, const cases::test_case& shape, std::uint64_t count, choices& in) {
  const bool has_axis = form_of(made.form) != operator_kind::gather_nd;
  const auto rank = static_cast<UINT>(shape.data.extents.size());
  const auto pad = static_cast<UINT>(count) - rank;
  const UINT axis = static_cast<UINT>(shape.axis) + (shape.axis < 0 ? rank : 0U) + pad;
  made.axis_or_input_count = has_axis ? axis : rank;
  made.index_count = static_cast<UINT>(shape.indices.extents.size());
  made.batch_count = static_cast<UINT>(shape.batch_dims);
  for (UINT* number : {&made.axis_or_input_count, &made.index_count, &made.batch_count}) {
    if (in.one_in(32)) *number = in.one_in(2) ? arbitrary32(in) : static_cast<UINT>(in.below(10));
  }
}

void set_descs(directml_operator& made, choices& in) {
  const DML_TENSOR_DESC* tensors[] = {&made.data.desc, &made.indices.desc, &made.updates.desc, &made.output.desc};
  if (in.one_in(64)) tensors[in.below(4)] = nullptr;
  const auto [data, indices, updates, output] = tensors;
  const UINT first = made.axis_or_input_count;
  made.gather = {data, indices, output, first, made.index_count};
  made.gather_elements = {data, indices, output, first};
  made.gather_nd = {data, indices, output, first, made.index_count};
  made.gather_nd1 = {data, indices, output, first, made.index_count, made.batch_count};
  made.scatter = {data, indices, updates, output, first};
  made.scatter_nd = {data, indices, updates, output, first, made.index_count};
  const DML_OPERATOR_DESC descs[] = {
      {DML_OPERATOR_GATHER, &made.gather},       {DML_OPERATOR_GATHER_ELEMENTS, &made.gather_elements},
      {DML_OPERATOR_GATHER_ND, &made.gather_nd}, {DML_OPERATOR_GATHER_ND1, &made.gather_nd1},
      {DML_OPERATOR_SCATTER, &made.scatter},     {DML_OPERATOR_SCATTER_ND, &made.scatter_nd}};
  made.desc = descs[static_cast<std::size_t>(made.form)];
  if (in.one_in(128)) made.desc.Type = unknown_type(in);
  if (in.one_in(128)) made.desc.Desc = nullptr;
}

}  // namespace

directml_operator::directml_operator(choices& in) : form(static_cast<directml_form>(in.below(directml_forms))) {
  constexpr DML_TENSOR_DATA_TYPE index_types[] = {DML_TENSOR_DATA_TYPE_INT32, DML_TENSOR_DATA_TYPE_INT64,
                                                  DML_TENSOR_DATA_TYPE_UINT32, DML_TENSOR_DATA_TYPE_UINT64};
  const cases::test_case shape = any_shapes(form_of(form), in);
  const std::uint64_t count = dimension_count(shape, in);
  const auto type = static_cast<DML_TENSOR_DATA_TYPE>(1 + in.below(11));
  const DML_TENSOR_DATA_TYPE index_type = index_types[in.below(4)];
  const numbers& result = is_scatter() ? shape.data.extents : shape.output.extents;
  set_tensor(data, shape.data.extents, count, type, false, in);
  set_tensor(indices, shape.indices.extents, count, index_type, false, in);
  if (is_scatter()) set_tensor(updates, shape.output.extents, count, type, false, in);
  set_tensor(output, result, count, type, true, in);
  set_numbers(*this, shape, count, in);
  set_descs(*this, in);
}

}  // namespace strew::fuzz
