#include "onnx/translate.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>
#include <string_view>

#include "codes.hpp"
#include "formatted.hpp"
#include "onnx/releases.hpp"
#include "strew/words.hpp"

namespace strew::cli {
namespace {

using onnx::detail::version;
using attribute_list = std::vector<onnx_attribute>;

// A word that is not the default, the first of its table.
void add_word(attribute_list& made, const char* name, std::span<const char* const> words, std::int32_t value,
              std::int32_t usual = 0) {
  if (value != usual) made.push_back({name, 0, words[static_cast<std::size_t>(value)]});
}

void add_number(attribute_list& made, const char* name, const std::optional<std::int64_t>& value) {
  if (value) made.push_back({name, *value});
}

// Whoever assumes that all indices are in range may have them checked.
std::int32_t known_policy(std::int32_t policy) {
  return policy == STREW_OOB_ASSUME ? std::int32_t{STREW_OOB_ERROR} : policy;
}

void add_segments(attribute_list& made, const operator_options& options, const operator_call& call) {
  constexpr const char* forms[] = {"ids", "offsets", "groups"};
  const std::int64_t form = call.segmentation->form;
  made.push_back({"form", 0, forms[form]});
  if (form != STREW_SEGMENTS_GROUPS) made.push_back({"num_segments", call.output.extents[options.batch_dims]});
  add_word(made, "reduction", words::reductions, options.reduction, STREW_REDUCTION_ADD);
  if (call.options.exclude_self != 0) made.push_back({"exclude_self", 1});
  add_number(made, "padding_index", options.padding_index);
  add_number(made, "padding_segment", options.padding_segment);
  add_word(made, "out_of_bounds", words::out_of_bounds, known_policy(options.out_of_bounds));
  add_word(made, "negative_indices", words::negative_indices, options.negative_indices);
  add_word(made, "segment_out_of_bounds", words::out_of_bounds, known_policy(options.segment_out_of_bounds));
  add_word(made, "segment_negative_indices", words::negative_indices, options.segment_negative_indices,
           STREW_NEGATIVE_INVALID);
  add_word(made, "accumulate", words::accumulate, options.accumulate);
}

// A row that is one block is one of any size from its own on.
std::int64_t block_size_of(const operator_options& options, const prepared_call& prepared) {
  constexpr std::int64_t smallest = 16;
  const std::int64_t given = code_layout(options).block_size;
  if (given != 0) return given;
  const std::int64_t columns = std::clamp<std::int64_t>(columns_of(options, prepared), smallest, INT64_MAX / 2);
  return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(columns)));
}

void add_codes(attribute_list& made, const operator_options& options, const prepared_call& prepared) {
  made.push_back({"gather_axis", options.axis});
  made.push_back({"quantize_axis", static_cast<std::int64_t>(prepared.call.data.rank) - 1});
  made.push_back({"block_size", block_size_of(options, prepared)});
  made.push_back({"bits", code_layout(options).bits});
}

std::vector<std::int64_t> extents_of(const strew_tensor& of) {
  return {of.extents, of.extents + of.rank};
}

template <class View, class Pointer>
View made_view(const strew_tensor& of) {
  const auto type = static_cast<dtype>(of.dtype);
  const auto none = static_cast<Pointer>(nullptr);
  const std::span<const std::int64_t> extents(of.extents, of.rank);
  if (of.strides == nullptr) return View(none, type, extents, of.element_bytes);
  return View(none, type, extents, std::span<const std::int64_t>(of.strides, of.rank), of.element_bytes);
}

// Bytes of i8 that are codes have two elements of int4 each; zero points have one for each scale.
onnx_value value_of(const version& of, const operator_call& call, const strew_tensor& operand, std::string_view name) {
  onnx_value made{std::string(name), std::string(onnx::detail::onnx_name(static_cast<dtype>(operand.dtype))),
                  extents_of(operand)};
  if (!of.is_codes() || operand.dtype != STREW_DTYPE_I8) return made;
  made.type = "int4";
  if (name == "zero_points") {
    made.extents = extents_of(*call.scales);
  } else if (!made.extents.empty()) {
    made.extents.back() = std::min(made.extents.back(), INT64_MAX / 2) * 2;
  }
  return made;
}

bool is_floating(strew_dtype type) {
  return (type >= STREW_DTYPE_F16 && type <= STREW_DTYPE_F64) || type == STREW_DTYPE_C64 || type == STREW_DTYPE_C128;
}

std::string note_of_reduction(const operator_call& call) {
  const std::int32_t reduction = call.options.reduction;
  const std::string_view word = words::reductions[reduction];
  if (reduction == STREW_REDUCTION_NONE)
    return "where indices repeat, ONNX leaves open which update stays; strew keeps the last one";
  if (call.data.dtype == STREW_DTYPE_BOOL)
    return formatted("ONNX leaves open what {} of bool is; strew takes '{}'", word,
                     reduction == STREW_REDUCTION_ADD || reduction == STREW_REDUCTION_MAX ? "or" : "and");
  if (!is_floating(call.data.dtype)) return {};
  if (reduction == STREW_REDUCTION_MIN || reduction == STREW_REDUCTION_MAX)
    return formatted("ONNX leaves open what {} of NaN is; strew keeps NaN, and takes -0 as less than +0", word);
  return "ONNX leaves open in which order updates are combined, and so what is rounded; strew has the order of the "
         "indices";
}

bool has_smaller_indices(const operator_call& call) {
  const std::int64_t rank = static_cast<std::int64_t>(call.data.rank);
  for (std::int64_t i = 0; i < rank; ++i) {
    const bool is_axis = i == call.op.axis || i == call.op.axis + rank;
    if (!is_axis && call.indices.extents[i] < call.data.extents[i]) return true;
  }
  return false;
}

}  // namespace

attribute_list attributes_of(const version& of, const operator_options& options, const prepared_call& prepared) {
  attribute_list made;
  if (of.is_codes()) {
    add_codes(made, options, prepared);
    return made;
  }
  if (of.has(onnx::detail::axis)) made.push_back({"axis", options.axis});
  if (of.is_segments()) add_segments(made, options, prepared.call);
  if (options.batch_dims != 0) made.push_back({"batch_dims", options.batch_dims});
  if (of.is_append()) add_word(made, "mode", words::mode, options.mode);
  const bool is_scatter = !of.is_segments() && !of.is_gather() && !of.is_append();
  if (is_scatter) add_word(made, "reduction", words::reductions, options.reduction);
  return made;
}

std::vector<const strew_tensor*> inputs_of(const version& of, const operator_call& call) {
  const auto given = [](const std::optional<strew_tensor>& one) { return one ? &*one : nullptr; };
  const strew_tensor* const indices = call.has_indices ? &call.indices : nullptr;
  std::vector<const strew_tensor*> made = {&call.data, indices};
  if (of.is_append()) made = {&call.data, &call.updates, indices};
  if (of.is_segments()) {
    made.insert(made.end(), {given(call.segments), given(call.weights), given(call.base)});
  } else if (of.is_codes()) {
    made.insert(made.end(), {given(call.scales), given(call.zero_points)});
  } else if (!of.is_gather() && !of.is_append()) {
    made.push_back(&call.updates);
  }
  while (made.back() == nullptr) made.pop_back();
  return made;
}

std::vector<const_view> views_of(const std::vector<const strew_tensor*>& inputs) {
  std::vector<const_view> made;
  for (const strew_tensor* const one : inputs)
    made.push_back(one == nullptr ? const_view() : made_view<const_view, const void*>(*one));
  return made;
}

view view_of_output(const operator_call& call) {
  return made_view<view, void*>(call.output);
}

std::vector<onnx_value> values_of(const version& of, const operator_call& call) {
  const std::vector<const strew_tensor*> inputs = inputs_of(of, call);
  std::vector<onnx_value> made(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i] != nullptr) made[i] = value_of(of, call, *inputs[i], onnx::detail::input_name(of, i));
  }
  return made;
}

onnx_value output_value(const version& of, const operator_call& call) {
  return value_of(of, call, call.output, output_name(of.op_type));
}

std::vector<std::string> notes_of(const version& of, const operator_call& call) {
  std::vector<std::string> made;
  const bool is_elements = of.kind == STREW_OPERATOR_GATHER_ELEMENTS || of.kind == STREW_OPERATOR_SCATTER_ELEMENTS;
  if (is_elements && has_smaller_indices(call))
    made.emplace_back("the indices are smaller than the data beside the axis: ONNX leaves open whether they may be");
  if (of.kind == STREW_OPERATOR_SCATTER_ELEMENTS || of.kind == STREW_OPERATOR_SCATTER_ND) {
    if (std::string note = note_of_reduction(call); !note.empty()) made.push_back(std::move(note));
  }
  return made;
}

}  // namespace strew::cli
