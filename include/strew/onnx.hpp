// ONNX's gather and scatter operators: a node of a graph, with the opset that the model imports, on views.
//
//   const std::vector<strew::const_view> inputs{{data, {4, 2}}, {indices, {2, 1}}, {updates, {2, 2}}};
//   const std::vector<strew::onnx::attribute> attributes{
//       {.name = "reduction", .kind = strew::onnx::attribute_kind::text, .text = "add"}};
//   strew::onnx::run({.op_type = "ScatterND", .opset = 18, .attributes = attributes}, inputs, {output, {4, 2}});
//
// Gather 1, 11, 13; GatherElements 11, 13; GatherND 11, 12, 13; Scatter 9, 11; ScatterElements and ScatterND 11, 13,
// 16, 18; TensorScatter 24. The version of a node is the newest that is not above its opset: its attributes with their
// defaults, its types, its reductions, and whether indices may be negative. What it does not allow is refused by the
// rules ON1 to ON13, all else by those of the contract; each message begins with the version, "GatherND-13: ...".
//
// Inputs are in ONNX's order. TensorScatter has past_cache, update and, unless they are zeros, write_indices; in
// errors, plans and buffers these are data, updates and indices. SegmentReduce-1 of the domain ai.strew, which is
// strew::segment_reduce, has data, indices, segments, weights and base, of which only data are always there;
// GatherBlockQuantized-1 of ONNX Runtime's domain com.microsoft, which is strew::gather_block_quantized, data, indices,
// scales and, unless they are the default, zero_points. There a row out of bounds is one of zeros; elsewhere an index
// out of bounds is an error. Where ONNX leaves the order of updates undefined, it is the row-major order of the
// indices. A scatter whose output is its data is in place.
//
// Each function comes in two forms: one throws index_error or error, try_ returns a result. After any failure but
// status::cancelled the output is byte for byte unchanged, unless the execution discards it (on_error::discard).
#ifndef STREW_ONNX_HPP
#define STREW_ONNX_HPP

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "strew/call.hpp"
#include "strew/config.hpp"
#include "strew/onnx/call.hpp"
#include "strew/onnx/gather_block_quantized.hpp"
#include "strew/onnx/node.hpp"
#include "strew/onnx/refusal.hpp"
#include "strew/onnx/segment_reduce.hpp"
#include "strew/onnx/versions.hpp"
#include "strew/options.hpp"
#include "strew/plan.hpp"
#include "strew/result.hpp"
#include "strew/view.hpp"

namespace STREW_NAMESPACE::onnx {

namespace detail {

constexpr bool has_operator(std::span<const version> all, std::string_view op_type) noexcept {
  for (const version& one : all) {
    if (one.op_type == op_type) return true;
  }
  return false;
}

// What `use` makes of a translated node; the messages of what it refuses begin with the version.
template <class Outcome, class Use>
Outcome translated(const node& what, inputs given, const Use& use) {
  const auto used = [&](const auto& made) -> Outcome {
    if (!made) return made.error();
    return named(use(*made), *made->of);
  };
  if (what.domain == own_domain) return used(translate_segments(what, given));
  if (what.domain == runtime_domain) return used(translate_codes(what, given));
  return used(translate(what, given));
}

}  // namespace detail

// Whether this is one of the seven operators, SegmentReduce of the domain ai.strew, or GatherBlockQuantized of
// com.microsoft.
constexpr bool is_supported(std::string_view op_type, std::string_view domain = "") noexcept {
  if (domain == detail::own_domain) return detail::has_operator(detail::own_versions, op_type);
  if (domain == detail::runtime_domain) return detail::has_operator(detail::runtime_versions, op_type);
  return (domain.empty() || domain == "ai.onnx") && detail::has_operator(detail::versions, op_type);
}

// The version of an operator that a model with this opset uses, 13 for "GatherND" and 18; 0 if there is none.
constexpr std::int64_t since_version(std::string_view op_type, std::int64_t opset) noexcept {
  const detail::version* const found = detail::newest(op_type, opset);
  return found == nullptr ? 0 : found->since;
}

// The extents that the output must have. All rules about node and inputs are checked; pointers are not looked at, so
// they may be null, and no element is read.
inline result<std::vector<std::int64_t>> try_shape(const node& what, std::span<const const_view> inputs) {
  return detail::translated<result<std::vector<std::int64_t>>>(
      what, inputs, [&](const auto& made) { return detail::shape_of(made, inputs); });
}

// Computes the output of the node.
inline result<void> try_run(const node& what, std::span<const const_view> inputs, const view& output,
                            const execution& exec = {}) noexcept {
  return detail::translated<result<void>>(what, inputs,
                                          [&](const auto& made) { return detail::run(made, output, exec); });
}

// A plan of the node. The pointers of the views are not looked at and may be null. There is none of
// GatherBlockQuantized (ON13).
inline result<plan> try_plan(const node& what, std::span<const const_view> inputs, const view& output) noexcept {
  return detail::translated<result<plan>>(what, inputs,
                                          [&](const auto& made) { return detail::make_plan(made, output); });
}

#if STREW_HAS_EXCEPTIONS
// The forms that throw.
inline std::vector<std::int64_t> shape(const node& what, std::span<const const_view> inputs) {
  return try_shape(what, inputs).value();
}

inline void run(const node& what, std::span<const const_view> inputs, const view& output, const execution& exec = {}) {
  try_run(what, inputs, output, exec).value();
}

inline plan make_plan(const node& what, std::span<const const_view> inputs, const view& output) {
  return try_plan(what, inputs, output).value();
}
#endif

}  // namespace STREW_NAMESPACE::onnx

#endif
