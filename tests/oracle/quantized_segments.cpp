#include "oracle/quantized_segments.hpp"

#include <algorithm>
#include <numeric>

#include "oracle/quantized.hpp"
#include "oracle/real_format.hpp"

namespace strew::oracle {
namespace {

// Elements side by side, with the memory that they are in.
struct packed_values {
  memory store;
  tensor view;

  packed_values(element type, const shape& extents) {
    const int64_t width = width_of(type);
    view = {&store, 0, type, width, extents, shape(extents.size(), width)};
    for (size_t d = extents.size(); d-- > 1;) view.strides[d - 1] = view.strides[d] * std::max<int64_t>(extents[d], 1);
    store.resize(static_cast<size_t>(width * product(extents)));
  }
  packed_values(const packed_values&) = delete;
  packed_values& operator=(const packed_values&) = delete;
};

bool has_rows(const segment_operands& of) {
  return of.batch_dims >= 0 && of.batch_dims < static_cast<int64_t>(of.data.extents.size());
}

shape value_extents(const segment_operands& of) {
  shape made = of.data.extents;
  if (!made.empty()) made.back() = of.output.extents.empty() ? 0 : of.output.extents.back();
  return made;
}

// A gather of all rows, in their order.
quantized_operands all_rows(const segment_operands& of, const code_format& by, const tensor& rows,
                            const tensor& values) {
  quantized_operands made;
  made.data = of.data;
  made.indices = rows;
  made.scales = by.scales;
  made.zero_points = by.zero_points;
  made.codebook = by.codebook;
  made.output = values;
  made.axis = has_rows(of) ? of.batch_dims : 0;
  made.bits = by.bits;
  made.in_halves = by.in_halves;
  made.block_size = by.block_size;
  return made;
}

void decode(const segment_operands& of, const code_format& by, const tensor& values) {
  packed_values rows(element::i64, {of.data.extents[static_cast<size_t>(of.batch_dims)]});
  for_each_coordinate(rows.view.extents,
                      [&](const coordinate& c) { write_integer(rows.view.at(c), static_cast<uint64_t>(c[0])); });
  gather_block_quantized(all_rows(of, by, rows.view, values));
}

int number_of_class(std::string_view rule) {
  if (rule.empty()) return 3;
  if (rule.starts_with("TY") || rule.starts_with("PB")) return 0;
  return rule.starts_with("AT") || rule == "QB1" ? 1 : 2;
}

void convert(const tensor& from, const tensor& to) {
  for_each_coordinate(to.extents, [&](const coordinate& c) {
    const double value = format_of(from.type).decode(read_integer(from.type, from.at(c)));
    write_integer(to.at(c), format_of(to.type).encode(value));
  });
}

move_outcome reduce_wide(segment_operands of, const tensor& values, const reduction_rule& rule) {
  const tensor output = of.output;
  const shape segments = part(
      output.extents, 0, output.extents.size() - (of.data.extents.size() - static_cast<size_t>(of.batch_dims) - 1));
  packed_values results(element::f32, output.extents), counts(element::i64, segments);
  packed_values base(element::f32, of.base ? output.extents : shape{0});
  packed_values weights(element::f32, of.weights ? of.weights->extents : shape{0});
  const std::optional<tensor> old = of.base;
  of.data = values;
  of.output = results.view;
  if (of.base) convert(*of.base, base.view), of.base = base.view;
  if (of.weights) convert(*of.weights, weights.view), of.weights = weights.view;
  if (!of.count) of.count = counts.view;
  const move_outcome made = segment_reduce(of, rule);
  if (made.error) return made;
  for_each_coordinate(output.extents, [&](const coordinate& c) {
    const bytes to = output.at(c);
    if (read_integer(element::i64, of.count->at(part(c, 0, segments.size()))) != 0) {
      const double value = format_of(element::f32).decode(read_integer(element::u32, results.view.at(c)));
      write_integer(to, format_of(output.type).encode(value));
    } else if (old) {
      const bytes from = old->at(c);
      std::copy(from.begin(), from.end(), to.begin());
    } else {
      write_integer(to, 0);
    }
  });
  return made;
}

}  // namespace

std::string_view quantized_segment_rule(const segment_operands& of, const code_format& by, const reduction_rule& rule) {
  const shape extents = value_extents(of);
  segment_operands decoded = of;
  decoded.data = {nullptr, 0, of.output.type, of.output.width, extents, shape(extents.size(), 0)};
  const std::string_view of_segments = segment_rule(decoded, rule);
  const int64_t count = has_rows(of) ? extents[static_cast<size_t>(of.batch_dims)] : 0;
  const tensor rows = {nullptr, 0, element::i64, 8, {count}, {8}};
  const std::string_view of_codes = quantized_rule(all_rows(of, by, rows, decoded.data));
  return number_of_class(of_segments) <= number_of_class(of_codes) ? of_segments : of_codes;
}

move_outcome quantized_segment_reduce(const segment_operands& of, const code_format& by, const reduction_rule& rule) {
  const bool is_wide = rule.reduction != reduction::none && rule.accumulate == accumulate::wide;
  packed_values values(is_wide ? element::f32 : of.output.type, value_extents(of));
  decode(of, by, values.view);
  if (values.view.type != of.output.type) return reduce_wide(of, values.view, rule);
  segment_operands decoded = of;
  decoded.data = values.view;
  return segment_reduce(decoded, rule);
}

}  // namespace strew::oracle
