#include "lower/codes.hpp"

#include "base/arithmetic.hpp"

namespace strew::engine {
namespace lower {
namespace {

bool is_value(dtype type) {
  return type == dtype::f32 || type == dtype::f16 || type == dtype::bf16;
}

std::int64_t divided_up(int128 amount, std::int64_t by) {
  return static_cast<std::int64_t>((amount + by - 1) / by);  // amounts of codes are below 2^66
}
std::int64_t packed_bytes(std::int64_t codes, std::int32_t bits) {
  return divided_up(times(codes, bits), 8);
}

// Values of a block: those of a row, if that has fewer.
std::int64_t block_of(const code_operands& of, const quantization_rules& by) {
  const std::int64_t columns = columns_of(of);
  return by.block_size == 0 || by.block_size > columns ? columns : by.block_size;
}
std::int64_t blocks_of(const code_operands& of, const quantization_rules& by) {
  const std::int64_t block = block_of(of, by);
  return block == 0 ? 0 : divided_up(columns_of(of), block);
}

status check_rows(const code_operands& of, const quantization_rules& by, std::int64_t axis) {
  const std::size_t rank = of.codes.rank();
  if (axis == static_cast<std::int64_t>(rank) - 1)
    return fail(rule::QB2, operand::none, "<axis> is the last one of <data of rank> {}, along which codes are packed",
                rank);
  const std::int64_t columns = columns_of(of);
  if (by.block_size < 0) return fail(rule::QB2, operand::none, "<block_size> is {}, below 0", by.block_size);
  if (const std::int64_t bytes = packed_bytes(columns, by.bits); of.codes.extents.back() != bytes)
    return fail(rule::QB2, of.where, "its last extent is {}, but {} codes of {} bits have {} bytes",
                of.codes.extents.back(), columns, by.bits, bytes);
  if (by.packing != static_cast<std::int32_t>(code_packing::halves) || columns == 0) return {};
  const std::int64_t block = block_of(of, by);
  if (block % 2 == 0 && columns % block == 0 && by.block_size <= columns) return {};
  return fail(rule::QB2, operand::none, "rows of {} values have no whole blocks of {} with two halves", columns,
              by.block_size == 0 ? columns : by.block_size);
}

// The extents of the codes, in the last dimension one of blocks.
status check_of_blocks(const code_operands& of, const tensor& view, std::int64_t last, operand where, rule number) {
  extents_list expected = of.codes.extents;
  expected[expected.size() - 1] = last;
  if (view.extents == expected) return {};
  return fail(number, where, "<their extents are> {}, not {}", view.extents, expected);
}

status check_codebook(const code_operands& of, const quantization_rules& by) {
  if (of.codes.type != dtype::u8) return fail(rule::QB4, operand::codebook, "it is given, but codes are signed");
  const std::int64_t numbers = std::int64_t{1} << by.bits;
  if (of.more.codebook.extents == extents_list{numbers}) return {};
  return fail(rule::QB4, operand::codebook, "<its extents are> {}, not [{}]", of.more.codebook.extents, numbers);
}

std::int64_t zero_stride(const code_operands& of, const quantization_rules& by, std::size_t i) {
  return by.has_zero_points ? of.more.zero_points.strides[i] : 0;
}

}  // namespace

status check_code_types(const code_operands& of, const quantization_rules& by) {
  if (of.codes.type != dtype::u8 && of.codes.type != dtype::i8)
    return fail(rule::TY5, of.where, "its type is {}, but codes are u8, or i8 if they are signed",
                words_of(of.codes, of.where));
  const paired_operands& more = of.more;
  if (!is_value(more.scales.type) && more.scales.type != dtype::u8)
    return fail(rule::TY5, operand::scales, "their type {} is none of f32, f16, bf16 and u8",
                words_of(more.scales, operand::scales));
  if (by.has_zero_points && more.zero_points.type != of.codes.type)
    return fail(rule::TY5, operand::zero_points, "their type {} differs from the {} of {}",
                words_of(more.zero_points, operand::zero_points), words_of(of.codes, of.where), of.where);
  if (by.has_codebook && more.codebook.type != dtype::f32)
    return fail(rule::TY5, operand::codebook, "its type is {}, not f32", words_of(more.codebook, operand::codebook));
  if (is_value(of.values.type)) return {};
  return fail(rule::TY5, operand::output, "its type {} is none of f32, f16 and bf16",
              words_of(of.values, operand::output));
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

status check_code_shapes(const code_operands& of, const quantization_rules& by, std::int64_t axis) {
  if (auto bad = check_rows(of, by, axis)) return bad;
  const paired_operands& more = of.more;
  const std::int64_t blocks = blocks_of(of, by);
  if (auto bad = check_of_blocks(of, more.scales, blocks, operand::scales, rule::QB3)) return bad;
  if (by.has_zero_points) {
    if (by.has_codebook)
      return fail(rule::QB4, operand::zero_points, "they are given, but a codebook has the numbers of all codes");
    return check_of_blocks(of, more.zero_points, packed_bytes(blocks, by.bits), operand::zero_points, rule::QB4);
  }
  return by.has_codebook ? check_codebook(of, by) : status();
}

void describe_codes(const code_operands& of, const quantization_rules& by, std::size_t axis, problem& p) {
  const std::size_t last = of.codes.rank() - 1;
  decoding& made = p.decoding.emplace();
  made.bits = by.bits;
  made.packing = static_cast<code_packing>(by.packing);
  made.is_signed = of.codes.type == dtype::i8;
  made.has_zero_points = by.has_zero_points;
  made.has_codebook = by.has_codebook;
  made.scale_type = of.more.scales.type;
  made.value_type = of.values.type;
  made.columns = columns_of(of);
  made.block = block_of(of, by);
  made.code_step = of.codes.strides[last];
  made.scale_step = of.more.scales.strides[last];
  made.zero_step = zero_stride(of, by, last);
  made.codebook_step = by.has_codebook ? of.more.codebook.strides[0] : 0;
  made.scale_stride = of.more.scales.strides[axis];
  made.zero_stride = zero_stride(of, by, axis);
}

void put_code_strides(const code_operands& of, const quantization_rules& by, std::size_t i, problem& p, axis& made) {
  p.decoding->put(made, {of.more.scales.strides[i], zero_stride(of, by, i), 0});
}

}  // namespace lower
}  // namespace strew::engine
