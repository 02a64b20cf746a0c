#include "jax/attributes.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "jax/xla_ffi.hpp"
#include "strew/strew.h"

namespace strew::jax {
namespace {

using value_type = xla::attribute_type;
using read_value = bool (*)(value_type, const void*, call_form&);

// A number of 64 bits, as a field of any width.
template <class Field>
bool read_number(value_type type, const void* value, Field& field) {
  const auto* number = static_cast<const xla::scalar*>(value);
  if (type != value_type::scalar || number->type != xla::data_type::s64) return false;
  std::int64_t read = 0;
  std::memcpy(&read, number->value, sizeof read);
  field = static_cast<Field>(read);
  return static_cast<std::int64_t>(field) == read;
}

bool read_list(value_type type, const void* value, strew_dims& field) {
  const auto* list = static_cast<const xla::array*>(value);
  if (type != value_type::array || list->type != xla::data_type::s64) return false;
  field = {list->size == 0 ? nullptr : static_cast<const std::int64_t*>(list->values), list->size};
  return true;
}

bool read_fill(value_type type, const void* value, call_form& form) {
  const auto* bytes = static_cast<const xla::array*>(value);
  if (type != value_type::array || bytes->type != xla::data_type::u8) return false;
  form.options.fill_value = bytes->values;
  form.options.fill_bytes = bytes->size;
  return true;
}

template <auto Field>
bool read_operator(value_type type, const void* value, call_form& form) {
  return read_number(type, value, form.op.*Field);
}
template <auto Field>
bool read_option(value_type type, const void* value, call_form& form) {
  return read_number(type, value, form.options.*Field);
}
template <auto Field>
bool read_gather(value_type type, const void* value, call_form& form) {
  return read_list(type, value, form.gather.*Field);
}
template <auto Field>
bool read_scatter(value_type type, const void* value, call_form& form) {
  return read_list(type, value, form.scatter.*Field);
}
template <auto Field>
bool read_segmentation(value_type type, const void* value, call_form& form) {
  return read_number(type, value, form.segmentation.*Field);
}
template <auto Is, auto Field>
bool read_padding(value_type type, const void* value, call_form& form) {
  form.segmentation.*Is = 1;
  return read_number(type, value, form.segmentation.*Field);
}
template <auto Field>
bool read_quantization(value_type type, const void* value, call_form& form) {
  return read_number(type, value, form.quantization.*Field);
}
bool read_absent(value_type type, const void* value, call_form& form) {
  return read_number(type, value, form.absent);
}
bool read_negative_ids(value_type type, const void* value, call_form& form) {
  std::int32_t rule = 0;
  const bool is_read = read_number(type, value, rule);
  form.segmentation.ids_from_end = rule == STREW_NEGATIVE_FROM_END ? 1 : 0;
  return is_read;
}
bool read_vector_dim(value_type type, const void* value, call_form& form) {
  const bool is_read = read_number(type, value, form.gather.index_vector_dim);
  form.scatter.index_vector_dim = form.gather.index_vector_dim;
  return is_read;
}

struct named_value {
  std::string_view name;
  read_value read;
};

using gather_lists = strew_gather_dimensions;
using scatter_lists = strew_scatter_dimensions;

// Sorted, as XLA sorts them: a search for the next attribute begins where the last one was found.
constexpr std::array<named_value, 34> known = {{
    {"absent", read_absent},
    {"accumulate", read_option<&strew_options::accumulate>},
    {"axis", read_operator<&strew_operator::axis>},
    {"batch_dims", read_operator<&strew_operator::batch_dims>},
    {"bits", read_quantization<&strew_quantization::bits>},
    {"block_size", read_quantization<&strew_quantization::block_size>},
    {"collapsed_slice_dims", read_gather<&gather_lists::collapsed_slice_dims>},
    {"duplicates", read_option<&strew_options::duplicates>},
    {"exclude_self", read_option<&strew_options::exclude_self>},
    {"exclusive", read_operator<&strew_operator::mode>},  // STREW_SCAN_EXCLUSIVE is 1
    {"fill_value", read_fill},
    {"index_vector_dim", read_vector_dim},
    {"input_batching_dims", read_scatter<&scatter_lists::input_batching_dims>},
    {"inserted_window_dims", read_scatter<&scatter_lists::inserted_window_dims>},
    {"negative_indices", read_option<&strew_options::negative_indices>},
    {"offset_dims", read_gather<&gather_lists::offset_dims>},
    {"operand_batching_dims", read_gather<&gather_lists::operand_batching_dims>},
    {"out_of_bounds", read_option<&strew_options::out_of_bounds>},
    {"packing", read_quantization<&strew_quantization::packing>},
    {"padding_index", read_padding<&strew_segmentation::has_padding_index, &strew_segmentation::padding_index>},
    {"padding_segment", read_padding<&strew_segmentation::has_padding_segment, &strew_segmentation::padding_segment>},
    {"partial_window", read_option<&strew_options::partial_window>},
    {"reduction", read_option<&strew_options::reduction>},
    {"scatter_dims_to_operand_dims", read_scatter<&scatter_lists::scatter_dims_to_operand_dims>},
    {"scatter_indices_batching_dims", read_scatter<&scatter_lists::scatter_indices_batching_dims>},
    {"segment_count", read_segmentation<&strew_segmentation::segment_count>},
    {"segment_negative_indices", read_negative_ids},
    {"segment_out_of_bounds", read_segmentation<&strew_segmentation::out_of_bounds>},
    {"segmentation", read_segmentation<&strew_segmentation::form>},
    {"slice_sizes", read_gather<&gather_lists::slice_sizes>},
    {"start_index_map", read_gather<&gather_lists::start_index_map>},
    {"start_indices_batching_dims", read_gather<&gather_lists::start_indices_batching_dims>},
    {"unordered", read_option<&strew_options::unordered>},
    {"update_window_dims", read_scatter<&scatter_lists::update_window_dims>},
}};

const named_value* find(std::string_view name, std::size_t& from) {
  for (std::size_t n = 0; n < known.size(); ++n) {
    const std::size_t at = (from + n) % known.size();
    if (known[at].name != name) continue;
    from = at + 1;
    return &known[at];
  }
  return nullptr;
}

bool has_segments(std::int32_t kind) noexcept {
  return kind == STREW_OPERATOR_SEGMENT_REDUCE || kind == STREW_OPERATOR_SEGMENT_SCAN || kind == STREW_OPERATOR_SDDMM;
}

}  // namespace

const char* read(const xla::attributes& given, call_form& form) noexcept {
  std::size_t from = 0;
  for (std::int64_t n = 0; n < given.size; ++n) {
    const xla::byte_span& name = *given.names[n];
    const named_value* found = find({name.bytes, name.size}, from);
    if (found == nullptr) return "an attribute of the call is not known to this library";
    if (!found->read(given.types[n], given.values[n], form)) return "an attribute of the call has a wrong type";
  }
  if (form.op.kind == STREW_OPERATOR_STABLEHLO_GATHER) form.op.gather_dimensions = &form.gather;
  if (form.op.kind == STREW_OPERATOR_STABLEHLO_SCATTER) form.op.scatter_dimensions = &form.scatter;
  if (has_segments(form.op.kind)) form.op.segmentation = &form.segmentation;
  if (form.quantization.bits != 0) form.op.quantization = &form.quantization;  // calls without codes have no bits
  return nullptr;
}

}  // namespace strew::jax
