#include "support/directml_vocabulary.hpp"

#include <algorithm>

namespace strew::support {
namespace {

constexpr int64_t max_elements = 0xFFFFFFFF;

// Elements only move, so what DirectML has no type for is carried by the unsigned integer of its width.
DML_TENSOR_DATA_TYPE carrier_of(uint64_t width) {
  if (width == 1) return DML_TENSOR_DATA_TYPE_UINT8;
  if (width == 2) return DML_TENSOR_DATA_TYPE_UINT16;
  if (width == 4) return DML_TENSOR_DATA_TYPE_UINT32;
  return width == 8 ? DML_TENSOR_DATA_TYPE_UINT64 : DML_TENSOR_DATA_TYPE_UNKNOWN;
}

DML_TENSOR_DATA_TYPE type_of(const strew_tensor& t) {
  switch (t.dtype) {
    case STREW_DTYPE_I8:
      return DML_TENSOR_DATA_TYPE_INT8;
    case STREW_DTYPE_I16:
      return DML_TENSOR_DATA_TYPE_INT16;
    case STREW_DTYPE_I32:
      return DML_TENSOR_DATA_TYPE_INT32;
    case STREW_DTYPE_I64:
      return DML_TENSOR_DATA_TYPE_INT64;
    case STREW_DTYPE_F16:
      return DML_TENSOR_DATA_TYPE_FLOAT16;
    case STREW_DTYPE_F32:
      return DML_TENSOR_DATA_TYPE_FLOAT32;
    case STREW_DTYPE_F64:
      return DML_TENSOR_DATA_TYPE_FLOAT64;
    default:
      return carrier_of(width_of(t));
  }
}

bool has_index_type(const strew_tensor& t) {
  const auto types = {STREW_DTYPE_I32, STREW_DTYPE_I64, STREW_DTYPE_U32, STREW_DTYPE_U64,
                      STREW_DTYPE_F16, STREW_DTYPE_F32, STREW_DTYPE_F64};
  return width_of(t) != 0 && std::find(types.begin(), types.end(), static_cast<int>(t.dtype)) != types.end();
}

// Strides in elements; those of dimensions of one element mean nothing and need not fit.
bool say_strides(const strew_tensor& t, UINT count, directml_tensor& made) {
  const auto width = static_cast<int64_t>(width_of(t));
  const std::vector<int64_t> strides = strides_of(t);
  made.strides.fill(1);
  int64_t reach = 1;
  for (size_t d = 0; d < strides.size(); ++d) {
    const bool is_plain = strides[d] >= 0 && strides[d] % width == 0 && strides[d] / width <= max_elements;
    if (t.extents[d] > 1 && !is_plain) return false;
    if (is_plain) made.strides[count - t.rank + d] = static_cast<UINT>(strides[d] / width);
    if (t.extents[d] == 1) continue;
    const int64_t steps = t.extents[d] - 1;
    if (strides[d] != 0 && steps > max_elements / (strides[d] / width)) return false;
    reach += steps * (strides[d] / width);
  }
  return reach <= max_elements;
}

bool say_tensor(const strew_tensor& t, UINT count, directml_tensor& made) {
  if (!has_extents_up_to(t, max_elements) || width_of(t) == 0) return false;
  int64_t elements = 1;
  made.sizes.fill(1);
  for (uint64_t d = 0; d < t.rank; ++d) {
    if (t.extents[d] > max_elements / elements) return false;
    elements *= t.extents[d];
    made.sizes[count - t.rank + d] = static_cast<UINT>(t.extents[d]);
  }
  if (!say_strides(t, count, made)) return false;
  made.buffer.DataType = type_of(t);
  made.buffer.DimensionCount = count;
  made.buffer.Sizes = made.sizes.data();
  made.buffer.Strides = t.strides == nullptr ? nullptr : made.strides.data();
  made.buffer.TotalTensorSizeInBytes =
      DMLCalcBufferTensorSize(made.buffer.DataType, count, made.buffer.Sizes, made.buffer.Strides);
  made.desc = {DML_TENSOR_TYPE_BUFFER, &made.buffer};
  return made.buffer.DataType != DML_TENSOR_DATA_TYPE_UNKNOWN;
}

DML_BUFFER_BINDING binding_of(const strew_tensor& t, const directml_tensor& said, uint64_t choice) {
  const UINT64 offset = t.data == nullptr ? 0 : choice % 3 * 16;
  return {static_cast<unsigned char*>(t.data) - offset, offset, said.buffer.TotalTensorSizeInBytes};
}

// The least DimensionCount that holds all, now and then more.
uint64_t dimension_count(const frontend_call& call) {
  constexpr uint64_t most = DML_TENSOR_DIMENSION_COUNT_MAX1;
  const uint64_t least = std::max({call.data->rank, call.indices->rank, call.direct().rank, uint64_t{1}});
  if (call.choice % 5 == 0) return least == most ? most : least + 1;
  return call.choice % 5 == 1 ? std::max(least, most) : least;
}

bool is_shorter_off_axis(const frontend_call& call, uint64_t axis) {
  for (uint64_t d = 0; d < call.data->rank; ++d) {
    if (d != axis && call.indices->extents[d] < call.data->extents[d]) return true;
  }
  return false;
}

void say_axis_forms(const frontend_call& call, UINT axis, directml_vocabulary& vocabulary) {
  const DML_TENSOR_DESC *data = &vocabulary.data.desc, *indices = &vocabulary.indices.desc,
                        *result = &vocabulary.result.desc;
  vocabulary.gather = {data, indices, result, axis, static_cast<UINT>(call.indices->rank)};
  vocabulary.gather_elements = {data, indices, result, axis};
  vocabulary.scatter = {data, indices, &vocabulary.updates.desc, result, axis};
  if (call.op == STREW_OPERATOR_GATHER) vocabulary.op = {DML_OPERATOR_GATHER, &vocabulary.gather};
  if (call.op == STREW_OPERATOR_GATHER_ELEMENTS)
    vocabulary.op = {DML_OPERATOR_GATHER_ELEMENTS, &vocabulary.gather_elements};
  if (call.op == STREW_OPERATOR_SCATTER_ELEMENTS) vocabulary.op = {DML_OPERATOR_SCATTER, &vocabulary.scatter};
}

void say_nd_forms(const frontend_call& call, directml_vocabulary& vocabulary) {
  const DML_TENSOR_DESC *data = &vocabulary.data.desc, *indices = &vocabulary.indices.desc,
                        *result = &vocabulary.result.desc;
  const auto r = static_cast<UINT>(call.data->rank);
  const auto q = static_cast<UINT>(call.indices->rank);
  vocabulary.gather_nd = {data, indices, result, r, q};
  vocabulary.gather_nd1 = {data, indices, result, r, q, static_cast<UINT>(call.batch_dims)};
  vocabulary.scatter_nd = {data, indices, &vocabulary.updates.desc, result, r, q};
  vocabulary.op = {DML_OPERATOR_GATHER_ND1, &vocabulary.gather_nd1};
  if (call.batch_dims == 0 && call.choice % 2 == 0) vocabulary.op = {DML_OPERATOR_GATHER_ND, &vocabulary.gather_nd};
  if (call.is_scatter()) vocabulary.op = {DML_OPERATOR_SCATTER_ND, &vocabulary.scatter_nd};
}

// Some inputs are handed over when the operator is initialized.
void say_owned(const frontend_call& call, directml_vocabulary& vocabulary) {
  directml_tensor* const inputs[] = {&vocabulary.data, &vocabulary.indices, &vocabulary.updates};
  for (size_t i = 0; i < vocabulary.input_count; ++i) {
    vocabulary.is_owned[i] = call.is_apart && call.choice / 81 % 4 == i;
    if (vocabulary.is_owned[i]) inputs[i]->buffer.Flags = DML_TENSOR_FLAG_OWNED_BY_DML;
  }
}

bool has_vocabulary(const frontend_call& call) {
  const bool has_operator = call.op != STREW_OPERATOR_SCATTER;
  const bool has_batches = call.op == STREW_OPERATOR_GATHER_ND;
  const bool reduces = call.options != nullptr && call.is_scatter() && call.options->reduction != STREW_REDUCTION_NONE;
  return has_operator && !reduces && call.batch_dims >= 0 && (has_batches || call.batch_dims == 0) &&
         has_index_type(*call.indices) && has_one_type(call) && has_fitting_ranks(call) && has_plain_fill(call);
}

}  // namespace

bool say(const frontend_call& call, directml_vocabulary& vocabulary) {
  if (!has_vocabulary(call) || dimension_count(call) > DML_TENSOR_DIMENSION_COUNT_MAX1) return false;
  const auto count = static_cast<UINT>(dimension_count(call));
  const strew_tensor* const tensors[] = {call.data, call.indices, call.updates, call.output};
  directml_tensor* const said[] = {&vocabulary.data, &vocabulary.indices, &vocabulary.updates, &vocabulary.result};
  for (size_t i = 0; i < 4; ++i) {
    if (tensors[i] != nullptr && !say_tensor(*tensors[i], count, *said[i])) return false;
  }
  vocabulary.inputs[0] = binding_of(*call.data, vocabulary.data, call.choice);
  vocabulary.inputs[1] = binding_of(*call.indices, vocabulary.indices, call.choice / 3);
  if (call.is_scatter()) vocabulary.inputs[2] = binding_of(*call.updates, vocabulary.updates, call.choice / 9);
  vocabulary.output = binding_of(*call.output, vocabulary.result, call.choice / 27);
  vocabulary.input_count = call.is_scatter() ? 3 : 2;
  say_owned(call, vocabulary);
  if (call.is_nd()) return say_nd_forms(call, vocabulary), true;
  const std::optional<uint64_t> axis = axis_from_front(call);
  if (!axis || *axis > count) return false;
  vocabulary.needs_lenience = call.is_elements() && is_shorter_off_axis(call, *axis);
  say_axis_forms(call, static_cast<UINT>(*axis + count - call.data->rank), vocabulary);
  return true;
}

}  // namespace strew::support
