// A random gather_block_quantized of any types, as a call and as the oracle takes it.
#pragma once

#include <strew/problem.h>
#include <strew/strew.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "cases/placed_operand.hpp"
#include "cases/random.hpp"
#include "oracle/fill.hpp"
#include "oracle/quantized.hpp"
#include "oracle/real_format.hpp"

namespace strew::testing {

using cases::placed_operand;
using oracle::element;
using oracle::shape;

struct random_quantized {
  placed_operand data, indices, scales, zero_points, codebook, output;
  strew_quantization quantization = STREW_QUANTIZATION_INIT;
  strew_options options = STREW_OPTIONS_INIT;
  int64_t axis = 0, batch_dims = 0;
  std::vector<unsigned char> fill;
  bool is_broken = false;  // a rule of types, attributes or shapes

  explicit random_quantized(uint64_t seed) : draw_(seed) {
    set_codes();
    set_shapes();
    set_options();
    break_something();
    for (placed_operand* one : {&data, &indices, &scales, &zero_points, &codebook}) one->lay_out(draw_, true);
    output.lay_out(draw_, false);
    if (draw_.chance(50)) lay_side_by_side(data), lay_side_by_side(output);
    is_broken = !oracle::quantized_rule(expected_operands()).empty();
    if (is_broken) return;
    set_fill();
    for (placed_operand* one : {&data, &zero_points}) fill_with_bits(*one);
    fill_with_numbers(scales), fill_with_numbers(codebook);
    fill_indices();
  }

  [[nodiscard]] oracle::quantized_operands expected_operands() {
    oracle::quantized_operands made;
    made.data = data.tensor();
    made.indices = indices.tensor();
    made.scales = scales.tensor();
    if (zero_points.is_given) made.zero_points = zero_points.tensor();
    if (codebook.is_given) made.codebook = codebook.tensor();
    made.output = output.tensor();
    made.rules = {static_cast<oracle::out_of_bounds>(options.out_of_bounds),
                  static_cast<oracle::negative_indices>(options.negative_indices)};
    made.axis = axis;
    made.batch_dims = batch_dims;
    made.bits = quantization.bits;
    made.in_halves = quantization.packing == STREW_PACKING_HALVES;
    made.block_size = quantization.block_size;
    made.fill = fill;
    return made;
  }
  // Whose views live as long as this.
  [[nodiscard]] strew_operands operands() {
    strew_operands made = STREW_OPERANDS_INIT;
    views_[0] = data.view(), views_[1] = indices.view(), views_[2] = scales.view(), views_[3] = zero_points.view();
    views_[4] = codebook.view(), views_[5] = output.view();
    made.data = &views_[0];
    made.indices = &views_[1];
    made.scales = &views_[2];
    if (zero_points.is_given) made.zero_points = &views_[3];
    if (codebook.is_given) made.codebook = &views_[4];
    made.output = &views_[5];
    return made;
  }
  [[nodiscard]] strew_operator op() const {
    strew_operator made = STREW_OPERATOR_INIT;
    made.kind = STREW_OPERATOR_GATHER_BLOCK_QUANTIZED;
    made.axis = axis;
    made.batch_dims = batch_dims;
    made.quantization = &quantization;
    return made;
  }
  [[nodiscard]] strew_operand_places places() {
    strew_operand_places made = STREW_OPERAND_PLACES_INIT;
    const auto first = [](placed_operand& of) { return of.store.data() + of.base; };
    made.data = first(data);
    made.indices = first(indices);
    made.scales = first(scales);
    if (zero_points.is_given) made.zero_points = first(zero_points);
    if (codebook.is_given) made.codebook = first(codebook);
    made.output = first(output);
    return made;
  }

 private:
  int64_t extent(int64_t most) { return draw_.chance(3) ? 0 : draw_.between(1, most); }
  shape some(int64_t most_rank, int64_t largest) {
    shape made(static_cast<size_t>(draw_.between(0, most_rank)));
    for (int64_t& n : made) n = extent(largest);
    return made;
  }
  static int64_t divided_up(int64_t amount, int64_t by) { return by == 0 ? 0 : (amount + by - 1) / by; }

  void set_codes() {
    quantization.bits = draw_.pick({8, 4, 4, 2});
    const bool in_halves = quantization.bits == 4 && draw_.chance(30);
    quantization.packing = in_halves ? STREW_PACKING_HALVES : STREW_PACKING_LOW_FIRST;
    quantization.block_size = draw_.pick({0, 1, 2, 3, 4, 8, 16, 16, 32, 32, 100});
    columns_ = draw_.chance(3) ? 0 : draw_.between(1, draw_.chance(30) ? 300 : 70);
    if (in_halves) {
      quantization.block_size += quantization.block_size % 2;
      const int64_t whole = std::max<int64_t>(quantization.block_size, 2);
      columns_ = divided_up(columns_, whole) * whole;
    }
    data.type = draw_.chance(60) ? element::u8 : element::i8;
    zero_points.is_given = draw_.chance(50);
    codebook.is_given = !zero_points.is_given && data.type == element::u8 && draw_.chance(40);
    zero_points.type = data.type;
    codebook.type = element::f32;
    scales.type = draw_.pick({element::f32, element::f32, element::f16, element::bf16, element::u8});
    output.type = draw_.pick({element::f32, element::f16, element::bf16});
  }

  void set_shapes() {
    const bool is_wide = draw_.chance(10);
    const shape batch = draw_.chance(70) ? shape() : some(2, 3);
    const shape before = draw_.chance(70) ? shape() : some(1, 3), after = draw_.chance(60) ? shape() : some(2, 4);
    const shape positions = is_wide ? shape{draw_.between(100, 300)} : some(2, 5);
    rows_ = extent(9);
    batch_dims = static_cast<int64_t>(batch.size());
    axis = static_cast<int64_t>(batch.size() + before.size());
    const int64_t block = quantization.block_size == 0 ? columns_ : quantization.block_size;
    const int64_t blocks = divided_up(columns_, block);
    const shape all = oracle::join({batch, before, {rows_}, after});
    data.extents = oracle::join({all, {divided_up(columns_ * quantization.bits, 8)}});
    scales.extents = oracle::join({all, {blocks}});
    zero_points.extents = oracle::join({all, {divided_up(blocks * quantization.bits, 8)}});
    codebook.extents = {int64_t{1} << quantization.bits};
    indices.extents = oracle::join({batch, positions});
    output.extents = oracle::join({batch, before, positions, after, {columns_}});
    if (draw_.chance(30)) axis -= static_cast<int64_t>(data.extents.size());
  }

  void set_options() {
    indices.type = static_cast<element>(draw_.between(2, 9));
    options.out_of_bounds =
        draw_.chance(35)
            ? STREW_OOB_ERROR
            : draw_.pick({STREW_OOB_CLAMP, STREW_OOB_WRAP, STREW_OOB_SKIP, STREW_OOB_FILL, STREW_OOB_FILL});
    options.negative_indices = draw_.chance(30) ? 1 : 0;
    number_ = draw_.between(-9, 9);
    if (options.out_of_bounds != STREW_OOB_FILL || draw_.chance(30)) return;
    options.fill_dtype = STREW_DTYPE_I64;
    options.fill_value = &number_;
  }

  void set_fill() {
    fill.assign(static_cast<size_t>(oracle::width_of(output.type)), 0);
    if (options.fill_value != nullptr)
      fill = *oracle::element_of_number(output.type, element::i64, static_cast<uint64_t>(number_));
  }

  // Rows of codes and values without gaps, as most are.
  static void lay_side_by_side(placed_operand& of) {
    int64_t step = of.width;
    for (size_t d = of.extents.size(); d-- > 0;) {
      of.strides[d] = step;
      step *= std::max<int64_t>(of.extents[d], 1);
    }
    of.base = of.width;
    of.store.assign(static_cast<size_t>(of.base + step + of.width), 0xA5);
  }

  void fill_with_bits(placed_operand& of) {
    const oracle::tensor all = of.tensor();
    oracle::for_each_coordinate(of.extents, [&](const oracle::coordinate& c) {
      for (unsigned char& one : all.at(c)) one = static_cast<unsigned char>(draw_.bits());
    });
  }
  // Some of them any bits: infinite, NaN, so small that products are no normal numbers.
  void fill_with_numbers(placed_operand& of) {
    if (!of.is_given) return;
    if (of.type == element::u8) return fill_with_bits(of);
    const oracle::tensor all = of.tensor();
    oracle::for_each_coordinate(of.extents, [&](const oracle::coordinate& c) {
      const oracle::bytes to = all.at(c);
      const double number = static_cast<double>(draw_.between(-5000, 5000)) / 1024;
      oracle::write_integer(to, oracle::format_of(of.type).encode(number));
      if (!draw_.chance(15)) return;
      for (unsigned char& one : to) one = static_cast<unsigned char>(draw_.bits());
      if (!draw_.chance(30)) return;
      to.back() = draw_.chance(50) ? 0x7f : 0xff;  // the largest exponent of two kinds
      to[to.size() - 2] = draw_.pick({static_cast<unsigned char>(0x80), static_cast<unsigned char>(0xc0)});
    });
  }

  // Mostly valid where they are refused.
  void fill_indices() {
    const oracle::tensor all = indices.tensor();
    const int bad = options.out_of_bounds == STREW_OOB_ERROR ? (draw_.chance(15) ? 4 : 0) : 20;
    const bool is_signed = oracle::is_signed_integer(indices.type);
    oracle::for_each_coordinate(indices.extents, [&](const oracle::coordinate& c) {
      int64_t value = rows_ > 0 ? draw_.between(0, rows_ - 1) : 0;
      if (is_signed && options.negative_indices == 0 && draw_.chance(10)) value -= rows_;
      if (draw_.chance(bad)) value = draw_.between(is_signed ? -100 : 0, 100);
      oracle::write_integer(all.at(c), static_cast<uint64_t>(value));
    });
  }

  // What the rules of types, attributes and shapes refuse.
  void break_something() {
    if (!draw_.chance(18)) return;
    placed_operand* const some = draw_.pick({&data, &indices, &scales, &zero_points, &codebook, &output});
    switch (draw_.between(0, 6)) {
      case 0:
        if (some == &zero_points || some == &codebook) some->is_given = !some->is_given;
        return;
      case 1:
        if (!some->extents.empty())
          some->extents[static_cast<size_t>(draw_.between(0, static_cast<int64_t>(some->extents.size()) - 1))] += 1;
        return;
      case 2:
        some->type = static_cast<element>(draw_.between(1, 17));
        return;
      case 3:
        return void(draw_.pick({&axis, &batch_dims})[0] += draw_.pick({-9, -1, 1, 2}));
      case 4:
        return void(quantization.bits = draw_.pick({0, 1, 2, 3, 4, 8, 16}));
      case 5:
        return void(quantization.packing = static_cast<int32_t>(draw_.between(0, 1)));
      default:
        return void(quantization.block_size += draw_.pick({-120, -1, 1}));
    }
  }

  cases::random_source draw_;
  int64_t rows_ = 0, columns_ = 0;
  int64_t number_ = 0;
  strew_tensor views_[6];
};

}  // namespace strew::testing
