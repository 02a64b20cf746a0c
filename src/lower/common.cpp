#include "lower/common.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "problem/names.hpp"

namespace strew::engine {
namespace lower {
namespace {

// Calls check(view, where) for each operand in the order in which errors are reported, without a gather's updates,
// until one fails.
template <class Check>
status check_each(const operands& ops, const Check& check) {
  if (auto bad = check(ops.data, operand::data)) return bad;
  if (auto bad = check(ops.indices, operand::indices)) return bad;
  if (ops.is_scatter) {
    if (auto bad = check(ops.updates, operand::updates)) return bad;
  }
  return check(ops.output, operand::output);
}

status check_same_type(const operands& ops) {
  return check_each(ops, [&](const tensor& view, operand where) -> status {
    if (where == operand::indices || (view.type == ops.data.type && view.width == ops.data.width)) return {};
    return fail(rule::TY2, where, "its type {} differs from the {} of <data>", words_of(view, where),
                words_of(ops.data, operand::data));
  });
}

bool is_logic(reduction reduce) {
  return reduce == reduction::logic_and || reduce == reduction::logic_or || reduce == reduction::logic_xor;
}

bool is_reducible(dtype type, reduction reduce) {
  switch (info(type).kind) {
    case type_kind::record:
      return reduce == reduction::none;
    case type_kind::boolean:
      return reduce != reduction::mean;
    case type_kind::real:
      return !is_logic(reduce);
    case type_kind::complex:
      return reduce == reduction::none || reduce == reduction::add || reduce == reduction::sub ||
             reduce == reduction::mul;
    default:
      return true;
  }
}

bool takes_weights(reduction reduce) {
  return reduce == reduction::add || reduce == reduction::sub || reduce == reduction::mul || reduce == reduction::min ||
         reduce == reduction::max || reduce == reduction::mean;
}

}  // namespace

type_words words_of(const tensor& view, operand where) {
  return {view.type, view.width, where};
}

status check_index_type(const tensor& view, operand where) {
  if (is_integer(view.type)) return {};
  return fail(rule::TY3, where, "their type is {}, not an integer type", words_of(view, where));
}

status check_reduction(const tensor& view, operand where, reduction reduce) {
  if (is_reducible(view.type, reduce)) return {};
  return fail(rule::TY4, where, "reduction {} is not defined for {}", name_of(reduce), words_of(view, where));
}

status check_weights(dtype type, reduction reduce, dtype weights) {
  if (!takes_weights(reduce) || type == dtype::boolean || info(type).kind == type_kind::record)
    return fail(rule::PB4, operand::weights, "there are weights, but {} elements and reduction {}", info(type).name,
                name_of(reduce));
  const bool is_half = type == dtype::f16 || type == dtype::bf16;
  if (weights == type || (is_half && weights == dtype::f32)) return {};
  return fail(rule::PB4, operand::weights, "weights of type {} are none of {} elements", info(weights).name,
              info(type).name);
}

status check_types(const operands& ops, const operator_options& options) {
  if (auto bad = check_same_type(ops)) return bad;
  if (auto bad = check_index_type(ops.indices, operand::indices)) return bad;
  return check_reduction(ops.data, operand::data, options.reduce);
}

status check_attributes(const operands& ops, const operator_options& options) {
  if (options.invalid && options.invalid->number == rule::AT1) return options.invalid;
  const bool fills = options.policy.outside == out_of_bounds::fill;
  if (!ops.is_scatter && options.reduce != reduction::none) {
    return fail(rule::AT1, operand::none, "a gather has no reduction, but {} is given", name_of(options.reduce));
  }
  if (fills && ops.is_scatter)
    return fail(rule::AT2, operand::none, "a scatter has no out_of_bounds policy fill; skip drops an update");
  if (options.has_fill_value && !fills) {
    return fail(rule::AT3, operand::none, "a fill value is given but out_of_bounds is {}",
                name_of(options.policy.outside));
  }
  return options.invalid;
}

status check_extents(const operands& ops) {
  return check_each(ops, [](const tensor& view, operand where) { return engine::check_extents(view, where); });
}

status check_output_extents(const operands& ops) {
  if (!ops.is_scatter || ops.output.extents == ops.data.extents) return {};
  return fail(rule::OU1, operand::output, "<its extents {} differ from> the {} of <data>", ops.output.extents,
              ops.data.extents);
}

status check_sizes(const operands& ops) {
  if (auto bad = check_each(ops, [](const tensor& view, operand where) { return engine::check_sizes(view, where); }))
    return bad;
  return check_nested(ops.output, operand::output);
}

status check_direct(const operands& ops, result<extents_list> expected, rule number) {
  if (!expected) return std::move(expected).error();
  if (ops.direct().extents == *expected) return {};
  return fail(number, ops.direct_operand(), "<its extents are> {}, but <data> {} and <indices> {} require {}",
              ops.direct().extents, ops.data.extents, ops.indices.extents, *expected);
}

std::int64_t from_start(std::int64_t axis, std::size_t rank) {
  return axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis;
}

status check_axis(std::int64_t axis, std::size_t rank, rule number) {
  const auto r = static_cast<std::int64_t>(rank);
  if (axis >= -r && axis < r) return {};
  return fail(number, operand::none, "<axis> is {}, outside [{}, {}]", axis, -r, r - 1);
}

status check_batch_extents(const tensor& data, const tensor& indices, std::size_t b, rule number) {
  for (std::size_t i = 0; i < b; ++i) {
    if (data.extents[i] == indices.extents[i]) continue;
    return fail(number, operand::indices, "<batch extent {} is {}, that of data is {}>", i, indices.extents[i],
                data.extents[i]);
  }
  return {};
}

void start_problem(const operands& ops, const operator_options& options, problem& p) {
  p.way = ops.is_scatter ? direction::write : direction::read;
  p.width = ops.data.width;
  p.reduce = options.reduce;
  if (options.reduce != reduction::none) {
    p.type = ops.data.type;
    p.exclude_self = options.exclude_self;
    p.accumulate = options.accumulate;
    p.unordered = options.unordered;
  }
  p.refuses_duplicates = options.refuses_duplicates && ops.is_scatter;
  p.index_type = ops.indices.type;
  p.policy = options.policy;
  if (options.policy.outside == out_of_bounds::fill) {
    STREW_ASSERT(!options.has_fill_value || !options.fill.empty());
    constexpr std::byte zero{0};
    p.fill = options.has_fill_value ? options.fill : fill_pattern(&zero, 1);
  }
}

}  // namespace lower
}  // namespace strew::engine
