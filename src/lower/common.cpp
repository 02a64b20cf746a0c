#include "lower/common.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "problem/canonical.hpp"
#include "problem/names.hpp"

namespace strew::lower {
namespace {

struct named_tensor {
  const tensor* view;
  operand where;
};

// Operands in the order in which errors are looked for. A gather's updates are left out.
small_vector<named_tensor> all_of(const operands& ops) {
  small_vector<named_tensor> all{{&ops.data, operand::data}, {&ops.indices, operand::indices}};
  if (ops.is_scatter) all.push_back({&ops.updates, operand::updates});
  all.push_back({&ops.output, operand::output});
  return all;
}

std::string describe(const tensor& view) {
  std::string text = facts(view.type).name;
  return view.type == dtype::opaque ? text + " of " + std::to_string(view.width) + " bytes" : text;
}

check check_same_type(const operands& ops) {
  for (const auto& [view, where] : all_of(ops)) {
    if (where == operand::data || where == operand::indices) continue;
    if (view->type == ops.data.type && view->width == ops.data.width) continue;
    return fail(rule::TY2, where,
                "its type " + describe(*view) + " differs from the " + describe(ops.data) + " of data");
  }
  return {};
}

bool is_reducible(dtype type, reduction reduce) {
  if (reduce == reduction::none) return true;
  const type_kind kind = facts(type).kind;
  return kind == type_kind::signed_integer || kind == type_kind::unsigned_integer || kind == type_kind::real;
}

}  // namespace

check check_types(const operands& ops, const operator_options& options) {
  if (auto bad = check_same_type(ops)) return bad;
  if (!is_integer(ops.indices.type)) {
    return fail(rule::TY3, operand::indices, "their type is " + describe(ops.indices) + ", not an integer type");
  }
  if (!is_reducible(ops.data.type, options.reduce)) {
    return fail(rule::TY4, operand::data,
                std::string("reduction ") + name_of(options.reduce) + " is not defined for " + describe(ops.data));
  }
  return {};
}

check check_attributes(const operands& ops, const operator_options& options) {
  if (options.invalid && options.invalid->number == rule::AT1) return options.invalid;
  const bool fills = options.policy.outside == out_of_bounds::fill;
  if (!ops.is_scatter && options.reduce != reduction::none) {
    return fail(rule::AT1, operand::none,
                std::string("a gather has no reduction, but ") + name_of(options.reduce) + " is given");
  }
  if (fills && ops.is_scatter)
    return fail(rule::AT2, operand::none, "a scatter has no out_of_bounds policy fill; skip drops an update");
  if (options.has_fill_value && !fills) {
    return fail(rule::AT3, operand::none,
                std::string("a fill value is given but out_of_bounds is ") + name_of(options.policy.outside));
  }
  return options.invalid;
}

check check_extents(const operands& ops) {
  for (const auto& [view, where] : all_of(ops)) {
    if (auto bad = strew::check_extents(*view, where)) return bad;
  }
  return {};
}

check check_output_extents(const operands& ops) {
  if (!ops.is_scatter || ops.output.extents == ops.data.extents) return {};
  return fail(
      rule::SC1, operand::output,
      "its extents " + to_text(ops.output.extents) + " differ from the " + to_text(ops.data.extents) + " of data");
}

check check_sizes(const operands& ops) {
  for (const auto& [view, where] : all_of(ops)) {
    if (auto bad = strew::check_sizes(*view, where)) return bad;
  }
  return check_nested(ops.output, operand::output);
}

std::string to_text(const extents_list& extents) {
  std::string text = "[";
  for (std::size_t i = 0; i < extents.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(extents[i]);
  return text + "]";
}

problem start_problem(const operands& ops, const operator_options& options) {
  problem p;
  p.way = ops.is_scatter ? direction::write : direction::read;
  p.width = ops.data.width;
  p.reduce = options.reduce;
  p.type = options.reduce == reduction::none ? dtype::opaque : ops.data.type;
  p.index_type = ops.indices.type;
  p.policy = options.policy;
  if (options.policy.outside == out_of_bounds::fill) {
    p.fill =
        options.has_fill_value ? options.fill : small_vector<std::byte, 16>(static_cast<std::size_t>(ops.data.width));
  }
  return p;
}

operation finish(const operands& ops, const problem& raw) {
  operation both{canonical(raw), std::nullopt};
  if (!ops.is_scatter) return both;
  problem copy;
  copy.way = direction::write;
  copy.width = ops.data.width;
  for (std::size_t i = 0; i < ops.data.rank(); ++i) {
    copy.axes.push_back({ops.data.extents[i], ops.output.strides[i], ops.data.strides[i], 0, no_window});
  }
  both.prologue = canonical(std::move(copy));
  return both;
}

}  // namespace strew::lower
