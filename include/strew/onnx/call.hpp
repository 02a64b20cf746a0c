// A node as a call of the C ABI.
#ifndef STREW_ONNX_CALL_HPP
#define STREW_ONNX_CALL_HPP

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "strew/call.hpp"
#include "strew/config.hpp"
#include "strew/descriptor.hpp"
#include "strew/error.hpp"
#include "strew/onnx/attributes.hpp"
#include "strew/onnx/inputs.hpp"
#include "strew/onnx/node.hpp"
#include "strew/onnx/refusal.hpp"
#include "strew/onnx/versions.hpp"
#include "strew/options.hpp"
#include "strew/plan.hpp"
#include "strew/result.hpp"
#include "strew/view.hpp"

namespace STREW_NAMESPACE::onnx::detail {

// A node that breaks no rule of this frontend. Borrows the inputs.
struct call {
  const version* of;
  strew::detail::chosen what;
  strew::detail::operands with;  // without output
};

inline error_record unknown_domain(const node& from) noexcept {
  sentence why;
  why << "operator '" << from.op_type << "' is of domain '" << from.domain
      << "', which is none of ONNX's own, ai.strew and com.microsoft";
  return refuse(status::attribute, why, "ON1");
}

inline error_record unknown_operator(const node& from, std::span<const version> all) noexcept {
  sentence why;
  why << "operator '" << from.op_type << "' is none of ";
  std::string_view last;
  for (const version& one : all) {
    if (one.op_type != last) why << (last.empty() ? "" : ", ") << one.op_type;
    last = one.op_type;
  }
  return refuse(status::attribute, why, "ON2");
}

inline error_record early_opset(const node& from) noexcept {
  sentence why;
  why << from.op_type << " needs opset " << first_with(from.op_type, 0)->since << ", and the model imports opset "
      << from.opset;
  return refuse(status::attribute, why, "ON3");
}

inline result<const version*> find_version(const node& from) noexcept {
  if (!from.domain.empty() && from.domain != "ai.onnx") return unknown_domain(from);
  if (first_with(from.op_type, 0) == nullptr) return unknown_operator(from, versions);
  const version* const found = newest(from.op_type, from.opset);
  if (found == nullptr) return early_opset(from);
  return found;
}

// Of an operator that is not ONNX's own: `all` are those of its domain.
inline result<const version*> find_version(const node& from, std::span<const version> all) noexcept {
  const version* first = nullptr;
  for (const version& one : all) {
    if (one.op_type != from.op_type) continue;
    if (one.since <= from.opset) return &one;
    if (first == nullptr) first = &one;
  }
  if (first == nullptr) return unknown_operator(from, all);
  sentence why;
  why << from.op_type << " needs opset " << first->since << " of " << from.domain << ", and the model imports opset "
      << from.opset;
  return refuse(status::attribute, why, "ON3");
}

inline strew::detail::operands order(const version& of, inputs given) noexcept {
  const const_view* const indices = indices_of(of, given);
  strew::detail::operands made;
  made.data = given[0];
  if (indices != nullptr) made.indices = *indices;
  if (!of.is_gather()) made.updates = given[of.is_append() ? 1 : 2];
  return made;
}

// What a node is whatever its inputs are.
inline strew::detail::chosen choose(const version& of, const settings& with) noexcept {
  // An append has no policy of its own; what it says of negatives is the default.
  const auto negative = of.has(negatives) || of.is_append() ? negative_indices::from_end : negative_indices::invalid;
  const options chosen = {.reduction = static_cast<strew::reduction>(with.reduction), .negative_indices = negative};
  return {strew::detail::numbered(of.kind, with.axis, with.batch_dims, with.mode), chosen.native()};
}

inline result<call> translate(const version& of, const node& from, inputs given) noexcept {
  const result<settings> with = read_attributes(from, of);
  if (!with) return with.error();
  if (const result<void> outcome = check_inputs(of, given, *with); !outcome) return outcome.error();
  return call{&of, choose(of, *with), order(of, given)};
}

inline result<call> translate(const node& from, inputs given) noexcept {
  const result<const version*> found = find_version(from);
  if (!found) return found.error();
  return translate(**found, from, given);
}

inline strew::detail::operands complete(const call& made, const view& output) noexcept {
  strew::detail::operands all = made.with;
  all.output = output;
  return all;
}

inline result<plan> make_plan(const call& made, const view& output) noexcept {
  return strew::detail::make_plan(made.what, complete(made, output));
}

inline result<void> run(const call& made, const view& output, const execution& exec) noexcept {
  return strew::detail::run(made.what, complete(made, output), exec);
}

// The extents of the output; all rules are checked by a plan that writes to such an output.
inline result<std::vector<std::int64_t>> shape_of(const call& made, inputs given) {
  const std::span<const std::int64_t> whole = given[0].extents();
  result<std::vector<std::int64_t>> extents(std::vector<std::int64_t>(whole.begin(), whole.end()));
  if (made.of->is_gather()) extents = strew::detail::try_shape(made.what.op, given[0], given[1]);
  if (!extents) return extents;
  const view output(static_cast<void*>(nullptr), given[0].dtype(), *extents);
  if (const result<plan> checked = make_plan(made, output); !checked) return checked.error();
  return extents;
}

}  // namespace STREW_NAMESPACE::onnx::detail

#endif
