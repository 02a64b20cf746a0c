// A call of the BNNS frontend: a case for platforms in its descriptors, one field of which may hold anything.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "cases/generate.hpp"
#include "fuzz/bnns/descriptors.hpp"
#include "fuzz/shared/choices.hpp"
#include "strew/bnns.h"

namespace strew::fuzz {

using cases::operator_kind;

// A descriptor and memory of exactly the required size.
struct described {
  BNNSNDArrayDescriptor value = {};
  bool is_null = false;
  meaning means;
  std::unique_ptr<std::uint8_t[]> memory;
  std::size_t size = 0;

  [[nodiscard]] const BNNSNDArrayDescriptor* get() const { return is_null ? nullptr : &value; }
  [[nodiscard]] std::vector<std::uint8_t> contents() const { return {memory.get(), memory.get() + size}; }
};

struct bnns_call {
  operator_kind op = operator_kind::gather;
  described input, indices, output;
  std::size_t axis = 0;
  std::uint32_t reduce = 15;
  bool has_parameters = false;
  BNNSFilterParameters parameters = {};
  bool has_options = false;
  strew_options options = STREW_OPTIONS_INIT;
  bool is_aliased = false;  // the input uses the memory of the output

  [[nodiscard]] bool is_scatter() const { return cases::is_scatter(op); }
  [[nodiscard]] bool is_nd() const { return op == operator_kind::gather_nd || op == operator_kind::scatter_nd; }
};

// BNNS has no batches, only ranks from 1 to 8 and, along an axis, indices of one dimension or of all.
inline bool has_bnns_form(const cases::test_case& p) {
  const auto has_rank = [](const numbers& extents) { return !extents.empty() && extents.size() <= 8; };
  const bool is_along_axis = p.op == operator_kind::gather || p.op == operator_kind::scatter;
  return p.batch_dims == 0 && has_rank(p.data.extents) && has_rank(p.indices.extents) &&
         p.direct().extents.size() <= 8 && (!is_along_axis || p.indices.extents.size() == 1);
}

inline cases::test_case any_bnns_case(choices& in) {
  cases::test_case made;
  do {
    made = {};
    cases::draw_for_platforms(made, in, cases::all_operators());
  } while (!has_bnns_form(made));
  if (!made.direct().extents.empty()) return made;
  made.direct().extents = {1};
  made.direct().packed = true;
  return made;
}

inline void set_places(BNNSNDArrayDescriptor& to, const cases::view& from, choices& in) {
  const std::size_t rank = from.extents.size();
  std::vector<const layout_value*> fitting;
  for (const layout_value& one : layout_values)
    if (one.rank == rank) fitting.push_back(&one);
  const layout_value& layout = *fitting[in.below(fitting.size())];
  to.layout = static_cast<BNNSDataLayout>(layout.value);
  const bool is_reversed = layout.listed == order::named || layout.listed == order::rotated;
  for (std::size_t d = 0; d < rank; ++d) {
    to.size[is_reversed ? rank - 1 - d : d] = static_cast<std::size_t>(from.extents[d]);
    if (from.packed || in.one_in(8)) continue;
    const auto stride = static_cast<std::size_t>(from.strides[d] / cases::width_of(from));
    to.stride[layout.listed == order::last ? d : rank - 1 - d] = stride;
  }
}

// Any BNNS type for such elements; any type if there is none.
inline void set_type(BNNSNDArrayDescriptor& to, strew_dtype dtype, choices& in) {
  std::vector<const type_value*> fitting;
  for (const type_value& one : type_values)
    if (one.dtype == dtype) fitting.push_back(&one);
  const type_value& type =
      fitting.empty() ? type_values[in.below(std::size(type_values))] : *fitting[in.below(fitting.size())];
  to.data_type = static_cast<BNNSDataType>(type.value);
}

inline void spoil(bnns_call& call, choices& in) {
  described* const all[] = {&call.input, &call.indices, &call.output};
  described& one = *all[in.below(3)];
  BNNSNDArrayDescriptor& value = one.value;
  const auto word = static_cast<std::uint32_t>(in.arbitrary());
  switch (in.below(12)) {
    case 0:
      one.is_null = true;
      break;
    case 1:
      value.layout = static_cast<BNNSDataLayout>(in.one_in(2) ? layout_values[in.below(28)].value : word);
      break;
    case 2:
      value.data_type = static_cast<BNNSDataType>(in.one_in(2) ? type_values[in.below(13)].value : word);
      break;
    case 3:
      value.data_scale = static_cast<float>(in.below(3));
      break;
    case 4:
      value.data_bias = in.one_in(2) ? 1.0F : -0.0F;
      break;
    case 5:
      value.table_data = &call;
      break;
    case 6:
      value.flags = static_cast<BNNSNDArrayFlags>(word);  // without effect
      break;
    case 7:
      call.axis = static_cast<std::size_t>(in.arbitrary());
      break;
    case 8:
      call.reduce = word;
      break;
    case 9:
      value.stride[in.below(8)] = static_cast<std::size_t>(in.arbitrary());
      break;
    default:
      value.size[in.below(8)] = static_cast<std::size_t>(in.arbitrary());
  }
}

// Small numbers, sometimes negative or large ones.
inline void fill_indices(described& to, choices& in) {
  const std::uint64_t width = std::max<std::uint64_t>(strew_dtype_bytes(to.means.dtype), 1);
  for (std::size_t at = 0; at + width <= to.size; at += width) {
    const std::uint8_t value = in.byte();
    std::fill_n(to.memory.get() + at, width, value == 255 ? std::uint8_t{255} : std::uint8_t{0});
    if (value != 255) to.memory[at] = value % 64 == 63 ? std::uint8_t{3} : value % 2;
  }
}

// Allocates the memory that the descriptor describes; none, and thus a null pointer, if that is too much.
inline void place(described& to, choices& in) {
  to.means = meaning_of(to.value);
  const bool is_large = to.means.is_good && to.means.needed > (1 << 14);
  to.size = to.means.is_good && !is_large ? static_cast<std::size_t>(to.means.needed) : 8;
  to.memory = std::make_unique<std::uint8_t[]>(to.size);
  std::vector<std::uint8_t> values(to.size);
  in.fill(values);
  std::copy(values.begin(), values.end(), to.memory.get());
  to.value.data = is_large ? nullptr : to.memory.get();
}

inline void set_settings(bnns_call& call, choices& in) {
  call.has_options = in.one_in(4);
  std::int32_t* const fields[] = {&call.options.reduction,     &call.options.out_of_bounds,
                                  &call.options.accumulate,    &call.options.negative_indices,
                                  &call.options.duplicates,    &call.options.exclude_self,
                                  &call.options.partial_window};
  for (std::int32_t* field : fields)
    if (in.one_in(field == &call.options.reduction ? 16 : 3)) *field = static_cast<std::int32_t>(in.below(6));
  if (in.one_in(64)) call.options.version = static_cast<std::uint32_t>(in.arbitrary());
  call.has_parameters = in.one_in(3);
  call.parameters.flags = in.one_in(16) ? static_cast<std::uint32_t>(in.arbitrary()) : in.byte() % 2;
  call.parameters.n_threads = in.one_in(4) ? static_cast<std::size_t>(in.arbitrary()) : in.below(4);
}

inline void read_call(bnns_call& made, choices& in) {
  const cases::test_case from = any_bnns_case(in);
  made.op = from.op;
  made.axis = static_cast<std::size_t>(from.axis < 0 ? from.axis + std::ssize(from.data.extents) : from.axis);
  made.reduce = *std::ranges::find(reduce_values, from.reduction, reduction_of);
  set_type(made.output.value, from.data.type, in);
  made.input.value.data_type = made.output.value.data_type;
  set_type(made.indices.value, from.indices.type, in);
  if (in.one_in(4)) made.indices.value.data_type = static_cast<BNNSDataType>(type_values[3 + in.below(8)].value);
  set_places(made.input.value, made.is_scatter() ? from.updates : from.data, in);
  set_places(made.output.value, from.output, in);
  set_places(made.indices.value, from.indices, in);
  set_settings(made, in);
  if (in.one_in(16)) made.input.value.data_scale = made.output.value.data_scale = 2;
  if (in.one_in(3)) spoil(made, in);
  for (described* one : {&made.input, &made.indices, &made.output}) place(*one, in);
  fill_indices(made.indices, in);
  made.is_aliased = in.one_in(32) && made.input.value.data != nullptr && made.output.value.data != nullptr;
  if (made.is_aliased) made.input.value.data = made.output.value.data;
}

}  // namespace strew::fuzz
