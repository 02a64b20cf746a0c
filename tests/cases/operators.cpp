#include "cases/operators.hpp"

#include "oracle/along_axis.hpp"
#include "oracle/cache.hpp"
#include "oracle/elements.hpp"
#include "oracle/nd.hpp"

namespace strew::cases {
namespace {

// The extents that updates would have if a gather_nd by the second indices had made them.
shape gathered(const test_case& p) {
  const shape& U = p.updates.extents;
  const shape& F = p.move.from.extents;
  if (F.empty()) return {};
  const auto addressed = static_cast<size_t>(p.batch_dims + F.back());
  return oracle::join({oracle::part(F, 0, F.size() - 1), addressed <= U.size() ? oracle::rest(U, addressed) : shape()});
}

std::string_view move_rule(const test_case& p) {
  if (!p.move.has_from) return oracle::nd_rule(p.data.extents, p.indices.extents, p.batch_dims, p.updates.extents);
  const shape made = gathered(p);
  const std::string_view broken = oracle::nd_rule(p.updates.extents, p.move.from.extents, p.batch_dims, made);
  return broken.empty() ? oracle::nd_rule(p.data.extents, p.indices.extents, p.batch_dims, made) : broken;
}

}  // namespace

std::string_view shape_rule_of(const test_case& p) {
  const shape& D = p.data.extents;
  const shape& J = p.indices.extents;
  const shape& U = p.direct().extents;
  switch (p.op) {
    case operator_kind::gather:
    case operator_kind::scatter:
      return oracle::along_axis_rule(D, J, p.axis, p.batch_dims, U);
    case operator_kind::gather_elements:
    case operator_kind::scatter_elements:
      return oracle::elements_rule(D, J, p.axis, U);
    case operator_kind::gather_nd:
    case operator_kind::scatter_nd:
      return oracle::nd_rule(D, J, p.batch_dims, U);
    case operator_kind::stablehlo_gather:
      return oracle::stablehlo_gather_rule(p.numbers, D, J, U);
    case operator_kind::stablehlo_scatter:
      return oracle::stablehlo_scatter_rule(p.numbers, D, J, U);
    case operator_kind::tensor_scatter:
      return oracle::cache_rule(D, U, p.axis, p.no_indices ? nullptr : &J);
    case operator_kind::move:
      return move_rule(p);
  }
  return "";
}

oracle::indexing form_of(const test_case& p) {
  const shape& D = p.data.extents;
  const shape& J = p.indices.extents;
  const shape& U = p.direct().extents;
  switch (p.op) {
    case operator_kind::gather:
    case operator_kind::scatter:
      return oracle::along_axis_form(D, J, p.axis, p.batch_dims);
    case operator_kind::gather_elements:
    case operator_kind::scatter_elements:
      return oracle::elements_form(D, J, p.axis);
    case operator_kind::stablehlo_gather:
      return oracle::stablehlo_gather_form(p.numbers, D, J);
    case operator_kind::stablehlo_scatter:
      return oracle::stablehlo_scatter_form(p.numbers, D, J, U);
    case operator_kind::tensor_scatter:
      return oracle::cache_form(D, U, p.axis, !p.no_indices);
    case operator_kind::gather_nd:
    case operator_kind::scatter_nd:
    case operator_kind::move:
      break;
  }
  return oracle::nd_form(D, J, p.batch_dims);
}

oracle::policy policy_of(const test_case& p) {
  if (p.op == operator_kind::tensor_scatter) return oracle::cache_policy(static_cast<oracle::append>(p.mode));
  return {static_cast<oracle::out_of_bounds>(p.out_of_bounds), static_cast<oracle::negative_indices>(p.negative),
          static_cast<oracle::partial_window>(p.partial_window), p.move.padding};
}

oracle::indexing from_form_of(const test_case& p) {
  return oracle::nd_form(p.updates.extents, p.move.from.extents, p.batch_dims);
}

oracle::segmentation segments_of(const test_case& p) {
  const auto batch = static_cast<size_t>(p.batch_dims);
  return {oracle::part(p.indices.extents, 0, p.indices.extents.size() - 1), batch, p.data.extents[batch]};
}

oracle::segmentation from_segments_of(const test_case& p) {
  const auto batch = static_cast<size_t>(p.batch_dims);
  return {oracle::part(p.indices.extents, 0, p.indices.extents.size() - 1), batch, p.updates.extents[batch]};
}

oracle::policy from_policy_of(const test_case& p) {
  return {static_cast<oracle::out_of_bounds>(p.move.from_out_of_bounds),
          static_cast<oracle::negative_indices>(p.move.from_negative), oracle::partial_window::element,
          p.move.from_padding};
}

size_t addressed_dim(const test_case& p, size_t t) {
  if (p.is_stablehlo()) return static_cast<size_t>(p.numbers.index_map[t]);
  if (!p.has_axis()) return static_cast<size_t>(p.batch_dims) + t;
  const auto rank = static_cast<int64_t>(p.data.extents.size());
  return static_cast<size_t>(p.axis < 0 ? p.axis + rank : p.axis);
}

}  // namespace strew::cases
