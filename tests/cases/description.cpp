#include "cases/description.hpp"

#include <algorithm>

#include "cases/arena.hpp"
#include "cases/operators.hpp"
#include "cases/overlap.hpp"
#include "oracle/fill.hpp"
#include "oracle/reduce.hpp"

namespace strew::cases {
namespace {

using oracle::element;

constexpr std::string_view in_order = "";

bool is_known(const view& v) {
  if (v.type >= dtype_count) return false;
  const auto width = static_cast<uint64_t>(width_of(v));
  return v.type == STREW_DTYPE_OPAQUE ? v.element_bytes > 0 : v.element_bytes == 0 || v.element_bytes == width;
}

bool same_type(const view& a, const view& b) {
  return a.type == b.type && width_of(a) == width_of(b);
}

std::string_view type_rule(const test_case& p) {
  for (const operand_number which : operands_of(p)) {
    if (!is_known(view_of(p, which))) return "TY1";
  }
  if (!same_type(p.data, p.output) || (p.is_scatter() && !same_type(p.data, p.updates))) return "TY2";
  if (!p.no_indices && !oracle::is_integer(static_cast<element>(p.indices.type))) return "TY3";
  if (p.move.has_from && !oracle::is_integer(static_cast<element>(p.move.from.type))) return "TY3";
  const bool is_one = p.reduction >= STREW_REDUCTION_NONE && p.reduction <= STREW_REDUCTION_XOR;
  const auto reduction = static_cast<oracle::reduction>(p.reduction);
  if (is_one && !oracle::is_defined(static_cast<element>(p.data.type), reduction)) return "TY4";
  return in_order;
}

bool holds_fill(const test_case& p) {
  if (!p.has_fill) return true;
  if (p.fill_type == STREW_DTYPE_OPAQUE) return p.fill.size() == static_cast<size_t>(width_of(p.data));
  const uint64_t bits = oracle::read_integer(element::u64, p.fill);
  return oracle::element_of_number(static_cast<element>(p.data.type), static_cast<element>(p.fill_type), bits)
      .has_value();
}

bool options_have_values(const test_case& p) {
  const auto within = [](int32_t value, int32_t last) { return value >= 0 && value <= last; };
  return within(p.reduction, STREW_REDUCTION_XOR) && within(p.out_of_bounds, STREW_OOB_ASSUME) &&
         within(p.negative, STREW_NEGATIVE_INVALID) && within(p.accumulate, STREW_ACCUMULATE_NATIVE) &&
         within(p.duplicates, STREW_DUPLICATES_ERROR) && within(p.partial_window, STREW_PARTIAL_WHOLE);
}

bool options_are_default(const test_case& p) {
  return p.reduction == 0 && p.out_of_bounds == 0 && p.negative == 0 && p.exclude_self == 0 && p.accumulate == 0 &&
         p.unordered == 0 && p.duplicates == 0 && p.partial_window == 0 && !p.has_fill;
}

std::string_view attribute_rule(const test_case& p) {
  if (!options_have_values(p)) return "AT1";
  if (p.op == operator_kind::tensor_scatter && !options_are_default(p)) return "AT1";
  if (!p.is_scatter() && p.reduction != STREW_REDUCTION_NONE) return "AT1";
  if (p.is_scatter() && p.out_of_bounds == STREW_OOB_FILL) return "AT2";
  if (p.has_fill && p.out_of_bounds != STREW_OOB_FILL) return "AT3";
  if (!holds_fill(p)) return "AT4";
  const bool has_mode = p.mode == STREW_MODE_LINEAR || p.mode == STREW_MODE_CIRCULAR;
  return p.op == operator_kind::tensor_scatter && !has_mode ? "TS7" : in_order;
}

std::string_view extent_rule(const test_case& p) {
  constexpr size_t max_dimensions = 1024;
  for (const operand_number which : operands_of(p)) {
    if (view_of(p, which).extents.size() > max_dimensions) return "EX1";
  }
  const oracle::dimensions& n = p.numbers;
  for (const shape* list : {&n.window, &n.collapsed, &n.batching, &n.index_batching, &n.index_map, &n.slice_sizes}) {
    if (list->size() > max_dimensions) return "EX1";
  }
  for (const operand_number which : operands_of(p)) {
    const shape& extents = view_of(p, which).extents;
    if (std::any_of(extents.begin(), extents.end(), [](int64_t extent) { return extent < 0; })) return "EX2";
  }
  return in_order;
}

std::string_view shape_rule(const test_case& p) {
  const std::string_view extents = extent_rule(p);
  if (!extents.empty()) return extents;
  const std::string_view broken = shape_rule_of(p);
  if (!broken.empty()) return broken;
  return p.is_scatter() && p.output.extents != p.data.extents ? "OU1" : in_order;
}

bool count_fits(const shape& extents) {
  int64_t count = 1;
  return std::none_of(extents.begin(), extents.end(),
                      [&](int64_t n) { return n > 0 && __builtin_mul_overflow(count, n, &count); });
}

std::string_view size_rule(const test_case& p) {
  for (const operand_number which : operands_of(p)) {
    if (!count_fits(view_of(p, which).extents)) return "SZ1";
  }
  for (const operand_number which : operands_of(p)) {
    if (!range_of(view_of(p, which))) return "SZ2";
  }
  return count_of(p.output) == 0 || is_nested(p.output) ? in_order : "SZ3";
}

std::string_view struct_rule(const test_case& p) {
  switch (p.tamper) {
    case tampering::null_data:
    case tampering::null_indices:
    case tampering::null_updates:
    case tampering::null_output:
    case tampering::null_numbers:
    case tampering::null_list:
      return "PT1";
    case tampering::version:
    case tampering::struct_size:
    case tampering::options_version:
    case tampering::numbers_version:
      return "PT2";
    case tampering::execution_size:  // not an argument of a plan
      return p.calls == calling::once ? "PT2" : in_order;
    case tampering::device:  // likewise
      return p.calls == calling::once ? "PT3" : in_order;
    case tampering::none:
      break;
  }
  return in_order;
}

}  // namespace

verdict verify_description(const test_case& p) {
  if (const auto rule = struct_rule(p); !rule.empty()) return {STREW_STATUS_POINTER, rule, true};
  if (const auto rule = type_rule(p); !rule.empty()) return {STREW_STATUS_TYPE, rule, true};
  if (const auto rule = attribute_rule(p); !rule.empty()) return {STREW_STATUS_ATTRIBUTE, rule, true};
  if (const auto rule = shape_rule(p); !rule.empty()) {
    const bool may_be_sc4 =
        rule.starts_with("SC") && !oracle::scatter_lists_combine(p.numbers, p.data.extents, p.updates.extents);
    return {STREW_STATUS_SHAPE, rule, true, may_be_sc4};
  }
  if (const auto rule = size_rule(p); !rule.empty()) return {STREW_STATUS_SIZE, rule, true};
  return {};
}

bool can_be_filled(const test_case& p) {
  return verify_description(p).status == STREW_STATUS_OK;
}

int64_t count_of_positions(const test_case& p) {
  return oracle::product(form_of(p).positions);
}

}  // namespace strew::cases
