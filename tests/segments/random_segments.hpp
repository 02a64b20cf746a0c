// A random segment_reduce, of elements or of codes, segment_scan or sddmm of any types, as a call and as the oracle
// takes it.
#pragma once

#include <strew/problem.h>
#include <strew/strew.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "cases/placed_operand.hpp"
#include "cases/random.hpp"
#include "oracle/quantized_segments.hpp"
#include "oracle/sddmm.hpp"
#include "oracle/segment_scan.hpp"
#include "segments/random_fill.hpp"

namespace strew::testing {

using oracle::element;
using oracle::shape;
using segment_operand = cases::placed_operand;

// What is called: an operator, with rows of codes or without.
struct segment_kind {
  int32_t number = STREW_OPERATOR_SEGMENT_REDUCE;
  bool has_codes = false;
};

struct random_segments {
  segment_operand data, indices, segments, weights, base, output, arg, count, right, scales, zero_points, codebook;
  strew_quantization quantization = STREW_QUANTIZATION_INIT;
  strew_segmentation segmentation = STREW_SEGMENTATION_INIT;
  strew_options options = STREW_OPTIONS_INIT;
  int64_t batch_dims = 0;
  int32_t mode = 0;
  bool is_in_place = false;  // base is output
  bool is_broken = false;    // a rule of types, attributes or shapes

  int32_t kind = STREW_OPERATOR_SEGMENT_REDUCE;
  bool is_sddmm = false;  // then segments address rows of right, and output has an element for each position
  bool is_scan = false;   // then output has a row for each position
  bool has_codes = false;

  explicit random_segments(uint64_t seed, const segment_kind& of)
      : kind(of.number),
        is_sddmm(kind == STREW_OPERATOR_SDDMM),
        is_scan(kind == STREW_OPERATOR_SEGMENT_SCAN),
        has_codes(of.has_codes),
        draw_(seed) {
    set_shapes();
    set_options();
    if (is_scan) set_scan();
    if (has_codes) set_codes();
    break_something();
    for (segment_operand* one : {&data, &base, &output}) one->lay_out(draw_, one != &output);
    for (segment_operand* one : {&indices, &segments, &weights}) one->lay_out(draw_, true);
    for (segment_operand* one : {&arg, &count}) one->lay_out(draw_, false);
    if (is_sddmm) right.lay_out(draw_, true);
    if (has_codes)
      for (segment_operand* one : {&scales, &zero_points, &codebook}) one->lay_out(draw_, true);
    is_broken = !broken_rule().empty();
    if (is_broken) return;
    if (is_in_place) base = output;
    random_fill(draw_).elements(data), random_fill(draw_).elements(base), random_fill(draw_).elements(weights);
    if (has_codes) fill_codes();
    if (is_sddmm) random_fill(draw_).elements(right);
    random_fill(draw_).indices(indices, rows_, options.out_of_bounds);
    if (segmentation.form == STREW_SEGMENTS_OFFSETS)
      fill_offsets();
    else
      random_fill(draw_).indices(segments, segments_, segmentation.out_of_bounds);
    if (is_in_place) output = base;
  }

  [[nodiscard]] oracle::segment_operands expected_operands() {
    oracle::segment_operands made;
    made.data = data.tensor();
    if (indices.is_given) made.indices = indices.tensor();
    if (segments.is_given) made.segments = segments.tensor();
    if (weights.is_given && !is_sddmm) made.weights = weights.tensor();
    if (base.is_given && !is_sddmm) made.base = is_in_place ? output.tensor() : base.tensor();
    made.output = output.tensor();
    if (arg.is_given) made.arg = arg.tensor();
    if (count.is_given) made.count = count.tensor();
    made.form = static_cast<oracle::segment_form>(segmentation.form);
    made.of_indices = {static_cast<oracle::out_of_bounds>(options.out_of_bounds),
                       static_cast<oracle::negative_indices>(options.negative_indices)};
    made.of_segments = {
        static_cast<oracle::out_of_bounds>(segmentation.out_of_bounds),
        segmentation.ids_from_end != 0 ? oracle::negative_indices::from_end : oracle::negative_indices::invalid};
    if (segmentation.has_padding_index != 0) made.of_indices.padding = segmentation.padding_index;
    if (segmentation.has_padding_segment != 0) made.of_segments.padding = segmentation.padding_segment;
    made.batch_dims = batch_dims;
    made.segment_count = segmentation.segment_count;
    return made;
  }
  [[nodiscard]] oracle::sddmm_operands expected_products() { return {expected_operands(), right.tensor()}; }
  [[nodiscard]] oracle::code_format expected_codes() {
    oracle::code_format made;
    made.scales = scales.tensor();
    if (zero_points.is_given) made.zero_points = zero_points.tensor();
    if (codebook.is_given) made.codebook = codebook.tensor();
    made.bits = quantization.bits;
    made.in_halves = quantization.packing == STREW_PACKING_HALVES;
    made.block_size = quantization.block_size;
    return made;
  }
  [[nodiscard]] std::string broken_rule() {
    if (has_codes) return std::string(oracle::quantized_segment_rule(expected_operands(), expected_codes(), rule()));
    if (is_sddmm) return std::string(oracle::sddmm_rule(expected_products(), rule()));
    return std::string(is_scan ? oracle::scan_rule(expected_operands(), rule())
                               : oracle::segment_rule(expected_operands(), rule()));
  }
  [[nodiscard]] oracle::reduction_rule rule() const {
    oracle::reduction_rule made;
    made.reduction = static_cast<oracle::reduction>(options.reduction);
    made.include_self = options.exclude_self == 0;
    made.accumulate = static_cast<oracle::accumulate>(options.accumulate);
    if (weights.is_given) made.weight_type = weights.type;
    return made;
  }
  // Whose views live as long as this.
  [[nodiscard]] strew_operands operands() {
    strew_operands made = STREW_OPERANDS_INIT;
    views_[0] = data.view(), views_[1] = indices.view(), views_[2] = segments.view(), views_[3] = weights.view();
    views_[4] = base.view(), views_[5] = output.view();
    made.data = &views_[0];
    if (indices.is_given) made.indices = &views_[1];
    if (segments.is_given) made.segments = &views_[2];
    if (weights.is_given && !is_sddmm) made.weights = &views_[3];
    if (base.is_given && !is_sddmm) made.base = is_in_place ? &views_[5] : &views_[4];
    made.output = &views_[5];
    views_[6] = arg.view(), views_[7] = count.view();
    if (arg.is_given) made.arg = &views_[6];
    if (count.is_given) made.count = &views_[7];
    if (is_sddmm) made.right = &(views_[8] = right.view());
    if (!has_codes) return made;
    made.scales = &(views_[9] = scales.view());
    if (zero_points.is_given) made.zero_points = &(views_[10] = zero_points.view());
    if (codebook.is_given) made.codebook = &(views_[11] = codebook.view());
    return made;
  }
  [[nodiscard]] strew_operator op() const {
    strew_operator made = STREW_OPERATOR_INIT;
    made.kind = kind;
    made.mode = mode;
    made.batch_dims = batch_dims;
    made.segmentation = &segmentation;
    if (has_codes) made.quantization = &quantization;
    return made;
  }
  [[nodiscard]] strew_operand_places places() {
    strew_operand_places made = STREW_OPERAND_PLACES_INIT;
    made.data = data.store.data() + data.base;
    if (indices.is_given) made.indices = indices.store.data() + indices.base;
    if (segments.is_given) made.segments = segments.store.data() + segments.base;
    if (weights.is_given) made.weights = weights.store.data() + weights.base;
    made.output = output.store.data() + output.base;
    if (arg.is_given) made.arg = arg.store.data() + arg.base;
    if (count.is_given) made.count = count.store.data() + count.base;
    if (base.is_given && !is_sddmm) made.base = is_in_place ? made.output : base.store.data() + base.base;
    if (is_sddmm) made.right = right.store.data() + right.base;
    if (!has_codes) return made;
    made.scales = scales.store.data() + scales.base;
    if (zero_points.is_given) made.zero_points = zero_points.store.data() + zero_points.base;
    if (codebook.is_given) made.codebook = codebook.store.data() + codebook.base;
    return made;
  }

 private:
  int64_t extent(int64_t most) { return draw_.chance(4) ? 0 : draw_.between(1, most); }
  shape some(int64_t least, int64_t most, int64_t largest) {
    shape made(static_cast<size_t>(draw_.between(least, most)));
    for (int64_t& n : made) n = extent(largest);
    return made;
  }

  void set_shapes() {
    segmentation.form = draw_.between(0, 2);
    const bool is_groups = segmentation.form == STREW_SEGMENTS_GROUPS;
    const bool is_wide = draw_.chance(20);
    const shape batch = draw_.chance(60) ? shape() : some(1, 2, 3);
    const shape slice = draw_.chance(20) && !has_codes ? shape() : some(1, 2, is_wide ? 70 : 5);
    batch_dims = static_cast<int64_t>(batch.size());
    indices.is_given = is_groups || draw_.chance(70);
    segments.is_given = !is_groups;
    weights.is_given = draw_.chance(45);
    base.is_given = draw_.chance(50);
    is_in_place = base.is_given && draw_.chance(50);
    rows_ = extent(9);
    segments_ = extent(6);
    const int64_t least = is_groups || !draw_.chance(10) ? 1 : 0;
    const int64_t longest = !is_wide && draw_.chance(15) ? 30 : 6;
    const shape positions = indices.is_given ? some(least, 2, longest) : shape{rows_};
    data.extents = oracle::join({batch, {rows_}, slice});
    indices.extents = weights.extents = segments.extents = oracle::join({batch, positions});
    if (segmentation.form == STREW_SEGMENTS_OFFSETS)
      segments.extents = oracle::join({batch, {segments_ + draw_.between(0, 1)}});
    const shape all = oracle::join({batch, positions});
    output.extents = is_groups ? oracle::join({oracle::part(all, 0, all.size() - 1), slice})
                               : oracle::join({batch, {segments_}, slice});
    base.extents = arg.extents = output.extents;
    count.extents = oracle::part(output.extents, 0, output.extents.size() - slice.size());
    arg.type = count.type = element::i64;
    count.is_given = !is_sddmm && draw_.chance(20);
    if (!is_sddmm) return;
    right.extents = output.extents;
    output.extents = all;
    weights.is_given = base.is_given = is_in_place = arg.is_given = false;
  }

  void draw_type() {
    data.type = has_codes ? draw_.pick({element::f32, element::f16, element::bf16})
                          : static_cast<element>(draw_.between(0, 17));
    data.width = draw_.between(1, 20);
    base.type = output.type = data.type;
    base.width = output.width = data.width;
  }
  [[nodiscard]] bool is_half() const { return data.type == element::f16 || data.type == element::bf16; }

  void set_options() {
    draw_type();
    options.reduction = static_cast<int32_t>(draw_.between(0, 9));
    while (!oracle::is_defined(data.type, static_cast<oracle::reduction>(options.reduction)))
      options.reduction = static_cast<int32_t>(draw_.between(0, 9));
    const auto reduce = static_cast<oracle::reduction>(options.reduction);
    arg.is_given =
        !is_sddmm && (reduce == oracle::reduction::min || reduce == oracle::reduction::max) && draw_.chance(50);
    weights.type = data.type;
    if (is_half() && draw_.chance(50)) weights.type = element::f32;
    if (weights.is_given)
      weights.is_given =
          oracle::takes_weights(data.type, static_cast<oracle::reduction>(options.reduction), weights.type);
    if (is_sddmm) {
      while (!oracle::takes_weights(data.type, oracle::reduction::add, data.type)) draw_type();
      right.type = is_half() && draw_.chance(50) ? element::f32 : data.type;
      options.reduction = STREW_REDUCTION_NONE;
    }
    options.exclude_self = draw_.chance(30) ? 1 : 0;
    options.accumulate = draw_.chance(30) ? 1 : 0;
    indices.type = static_cast<element>(draw_.between(2, 9));
    segments.type = static_cast<element>(draw_.between(2, 9));
    const auto policy = [&] {
      return draw_.chance(40) ? STREW_OOB_ERROR
                              : draw_.pick({STREW_OOB_CLAMP, STREW_OOB_WRAP, STREW_OOB_SKIP, STREW_OOB_SKIP});
    };
    if (indices.is_given) {
      options.out_of_bounds = policy();
      options.negative_indices = draw_.chance(30) ? 1 : 0;
      segmentation.has_padding_index = rows_ > 0 && draw_.chance(25) ? 1 : 0;
      segmentation.padding_index = draw_.between(-rows_, std::max<int64_t>(rows_ - 1, 0));
    }
    if (segmentation.form == STREW_SEGMENTS_IDS) {
      segmentation.out_of_bounds = policy();
      segmentation.ids_from_end = draw_.chance(50) ? 1 : 0;
      segmentation.has_padding_segment = segments_ > 0 && draw_.chance(25) ? 1 : 0;
      segmentation.padding_segment = draw_.between(-segments_, std::max<int64_t>(segments_ - 1, 0));
    }
  }

  void set_scan() {
    const auto batch = static_cast<size_t>(batch_dims);
    const shape positions = indices.is_given ? indices.extents : oracle::part(data.extents, 0, batch + 1);
    output.extents = oracle::join({positions, oracle::rest(data.extents, batch + 1)});
    for (segment_operand* one : {&weights, &base, &arg, &count}) one->is_given = false;
    is_in_place = false;
    options.exclude_self = draw_.chance(2) ? 1 : 0;
    mode = draw_.chance(50) ? STREW_SCAN_EXCLUSIVE : STREW_SCAN_INCLUSIVE;
    const bool is_told = segmentation.form == STREW_SEGMENTS_IDS || segments.extents.back() == segments_;
    segmentation.segment_count = segmentation.form != STREW_SEGMENTS_GROUPS && is_told ? segments_ : 0;
    const std::initializer_list<oracle::reduction> scans = {oracle::reduction::add, oracle::reduction::mul,
                                                            oracle::reduction::min, oracle::reduction::max};
    options.reduction = static_cast<int32_t>(draw_.pick(scans));
    while (!oracle::is_defined(data.type, static_cast<oracle::reduction>(options.reduction))) {
      draw_type();
      options.reduction = static_cast<int32_t>(draw_.pick(scans));
    }
  }

  static int64_t divided_up(int64_t amount, int64_t by) { return by == 0 ? 0 : (amount + by - 1) / by; }

  // Codes of the values that the rows of data would be.
  void set_codes() {
    int64_t columns = data.extents.back();
    if (columns != 0 && draw_.chance(10)) columns = draw_.pick({32, 100, 300, 300, 2100});
    quantization.bits = draw_.pick({8, 8, 4, 4, 2});
    const bool in_halves = quantization.bits == 4 && draw_.chance(40);
    quantization.packing = in_halves ? STREW_PACKING_HALVES : STREW_PACKING_LOW_FIRST;
    quantization.block_size = draw_.pick({0, 1, 2, 3, 4, 16, 32, 100});
    if (in_halves) {
      quantization.block_size += quantization.block_size % 2;
      const int64_t whole = std::max<int64_t>(quantization.block_size, 2);
      columns = divided_up(columns, whole) * whole;
    }
    for (segment_operand* one : {&base, &output, &arg}) one->extents.back() = columns;
    const int64_t blocks = divided_up(columns, quantization.block_size == 0 ? columns : quantization.block_size);
    scales.extents = zero_points.extents = data.extents;
    data.extents.back() = divided_up(columns * quantization.bits, 8);
    scales.extents.back() = blocks;
    zero_points.extents.back() = divided_up(blocks * quantization.bits, 8);
    codebook.extents = {int64_t{1} << quantization.bits};
    data.type = zero_points.type = draw_.chance(60) ? element::u8 : element::i8;
    zero_points.is_given = draw_.chance(50);
    codebook.is_given = !zero_points.is_given && data.type == element::u8 && draw_.chance(40);
    codebook.type = element::f32;
    scales.type = draw_.pick({element::f32, element::f32, element::f16, element::bf16, element::u8});
  }
  void fill_codes() {
    random_fill(draw_).bits(data);
    if (zero_points.is_given) random_fill(draw_).bits(zero_points);
    if (codebook.is_given) random_fill(draw_).reals(codebook);
    if (scales.type != element::u8) return random_fill(draw_).reals(scales);
    const oracle::tensor all = scales.tensor();
    oracle::for_each_coordinate(scales.extents, [&](const oracle::coordinate& c) {
      all.at(c)[0] = static_cast<unsigned char>(draw_.chance(5) ? draw_.between(0, 255) : draw_.between(120, 134));
    });
  }

  void fill_offsets() {
    const oracle::tensor all = segments.tensor();
    const shape batch = oracle::part(segments.extents, 0, static_cast<size_t>(batch_dims));
    const int64_t all_offsets = segments.extents.back();
    const shape positions =
        indices.is_given ? indices.extents : shape(data.extents.begin(), data.extents.begin() + batch_dims + 1);
    const int64_t all_positions = oracle::product(oracle::rest(positions, static_cast<size_t>(batch_dims)));
    const int64_t most = std::min<int64_t>(all_positions, oracle::is_signed_integer(segments.type) ? 127 : 255);
    const bool is_bad = draw_.chance(8);
    oracle::for_each_coordinate(batch, [&](const oracle::coordinate& entry) {
      std::vector<int64_t> values(static_cast<size_t>(all_offsets));
      for (int64_t& one : values) one = draw_.between(0, most);
      std::sort(values.begin(), values.end());
      if (is_bad && !values.empty())
        values[static_cast<size_t>(draw_.between(0, all_offsets - 1))] = draw_.between(0, 127);
      for (int64_t n = 0; n < all_offsets; ++n)
        oracle::write_integer(all.at(oracle::join({entry, {n}})),
                              static_cast<uint64_t>(values[static_cast<size_t>(n)]));
    });
  }

  void break_codes() {
    segment_operand* const some = draw_.pick({&data, &scales, &zero_points, &codebook});
    switch (draw_.between(0, 5)) {
      case 0:
        return void(quantization.bits = draw_.pick({0, 1, 3, 16}));
      case 1:
        return void(quantization.packing = 1 - quantization.packing);
      case 2:
        return void(quantization.block_size += draw_.pick({-120, -1, 1}));
      case 3:
        some->type = static_cast<element>(draw_.between(1, 17));
        return;
      case 4:
        return void(some->extents.back() += 1);
      default:
        return void(zero_points.is_given = codebook.is_given = true);
    }
  }

  // What the rules of types, attributes and shapes refuse.
  void break_something() {
    if (!draw_.chance(18)) return;
    segment_operand* const some =
        is_sddmm  ? draw_.pick({&data, &indices, &segments, &weights, &base, &right})
        : is_scan ? draw_.pick({&data, &indices, &segments, &output})
                  : draw_.pick({&data, &indices, &segments, &weights, &base, &output, &arg, &count});
    if (has_codes && draw_.chance(35)) return break_codes();
    if (is_scan && draw_.chance(20)) return void(segmentation.segment_count += draw_.pick({-3, 1}));
    switch (draw_.between(0, 6)) {
      case 0:
        return void(some->is_given = some == &data || some == &output || some == &right || !some->is_given);
      case 1:
        if (!some->extents.empty())
          some->extents[static_cast<size_t>(draw_.between(0, static_cast<int64_t>(some->extents.size()) - 1))] += 1;
        return;
      case 2:
        some->type = static_cast<element>(draw_.between(1, 17));
        some->width = oracle::width_of(some->type);
        return;
      case 3:
        return void(batch_dims += draw_.pick({-1, 1, 2}));
      case 4:
        return void(draw_.pick({&segmentation.padding_index, &segmentation.padding_segment})[0] =
                        draw_.pick({-20, 20}));
      case 5:
        return void(options.reduction = static_cast<int32_t>(draw_.between(0, 9)));
      default:
        return void(segmentation.out_of_bounds = static_cast<int32_t>(draw_.between(0, 4)));
    }
  }

  cases::random_source draw_;
  int64_t rows_ = 0;
  int64_t segments_ = 0;
  strew_tensor views_[12];
};

}  // namespace strew::testing
