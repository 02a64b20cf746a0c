// gather_block_quantized: gather along an axis A that is not the last one, whose slices along the last dimension are
// rows of codes. D = extents of data, J = of indices, b = batch_dims, g = D without its last dimension; W, Z = strides
// of scales and zero points, which have the dimensions of data.
//   axes         batch i < b:       {D[i], T_i, X_i, I_i, weight W_i, zero Z_i}
//                index t >= b:      {J[t], 0, X_{A+t-b}, I_t}
//                slice b <= i < A   {D[i], T_i, X_i, 0, weight W_i, zero Z_i}, A < i < r-1: with X_{i+q-b-1}
//   coordinates                     {D[A], 1, T_A, 0}, scale W_A, zero Z_A
//   unit                            the last dimension
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/arithmetic.hpp"
#include "lower/common.hpp"

namespace strew::engine {
namespace lower {
namespace {

// ---- Types and attributes -------------------------------------------------------------------------------------------

bool is_value(dtype type) {
  return type == dtype::f32 || type == dtype::f16 || type == dtype::bf16;
}

status check_code_types(const operands& ops, const quantization_rules& by) {
  const paired_operands& more = *ops.paired;
  if (auto bad = check_index_type(ops.indices, operand::indices)) return bad;
  if (ops.data.type != dtype::u8 && ops.data.type != dtype::i8)
    return fail(rule::TY5, operand::data, "its type is {}, but codes are u8, or i8 if they are signed",
                words_of(ops.data, operand::data));
  if (!is_value(more.scales.type) && more.scales.type != dtype::u8)
    return fail(rule::TY5, operand::scales, "their type {} is none of f32, f16, bf16 and u8",
                words_of(more.scales, operand::scales));
  if (by.has_zero_points && more.zero_points.type != ops.data.type)
    return fail(rule::TY5, operand::zero_points, "their type {} differs from the {} of <data>",
                words_of(more.zero_points, operand::zero_points), words_of(ops.data, operand::data));
  if (by.has_codebook && more.codebook.type != dtype::f32)
    return fail(rule::TY5, operand::codebook, "its type is {}, not f32", words_of(more.codebook, operand::codebook));
  if (is_value(ops.output.type)) return {};
  return fail(rule::TY5, operand::output, "its type {} is none of f32, f16 and bf16",
              words_of(ops.output, operand::output));
}

status check_bits(const quantization_rules& by) {
  if (by.bits != 8 && by.bits != 4 && by.bits != 2)
    return fail(rule::QB1, operand::none, "<bits> is {}, not 8, 4 or 2", by.bits);
  constexpr auto halves = static_cast<std::int32_t>(code_packing::halves);
  if (by.packing < 0 || by.packing > halves)
    return fail(rule::QB1, operand::none, "the packing is {}, outside [0, {}]", by.packing, halves);
  if (by.packing != halves || by.bits == 4) return {};
  return fail(rule::QB1, operand::none, "codes of {} bits are not packed in halves, only those of 4", by.bits);
}

// ---- Shapes ---------------------------------------------------------------------------------------------------------

std::int64_t divided_up(int128 amount, std::int64_t by) {
  return static_cast<std::int64_t>((amount + by - 1) / by);  // amounts of codes are below 2^66
}
std::int64_t packed_bytes(std::int64_t codes, std::int32_t bits) {
  return divided_up(times(codes, bits), 8);
}

std::int64_t columns_of(const operands& ops) {
  return ops.output.extents.back();
}
// Values of a block: those of a row, if that has fewer.
std::int64_t block_of(const operands& ops, const quantization_rules& by) {
  const std::int64_t columns = columns_of(ops);
  return by.block_size == 0 || by.block_size > columns ? columns : by.block_size;
}
std::int64_t blocks_of(const operands& ops, const quantization_rules& by) {
  const std::int64_t block = block_of(ops, by);
  return block == 0 ? 0 : divided_up(columns_of(ops), block);
}

// AX1 to AX5; the last extent of the output is its own.
status check_gather(const operands& ops, const quantization_rules& by) {
  auto expected = along_axis_extents(ops.data, ops.indices, by.axis, by.batch_dims);
  if (!expected) return std::move(expected).error();
  const extents_list& given = ops.output.extents;
  if (!given.empty() && given.size() == expected->size()) (*expected)[given.size() - 1] = given.back();
  return check_direct(ops, std::move(expected), rule::AX5);
}

status check_rows(const operands& ops, const quantization_rules& by) {
  const std::size_t rank = ops.data.rank();
  if (from_start(by.axis, rank) == static_cast<std::int64_t>(rank) - 1)
    return fail(rule::QB2, operand::none, "<axis> is the last one of <data of rank> {}, along which codes are packed",
                rank);
  const std::int64_t columns = columns_of(ops);
  if (by.block_size < 0) return fail(rule::QB2, operand::none, "<block_size> is {}, below 0", by.block_size);
  if (const std::int64_t bytes = packed_bytes(columns, by.bits); ops.data.extents.back() != bytes)
    return fail(rule::QB2, operand::data, "its last extent is {}, but {} codes of {} bits have {} bytes",
                ops.data.extents.back(), columns, by.bits, bytes);
  if (by.packing != static_cast<std::int32_t>(code_packing::halves) || columns == 0) return {};
  const std::int64_t block = block_of(ops, by);
  if (block % 2 == 0 && columns % block == 0 && by.block_size <= columns) return {};
  return fail(rule::QB2, operand::none, "rows of {} values have no whole blocks of {} with two halves", columns,
              by.block_size == 0 ? columns : by.block_size);
}

// The extents of data, in the last dimension one of blocks.
status check_of_blocks(const operands& ops, const tensor& view, std::int64_t last, operand where, rule number) {
  extents_list expected = ops.data.extents;
  expected[expected.size() - 1] = last;
  if (view.extents == expected) return {};
  return fail(number, where, "<their extents are> {}, not {}", view.extents, expected);
}

status check_code_shapes(const operands& ops, const quantization_rules& by) {
  if (auto bad = check_gather(ops, by)) return bad;
  if (auto bad = check_rows(ops, by)) return bad;
  const paired_operands& more = *ops.paired;
  const std::int64_t blocks = blocks_of(ops, by);
  if (auto bad = check_of_blocks(ops, more.scales, blocks, operand::scales, rule::QB3)) return bad;
  if (by.has_zero_points) {
    if (by.has_codebook)
      return fail(rule::QB4, operand::zero_points, "they are given, but a codebook has the numbers of all codes");
    return check_of_blocks(ops, more.zero_points, packed_bytes(blocks, by.bits), operand::zero_points, rule::QB4);
  }
  if (!by.has_codebook) return {};
  if (ops.data.type != dtype::u8) return fail(rule::QB4, operand::codebook, "it is given, but codes are signed");
  const std::int64_t numbers = std::int64_t{1} << by.bits;
  if (more.codebook.extents == extents_list{numbers}) return {};
  return fail(rule::QB4, operand::codebook, "<its extents are> {}, not [{}]", more.codebook.extents, numbers);
}

template <class Check>
status check_each(const operands& ops, const quantization_rules& by, const Check& check) {
  if (auto bad = check(ops.data, operand::data)) return bad;
  if (auto bad = check(ops.indices, operand::indices)) return bad;
  if (auto bad = check(ops.paired->scales, operand::scales)) return bad;
  if (by.has_zero_points) {
    if (auto bad = check(ops.paired->zero_points, operand::zero_points)) return bad;
  }
  if (by.has_codebook) {
    if (auto bad = check(ops.paired->codebook, operand::codebook)) return bad;
  }
  return check(ops.output, operand::output);
}

// ---- Axes, the coordinate and the unit ------------------------------------------------------------------------------

// The dimensions of data that scales and zero points share.
struct shared_strides {
  const tensor& scales;
  const tensor* zero_points;  // null: none

  [[nodiscard]] std::int64_t zero(std::size_t i) const { return zero_points == nullptr ? 0 : zero_points->strides[i]; }
  [[nodiscard]] axis along(const tensor& data, std::size_t i, std::int64_t direct_stride,
                           std::int64_t index_stride) const {
    axis made{data.extents[i], data.strides[i], direct_stride, index_stride, no_window};
    made.weight_stride = scales.strides[i];
    made.zero_stride = zero(i);
    return made;
  }
};

void build(builder& made, const operands& ops, const shared_strides& more, std::size_t axis, std::size_t b) {
  const tensor& data = ops.data;
  const tensor& indices = ops.indices;
  const extents_list& direct = ops.output.strides;
  for (std::size_t t = 0; t < indices.rank(); ++t) {
    if (t < b) {
      made.place(static_cast<std::int32_t>(t), more.along(data, t, direct[t], indices.strides[t]), indices.strides[t]);
    } else {
      made.position(indices.extents[t], direct[axis + t - b], indices.strides[t]);
    }
  }
  for (std::size_t i = b; i < axis; ++i) made.slice(i, more.along(data, i, direct[i], 0));
  for (std::size_t i = axis + 1; i + 1 < data.rank(); ++i)
    made.slice(i, more.along(data, i, direct[i + indices.rank() - b - 1], 0));
  if (columns_of(ops) == 0) made.slice(data.rank() - 1, 0, 0, 0);
  made.member(axis, data.extents[axis], 1, data.strides[axis], 0);
}

void describe_units(const operands& ops, const quantization_rules& by, const shared_strides& more, std::size_t axis,
                    problem& p) {
  const std::size_t last = ops.data.rank() - 1;
  decoding& made = p.decoding.emplace();
  made.bits = by.bits;
  made.packing = static_cast<code_packing>(by.packing);
  made.is_signed = ops.data.type == dtype::i8;
  made.has_zero_points = by.has_zero_points;
  made.has_codebook = by.has_codebook;
  made.scale_type = more.scales.type;
  made.value_type = ops.output.type;
  made.columns = columns_of(ops);
  made.block = block_of(ops, by);
  made.code_step = ops.data.strides[last];
  made.value_step = ops.output.strides.back();
  made.scale_step = more.scales.strides[last];
  made.zero_step = more.zero(last);
  made.codebook_step = by.has_codebook ? ops.paired->codebook.strides[0] : 0;
  made.scale_stride = more.scales.strides[axis];
  made.zero_stride = more.zero(axis);
  p.width = narrow(times(made.columns, ops.output.width)).value_or(0);  // beyond 63 bits the output is empty
}

}  // namespace

result<operation> gather_block_quantized(const operands& ops, const quantization_rules& by,
                                         const operator_options& options) {
  result<operation> made(std::in_place);
  const auto extents = [](const tensor& view, operand where) { return engine::check_extents(view, where); };
  const auto sizes = [](const tensor& view, operand where) { return engine::check_sizes(view, where); };
  if (auto bad = first_of([&] { return check_code_types(ops, by); }, [&] { return check_attributes(ops, options); },
                          [&] { return check_bits(by); }, [&] { return check_each(ops, by, extents); },
                          [&] { return check_code_shapes(ops, by); }, [&] { return check_each(ops, by, sizes); },
                          [&] { return check_nested(ops.output, operand::output); })) {
    made.fail(*std::move(bad));
    return made;
  }
  const auto axis = static_cast<std::size_t>(from_start(by.axis, ops.data.rank()));
  const shared_strides more{ops.paired->scales, by.has_zero_points ? &ops.paired->zero_points : nullptr};
  start_problem(ops, options, made->main);
  describe_units(ops, by, more, axis, made->main);
  builder rows(*made);
  build(rows, ops, more, axis, static_cast<std::size_t>(by.batch_dims));
  made->has_raw = !options.is_once;
  if (made->has_raw) made->raw = made->main;
  make_canonical(made->main);
  return made;
}

}  // namespace lower
}  // namespace strew::engine
