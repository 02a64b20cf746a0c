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
// rules ON1 to ON11, all else by those of the contract; each message begins with the version, "GatherND-13: ...".
//
// Inputs are in ONNX's order. TensorScatter has past_cache, update and, unless they are zeros, write_indices; in
// errors, plans and buffers these are data, updates and indices. SegmentReduce-1 of the domain ai.strew, which is
// strew::segment_reduce, has data, indices, segments, weights and base, of which only data are always there.
// An index out of bounds is an error. Where ONNX leaves
// the order of updates undefined, it is the row-major order of the indices. A scatter whose output is its data is in
// place.
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
#include "strew/onnx/node.hpp"
#include "strew/onnx/refusal.hpp"
#include "strew/onnx/segment_reduce.hpp"
#include "strew/onnx/versions.hpp"
#include "strew/options.hpp"
#include "strew/plan.hpp"
#include "strew/result.hpp"
#include "strew/view.hpp"

namespace STREW_NAMESPACE::onnx {

// Whether this is one of the seven operators, or SegmentReduce of the domain ai.strew.
constexpr bool is_supported(std::string_view op_type, std::string_view domain = "") noexcept {
  if (domain == detail::own_domain) return op_type == detail::own_versions[0].op_type;
  return (domain.empty() || domain == "ai.onnx") && detail::first_with(op_type, 0) != nullptr;
}

// The version of an operator that a model with this opset uses, 13 for "GatherND" and 18; 0 if there is none.
constexpr std::int64_t since_version(std::string_view op_type, std::int64_t opset) noexcept {
  const detail::version* const found = detail::newest(op_type, opset);
  return found == nullptr ? 0 : found->since;
}

// The extents that the output must have. All rules about node and inputs are checked; pointers are not looked at, so
// they may be null, and no element is read.
inline result<std::vector<std::int64_t>> try_shape(const node& what, std::span<const const_view> inputs) {
  if (what.domain == detail::own_domain) {
    const result<detail::segment_node> own = detail::translate_segments(what, inputs);
    if (!own) return own.error();
    return detail::named(detail::shape_of(*own), *own->of);
  }
  const result<detail::call> made = detail::translate(what, inputs);
  if (!made) return made.error();
  return detail::named(detail::shape_of(*made, inputs), *made->of);
}

// Computes the output of the node.
inline result<void> try_run(const node& what, std::span<const const_view> inputs, const view& output,
                            const execution& exec = {}) noexcept {
  if (what.domain == detail::own_domain) {
    const result<detail::segment_node> own = detail::translate_segments(what, inputs);
    if (!own) return own.error();
    return detail::named(try_segment_reduce(own->data, own->operands, output, own->chosen, exec), *own->of);
  }
  const result<detail::call> made = detail::translate(what, inputs);
  if (!made) return made.error();
  return detail::named(strew::detail::run(made->what, detail::complete(*made, output), exec), *made->of);
}

// A plan of the node. The pointers of the views are not looked at and may be null.
inline result<plan> try_plan(const node& what, std::span<const const_view> inputs, const view& output) noexcept {
  if (what.domain == detail::own_domain) {
    const result<detail::segment_node> own = detail::translate_segments(what, inputs);
    if (!own) return own.error();
    return detail::named(try_plan_segment_reduce(own->data, own->operands, output, own->chosen), *own->of);
  }
  const result<detail::call> made = detail::translate(what, inputs);
  if (!made) return made.error();
  return detail::named(detail::make_plan(*made, output), *made->of);
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
