#include "support/bnns_vocabulary.hpp"

#include <algorithm>

namespace strew::support {
namespace {

constexpr int64_t max_elements = int64_t{1} << 40;

struct type_row {
  strew_dtype dtype;
  BNNSDataType type;
};

constexpr type_row types[] = {{STREW_DTYPE_BOOL, BNNSDataTypeBoolean},  {STREW_DTYPE_I8, BNNSDataTypeInt8},
                              {STREW_DTYPE_I16, BNNSDataTypeInt16},     {STREW_DTYPE_I32, BNNSDataTypeInt32},
                              {STREW_DTYPE_I64, BNNSDataTypeInt64},     {STREW_DTYPE_U8, BNNSDataTypeUInt8},
                              {STREW_DTYPE_U16, BNNSDataTypeUInt16},    {STREW_DTYPE_U32, BNNSDataTypeUInt32},
                              {STREW_DTYPE_U64, BNNSDataTypeUInt64},    {STREW_DTYPE_F16, BNNSDataTypeFloat16},
                              {STREW_DTYPE_BF16, BNNSDataTypeBFloat16}, {STREW_DTYPE_F32, BNNSDataTypeFloat32}};

BNNSDataType exact_type(const strew_tensor& t) {
  const auto is_it = [&](const type_row& row) { return row.dtype == t.dtype; };
  const auto* found = std::find_if(std::begin(types), std::end(types), is_it);
  return found == std::end(types) || width_of(t) == 0 ? BNNSDataType{} : found->type;
}

// What only moves is carried by the unsigned integer of its width.
BNNSDataType type_of(const strew_tensor& t, bool moves) {
  const BNNSDataType exact = exact_type(t);
  if (exact != BNNSDataType{} || !moves) return exact;
  switch (width_of(t)) {
    case 1:
      return BNNSDataTypeUInt8;
    case 2:
      return BNNSDataTypeUInt16;
    case 4:
      return BNNSDataTypeUInt32;
    case 8:
      return BNNSDataTypeUInt64;
    default:
      return BNNSDataType{};
  }
}

struct layout_row {
  BNNSDataLayout layout;
  uint64_t rank;
  bool has_reversed_sizes;
  bool has_reversed_strides;
};

// Of each rank the layouts that name the logical dimensions in order.
constexpr layout_row layouts[] = {{BNNSDataLayoutVector, 1, false, false},
                                  {BNNSDataLayout1DLastMajor, 1, false, false},
                                  {BNNSDataLayout1DFirstMajor, 1, false, true},
                                  {BNNSDataLayoutRowMajorMatrix, 2, true, true},
                                  {BNNSDataLayoutColumnMajorMatrix, 2, false, false},
                                  {BNNSDataLayout2DLastMajor, 2, false, false},
                                  {BNNSDataLayout2DFirstMajor, 2, false, true},
                                  {BNNSDataLayoutImageCHW, 3, true, true},
                                  {BNNSDataLayout3DLastMajor, 3, false, false},
                                  {BNNSDataLayout3DFirstMajor, 3, false, true},
                                  {BNNSDataLayout4DLastMajor, 4, false, false},
                                  {BNNSDataLayout4DFirstMajor, 4, false, true},
                                  {BNNSDataLayout5DLastMajor, 5, false, false},
                                  {BNNSDataLayout5DFirstMajor, 5, false, true},
                                  {BNNSDataLayout6DLastMajor, 6, false, false},
                                  {BNNSDataLayout6DFirstMajor, 6, false, true},
                                  {BNNSDataLayout7DLastMajor, 7, false, false},
                                  {BNNSDataLayout7DFirstMajor, 7, false, true},
                                  {BNNSDataLayout8DLastMajor, 8, false, false},
                                  {BNNSDataLayout8DFirstMajor, 8, false, true}};

// Packed rows need a layout that is fastest in the last dimension: stride 0 means packed in the layout's own order.
const layout_row* find_layout(uint64_t rank, bool is_packed, uint64_t choice) {
  std::vector<const layout_row*> fitting;
  for (const layout_row& row : layouts) {
    if (row.rank == rank && (!is_packed || row.has_reversed_strides || rank == 1)) fitting.push_back(&row);
  }
  return fitting.empty() ? nullptr : fitting[choice % fitting.size()];
}

bool say_strides(const strew_tensor& t, const layout_row& layout, BNNSNDArrayDescriptor& made) {
  const auto width = static_cast<int64_t>(width_of(t));
  const std::vector<int64_t> strides = strides_of(t);
  for (size_t d = 0; d < t.rank; ++d) {
    const bool is_plain = strides[d] > 0 && strides[d] % width == 0 && strides[d] / width <= max_elements;
    if (t.extents[d] > 1 && !is_plain) return false;
    made.stride[layout.has_reversed_strides ? t.rank - 1 - d : d] =
        static_cast<size_t>(is_plain ? strides[d] / width : 1);
  }
  return true;
}

// A result of one element, of rank 0, is a vector of one.
bool say_one(const strew_tensor& t, BNNSDataType type, BNNSNDArrayDescriptor& made) {
  made.layout = BNNSDataLayoutVector;
  made.size[0] = 1;
  made.data = t.data;
  made.data_type = type;
  return type != BNNSDataType{};
}

bool say_tensor(const strew_tensor& t, BNNSDataType type, uint64_t choice, BNNSNDArrayDescriptor& made) {
  if (t.rank == 0) return say_one(t, type, made);
  const bool is_packed = t.strides == nullptr;
  const layout_row* const layout = find_layout(t.rank, is_packed, choice);
  if (layout == nullptr || type == BNNSDataType{} || !has_extents_up_to(t, max_elements)) return false;
  int64_t elements = 1;
  for (uint64_t d = 0; d < t.rank; ++d) {
    if (t.extents[d] > max_elements / elements) return false;
    elements *= t.extents[d];
    made.size[layout->has_reversed_sizes ? t.rank - 1 - d : d] = static_cast<size_t>(t.extents[d]);
  }
  made.layout = layout->layout;
  made.data = t.data;
  made.data_type = type;
  return is_packed || say_strides(t, *layout, made);
}

struct reduction_row {
  int32_t reduction;
  BNNSReduceFunction function;
  bool is_of_boolean;
};

constexpr reduction_row reductions[] = {
    {STREW_REDUCTION_NONE, BNNSReduceFunctionNone, false},    {STREW_REDUCTION_ADD, BNNSReduceFunctionSum, false},
    {STREW_REDUCTION_MUL, BNNSReduceFunctionProduct, false},  {STREW_REDUCTION_MIN, BNNSReduceFunctionMin, false},
    {STREW_REDUCTION_MAX, BNNSReduceFunctionMax, false},      {STREW_REDUCTION_OR, BNNSReduceFunctionLogicalOr, true},
    {STREW_REDUCTION_AND, BNNSReduceFunctionLogicalAnd, true}};

bool say_reduction(const frontend_call& call, bnns_vocabulary& vocabulary) {
  if (!call.is_scatter()) return true;
  for (const reduction_row& row : reductions) {
    if (row.reduction != vocabulary.options.reduction) continue;
    vocabulary.reduction = row.function;
    vocabulary.options.reduction = STREW_REDUCTION_NONE;
    return !row.is_of_boolean || call.data->dtype == STREW_DTYPE_BOOL;
  }
  return false;
}

// BNNS's own options: an index outside or negative is an error.
bool are_defaults(const strew_options& o) {
  return o.negative_indices == STREW_NEGATIVE_INVALID && o.out_of_bounds == STREW_OOB_ERROR && o.exclude_self == 0 &&
         o.accumulate == STREW_ACCUMULATE_WIDE && o.unordered == 0 && o.duplicates == STREW_DUPLICATES_ALLOW &&
         o.partial_window == STREW_PARTIAL_ELEMENT && o.fill_value == nullptr;
}

// 1-D indices select along the axis, indices of the rank of data element by element.
bool has_its_form(const frontend_call& call) {
  return call.batch_dims == 0 && (call.is_nd() || call.is_elements() || call.indices->rank == 1);
}

}  // namespace

bool say(const frontend_call& call, bnns_vocabulary& vocabulary) {
  if (call.options != nullptr) vocabulary.options = *call.options;
  if (call.indices->rank == 0 || !has_fitting_ranks(call) || !has_one_type(call) || !has_its_form(call)) return false;
  if (!has_plain_fill(call) || !say_reduction(call, vocabulary)) return false;
  vocabulary.has_options = vocabulary.options.reduction != STREW_REDUCTION_NONE || !are_defaults(vocabulary.options);
  const bool moves = vocabulary.reduction == BNNSReduceFunctionNone;
  const strew_tensor* const tensors[] = {call.data, call.updates, call.output};
  BNNSNDArrayDescriptor* const said[] = {&vocabulary.data, &vocabulary.updates, &vocabulary.output};
  for (size_t i = 0; i < 3; ++i) {
    if (tensors[i] == nullptr) continue;
    if (!say_tensor(*tensors[i], type_of(*tensors[i], moves), call.choice >> (2 * i), *said[i])) return false;
  }
  const std::optional<uint64_t> axis = axis_from_front(call);
  vocabulary.axis = axis.value_or(0);
  return (call.is_nd() || axis) &&
         say_tensor(*call.indices, exact_type(*call.indices), call.choice / 64, vocabulary.indices);
}

}  // namespace strew::support
