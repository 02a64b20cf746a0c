// A call of the BNNS frontend: operands that mostly fit together, one field of which may hold anything.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "fuzz/bnns/descriptors.hpp"
#include "fuzz/shared/choices.hpp"
#include "strew/bnns.h"

namespace strew::fuzz {

enum class bnns_function : std::uint8_t { gather, scatter, gather_nd, scatter_nd };

// A descriptor and memory of exactly the bytes that it needs.
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
  bnns_function what = bnns_function::gather;
  described input, indices, output;
  std::size_t axis = 0;
  std::uint32_t op = 15;
  bool has_parameters = false;
  BNNSFilterParameters parameters = {};
  bool has_options = false;
  strew_options options = STREW_OPTIONS_INIT;
  bool is_aliased = false;  // the input is where the output is

  [[nodiscard]] bool is_scatter() const { return what == bnns_function::scatter || what == bnns_function::scatter_nd; }
  [[nodiscard]] bool is_nd() const { return what == bnns_function::gather_nd || what == bnns_function::scatter_nd; }
};

inline void set_shape(BNNSNDArrayDescriptor& to, const numbers& extents, choices& in) {
  std::vector<const layout_value*> fitting;
  for (const layout_value& one : layout_values)
    if (one.rank == extents.size()) fitting.push_back(&one);
  const layout_value& layout = *fitting[in.below(fitting.size())];
  to.layout = static_cast<BNNSDataLayout>(layout.value);
  const std::size_t rank = extents.size();
  const bool is_reversed = layout.listed == order::named || layout.listed == order::rotated;
  for (std::size_t d = 0; d < rank; ++d) to.size[is_reversed ? rank - 1 - d : d] = static_cast<std::size_t>(extents[d]);
  if (!in.one_in(3)) return;
  std::size_t step = 1 + in.below(3);
  for (std::size_t t = 0; t < rank; ++t) {
    if (!in.one_in(4)) to.stride[t] = step;
    const std::size_t along = layout.listed == order::first ? rank - 1 - t : t;
    step = step * to.size[along] + in.below(3);
  }
}

inline numbers any_extents(std::size_t rank, choices& in) {
  numbers made(rank);
  for (std::int64_t& one : made) one = in.between(1, rank > 4 ? 2 : 4);
  return made;
}

// The extents of table, indices and direct operand, in one of the three forms.
struct bnns_form {
  numbers table, indices, direct;
  std::size_t axis = 0;
};

inline bnns_form any_bnns_form(bool is_nd, choices& in) {
  bnns_form made;
  const std::size_t rank = in.one_in(4) ? 1 + in.below(8) : 1 + in.below(4);
  made.table = any_extents(rank, in);
  if (is_nd) {
    const std::size_t k = 1 + in.below(rank);
    made.indices = any_extents(in.below(3), in);
    made.direct = made.indices;
    made.indices.push_back(static_cast<std::int64_t>(k));
    made.direct.insert(made.direct.end(), made.table.begin() + static_cast<std::ptrdiff_t>(k), made.table.end());
    if (made.direct.empty()) made.direct = {1};
    if (made.direct.size() > 8) made.direct.resize(8);
    return made;
  }
  made.axis = in.below(rank);
  if (in.one_in(2)) {
    made.indices = any_extents(1, in);
    made.direct = made.table;
    made.direct[made.axis] = made.indices[0];
    return made;
  }
  made.indices = made.table;
  if (in.one_in(2)) made.indices[made.axis] = in.between(1, 4);
  made.direct = made.indices;
  return made;
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
      value.flags = static_cast<BNNSNDArrayFlags>(word);  // means nothing
      break;
    case 7:
      call.axis = static_cast<std::size_t>(in.arbitrary());
      break;
    case 8:
      call.op = word;
      break;
    case 9:
      value.stride[in.below(8)] = static_cast<std::size_t>(in.arbitrary());
      break;
    default:
      value.size[in.below(8)] = static_cast<std::size_t>(in.arbitrary());
  }
}

// Small numbers, now and then one that is negative or large.
inline void fill_indices(described& to, choices& in) {
  const std::uint64_t width = std::max<std::uint64_t>(strew_dtype_bytes(to.means.dtype), 1);
  for (std::size_t at = 0; at + width <= to.size; at += width) {
    const std::uint8_t value = in.byte();
    std::fill_n(to.memory.get() + at, width, value == 255 ? std::uint8_t{255} : std::uint8_t{0});
    if (value != 255) to.memory[at] = value % 64 == 63 ? std::uint8_t{3} : value % 2;
  }
}

// Memory for what the descriptor says; none, and so a null pointer, if that is too much.
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
  made.what = static_cast<bnns_function>(in.below(4));
  const bnns_form form = any_bnns_form(made.is_nd(), in);
  made.axis = form.axis;
  constexpr std::uint32_t ops[] = {15, 6, 14, 0, 1, 10, 11};
  made.op = ops[in.below(std::size(ops))];
  const std::uint32_t element = type_values[in.below(std::size(type_values))].value;
  made.input.value.data_type = made.output.value.data_type = static_cast<BNNSDataType>(element);
  made.indices.value.data_type = static_cast<BNNSDataType>(type_values[3 + in.below(8)].value);
  set_shape(made.input.value, made.is_scatter() ? form.direct : form.table, in);
  set_shape(made.output.value, made.is_scatter() ? form.table : form.direct, in);
  set_shape(made.indices.value, form.indices, in);
  set_settings(made, in);
  if (in.one_in(16)) made.input.value.data_scale = made.output.value.data_scale = 2;
  if (in.one_in(3)) spoil(made, in);
  for (described* one : {&made.input, &made.indices, &made.output}) place(*one, in);
  fill_indices(made.indices, in);
  made.is_aliased = in.one_in(32) && made.input.value.data != nullptr && made.output.value.data != nullptr;
  if (made.is_aliased) made.input.value.data = made.output.value.data;
}

}  // namespace strew::fuzz
