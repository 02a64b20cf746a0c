// The rules about types, options, shapes and sizes, in the order in which a call must look for them.
#include <algorithm>

#include "differential/expect.hpp"
#include "oracle/fill.hpp"
#include "oracle/nd.hpp"
#include "oracle/reduce.hpp"

namespace strew::differential {
namespace {

using oracle::element;

constexpr std::string_view in_order = "";

std::vector<const view*> operands_of(const problem& p) {
  std::vector<const view*> operands = {&p.data, &p.indices};
  if (p.is_scatter()) operands.push_back(&p.updates);
  operands.push_back(&p.output);
  return operands;
}

bool is_known(const view& v) {
  if (v.type > STREW_C128) return false;
  const auto width = static_cast<uint64_t>(width_of(v));
  return v.type == STREW_OPAQUE ? v.element_bytes > 0 : v.element_bytes == 0 || v.element_bytes == width;
}

bool same_type(const view& a, const view& b) {
  return a.type == b.type && width_of(a) == width_of(b);
}

std::string_view type_rule(const problem& p) {
  for (const view* v : operands_of(p)) {
    if (!is_known(*v)) return "TY1";
  }
  if (!same_type(p.data, p.output) || (p.is_scatter() && !same_type(p.data, p.updates))) return "TY2";
  if (!oracle::is_integer(static_cast<element>(p.indices.type))) return "TY3";
  const bool is_one = p.reduction >= STREW_NONE && p.reduction <= STREW_MAX;
  const auto how = static_cast<oracle::reduction>(p.reduction);
  if (is_one && !oracle::is_defined(static_cast<element>(p.data.type), how)) return "TY4";
  return in_order;
}

bool holds_fill(const problem& p) {
  if (!p.has_fill) return true;
  if (p.fill_type == STREW_OPAQUE) return p.fill.size() == static_cast<size_t>(width_of(p.data));
  const uint64_t bits = oracle::read_integer(element::u64, p.fill);
  return oracle::element_of_number(static_cast<element>(p.data.type), static_cast<element>(p.fill_type), bits)
      .has_value();
}

std::string_view attribute_rule(const problem& p) {
  const auto outside = [](int32_t value, int32_t last) { return value < 0 || value > last; };
  if (outside(p.reduction, STREW_MAX) || outside(p.out_of_bounds, STREW_OOB_ASSUME) ||
      outside(p.negative, STREW_NEGATIVE_INVALID)) {
    return "AT1";
  }
  if (p.is_scatter() && p.out_of_bounds == STREW_OOB_FILL) return "AT2";
  if (p.has_fill && p.out_of_bounds != STREW_OOB_FILL) return "AT3";
  if (!holds_fill(p)) return "AT4";
  const bool gather_reduces = !p.is_scatter() && p.reduction != STREW_NONE;
  return gather_reduces ? "AT1" : in_order;
}

std::string_view shape_rule(const problem& p) {
  for (const view* v : operands_of(p)) {
    if (std::any_of(v->extents.begin(), v->extents.end(), [](int64_t n) { return n < 0; })) return "EX2";
  }
  const std::string_view broken = oracle::nd_rule(p.data.extents, p.indices.extents, p.batch_dims, p.direct().extents);
  if (!broken.empty()) return broken;
  return p.is_scatter() && p.output.extents != p.data.extents ? "SC1" : in_order;
}

bool is_nested(const view& v) {
  std::vector<std::pair<uint64_t, int64_t>> dimensions;
  for (size_t d = 0; d < v.extents.size(); ++d) {
    const auto stride = static_cast<uint64_t>(v.strides[d]);
    if (v.extents[d] > 1) dimensions.emplace_back(v.strides[d] < 0 ? ~stride + 1 : stride, v.extents[d]);
  }
  std::sort(dimensions.begin(), dimensions.end());
  auto span = static_cast<uint64_t>(width_of(v));
  for (const auto& [stride, extent] : dimensions) {
    if (stride < span) return false;
    span += stride * static_cast<uint64_t>(extent - 1);
  }
  return true;
}

std::string_view size_rule(const problem& p) {
  for (const view* v : operands_of(p)) {
    if (!range_of(*v)) return "SZ2";
  }
  return count_of(p.output) == 0 || is_nested(p.output) ? in_order : "SZ3";
}

}  // namespace

verdict judge_description(const problem& p) {
  if (p.tamper == tampering::device) return {STREW_ERROR_POINTER, "PT3", true};
  if (p.tamper != tampering::none) return {STREW_ERROR_POINTER, "PT2", true};
  if (const auto rule = type_rule(p); !rule.empty()) return {STREW_ERROR_TYPE, rule, true};
  if (const auto rule = attribute_rule(p); !rule.empty()) return {STREW_ERROR_ATTRIBUTE, rule, true};
  if (const auto rule = shape_rule(p); !rule.empty()) return {STREW_ERROR_SHAPE, rule, true};
  if (const auto rule = size_rule(p); !rule.empty()) return {STREW_ERROR_SIZE, rule, true};
  return {};
}

bool can_be_filled(const problem& p) {
  return judge_description(p).status == STREW_OK;
}

int64_t count_of_positions(const problem& p) {
  return oracle::product(shape(p.indices.extents.begin(), p.indices.extents.end() - 1));
}

}  // namespace strew::differential
