// The attributes of a node, read by the rules of its version.
#ifndef STREW_ONNX_ATTRIBUTES_HPP
#define STREW_ONNX_ATTRIBUTES_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "strew/config.hpp"
#include "strew/error.hpp"
#include "strew/onnx/node.hpp"
#include "strew/onnx/refusal.hpp"
#include "strew/onnx/versions.hpp"
#include "strew/operator.h"
#include "strew/result.hpp"
#include "strew/types.h"

namespace STREW_NAMESPACE::onnx::detail {

// All attributes of a node, those that it does not have with their defaults.
struct settings {
  std::int64_t axis = 0;
  std::int64_t batch_dims = 0;
  std::int32_t mode = STREW_MODE_LINEAR;
  std::int32_t reduction = STREW_REDUCTION_NONE;
  // Of SegmentReduce.
  std::int32_t form = STREW_SEGMENTS_IDS;
  std::int32_t out_of_bounds = STREW_OOB_ERROR, negative_indices = STREW_NEGATIVE_FROM_END;
  std::int32_t segment_out_of_bounds = STREW_OOB_ERROR, segment_negative_indices = STREW_NEGATIVE_INVALID;
  std::int32_t accumulate = STREW_ACCUMULATE_WIDE;
  std::int64_t num_segments = not_given, padding_index = not_given, padding_segment = not_given;
  std::int64_t exclude_self = 0;
  // Of GatherBlockQuantized, whose gather_axis is axis.
  std::int64_t quantize_axis = 1, block_size = 128, bits = 4;

  static constexpr std::int64_t not_given = INT64_MIN;
};

struct known_attribute {
  std::string_view name;
  std::uint32_t needs;  // the feature of versions that have it
  attribute_kind kind;
  std::int64_t settings::*number;
  std::int32_t settings::*word = nullptr;
};
inline constexpr known_attribute known_attributes[] = {
    {"axis", axis, attribute_kind::integer, &settings::axis},
    {"batch_dims", batch_dims, attribute_kind::integer, &settings::batch_dims},
    {"mode", mode, attribute_kind::text, nullptr, &settings::mode},
    {"reduction", reduction, attribute_kind::text, nullptr, &settings::reduction},
    {"form", segments, attribute_kind::text, nullptr, &settings::form},
    {"num_segments", segments, attribute_kind::integer, &settings::num_segments},
    {"padding_index", segments, attribute_kind::integer, &settings::padding_index},
    {"padding_segment", segments, attribute_kind::integer, &settings::padding_segment},
    {"exclude_self", segments, attribute_kind::integer, &settings::exclude_self},
    {"out_of_bounds", outside, attribute_kind::text, nullptr, &settings::out_of_bounds},
    {"negative_indices", below_zero, attribute_kind::text, nullptr, &settings::negative_indices},
    {"segment_out_of_bounds", segment_outside, attribute_kind::text, nullptr, &settings::segment_out_of_bounds},
    {"segment_negative_indices", segment_below_zero, attribute_kind::text, nullptr,
     &settings::segment_negative_indices},
    {"accumulate", accumulate, attribute_kind::text, nullptr, &settings::accumulate},
    {"gather_axis", codes, attribute_kind::integer, &settings::axis},
    {"quantize_axis", codes, attribute_kind::integer, &settings::quantize_axis},
    {"block_size", codes, attribute_kind::integer, &settings::block_size},
    {"bits", codes, attribute_kind::integer, &settings::bits}};

// A value of an attribute that is a string.
struct known_word {
  std::uint32_t attribute;
  std::string_view text;
  std::int32_t value;
  std::uint32_t needs;
};
inline constexpr known_word known_words[] = {
    {reduction, "none", STREW_REDUCTION_NONE, reduction},
    {reduction, "add", STREW_REDUCTION_ADD, reduction},
    {reduction, "mul", STREW_REDUCTION_MUL, reduction},
    {reduction, "max", STREW_REDUCTION_MAX, extremes},
    {reduction, "min", STREW_REDUCTION_MIN, extremes},
    {mode, "linear", STREW_MODE_LINEAR, mode},
    {mode, "circular", STREW_MODE_CIRCULAR, mode},
    {reduction, "sub", STREW_REDUCTION_SUB, other_reductions},
    {reduction, "mean", STREW_REDUCTION_MEAN, other_reductions},
    {reduction, "and", STREW_REDUCTION_AND, other_reductions},
    {reduction, "or", STREW_REDUCTION_OR, other_reductions},
    {reduction, "xor", STREW_REDUCTION_XOR, other_reductions},
    {segments, "ids", STREW_SEGMENTS_IDS, segments},
    {segments, "offsets", STREW_SEGMENTS_OFFSETS, segments},
    {segments, "groups", STREW_SEGMENTS_GROUPS, segments},
    {outside, "error", STREW_OOB_ERROR, outside},
    {outside, "clamp", STREW_OOB_CLAMP, outside},
    {outside, "wrap", STREW_OOB_WRAP, outside},
    {outside, "skip", STREW_OOB_SKIP, outside},
    {segment_outside, "error", STREW_OOB_ERROR, segment_outside},
    {segment_outside, "clamp", STREW_OOB_CLAMP, segment_outside},
    {segment_outside, "wrap", STREW_OOB_WRAP, segment_outside},
    {segment_outside, "skip", STREW_OOB_SKIP, segment_outside},
    {below_zero, "from_end", STREW_NEGATIVE_FROM_END, below_zero},
    {below_zero, "invalid", STREW_NEGATIVE_INVALID, below_zero},
    {segment_below_zero, "from_end", STREW_NEGATIVE_FROM_END, segment_below_zero},
    {segment_below_zero, "invalid", STREW_NEGATIVE_INVALID, segment_below_zero},
    {accumulate, "wide", STREW_ACCUMULATE_WIDE, accumulate},
    {accumulate, "native", STREW_ACCUMULATE_NATIVE, accumulate}};

constexpr const known_attribute* find_attribute(std::string_view name) noexcept {
  for (const known_attribute& one : known_attributes) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

constexpr const known_word* find_word(const known_attribute& of, std::string_view text) noexcept {
  for (const known_word& one : known_words) {
    if (one.attribute == of.needs && one.text == text) return &one;
  }
  return nullptr;
}

inline std::string_view name(attribute_kind kind) noexcept {
  switch (kind) {
    case attribute_kind::integer:
      return "an integer";
    case attribute_kind::text:
      return "a string";
    case attribute_kind::integers:
      return "a list of integers";
    default:
      return "of another type";
  }
}

inline error_record unknown_attribute(const version& of, std::string_view called) noexcept {
  sentence why = begin(of);
  why << "it has no attribute '" << called << "'";
  const known_attribute* const known = find_attribute(called);
  const version* const later = known == nullptr ? nullptr : first_with(of.op_type, known->needs);
  if (later != nullptr) why << ", which came with opset " << later->since;
  return refuse(status::attribute, why, "ON4");
}

inline error_record repeated_attribute(const version& of, std::string_view called) noexcept {
  sentence why = begin(of);
  why << "attribute '" << called << "' is given twice";
  return refuse(status::attribute, why, "ON4");
}

inline error_record wrong_kind(const version& of, const attribute& given, attribute_kind right) noexcept {
  sentence why = begin(of);
  why << "attribute '" << given.name << "' must be " << name(right) << ", and is " << name(given.kind);
  return refuse(status::attribute, why, "ON5");
}

// A value that the version does not have: one of a later version, or of none.
inline error_record wrong_word(const version& of, const attribute& given, const known_attribute& known) noexcept {
  sentence why = begin(of);
  why << given.name << " '" << given.text << "'";
  const known_word* const word = find_word(known, given.text);
  if (const version* const later = word == nullptr ? nullptr : first_with(of.op_type, word->needs)) {
    why << " needs opset " << later->since;
    return refuse(status::attribute, why, "ON5");
  }
  std::string_view before = " is none of ";
  for (const known_word& one : known_words) {
    if (one.attribute != known.needs || !of.has(one.needs)) continue;
    why << before << one.text;
    before = ", ";
  }
  return refuse(status::attribute, why, "ON5");
}

inline result<void> set(settings& made, const version& of, const attribute& given,
                        const known_attribute& known) noexcept {
  if (known.kind == attribute_kind::integer) {
    made.*known.number = given.integer;
    return {};
  }
  const known_word* const word = find_word(known, given.text);
  if (word == nullptr || !of.has(word->needs)) return wrong_word(of, given, known);
  made.*known.word = word->value;
  return {};
}

inline result<settings> read_attributes(const node& from, const version& of) noexcept {
  settings made;
  if (of.is_append()) made.axis = -2;
  if (of.is_segments()) made.reduction = STREW_REDUCTION_ADD;
  for (std::size_t i = 0; i < from.attributes.size(); ++i) {
    const attribute& given = from.attributes[i];
    const known_attribute* const known = find_attribute(given.name);
    if (known == nullptr || !of.has(known->needs)) return unknown_attribute(of, given.name);
    for (const attribute& earlier : from.attributes.first(i)) {
      if (earlier.name == given.name) return repeated_attribute(of, given.name);
    }
    if (given.kind != known->kind) return wrong_kind(of, given, known->kind);
    if (const result<void> outcome = set(made, of, given, *known); !outcome) return outcome.error();
  }
  return made;
}

}  // namespace STREW_NAMESPACE::onnx::detail

#endif
